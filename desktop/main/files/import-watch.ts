import { cancelImport, commitImport, getImport, type ImportRun } from '#contract/bulk.ts';
import { urlOf } from '#contract/url.ts';
import type { StaffConsole } from '../console.ts';

const EVERY = 1_500;

/** The import a call has begun: a commit of a dry run names it in its answer. */
export const isCommit = (method: string, path: string): boolean =>
  method === commitImport.method && /^\/api\/admin\/imports\/\d+\/commit$/.test(path);

const followed = new Set<string>();

/** Follows an import on the server to its end, whatever the page shows meanwhile, and says how it ended. */
export async function watchImport(staffConsole: StaffConsole, run: number): Promise<void> {
  const server = staffConsole.servers.current;
  const name = `${server} ${run}`;
  if (followed.has(name)) return;
  followed.add(name);
  const { job, signal } = staffConsole.jobs.start('import', `Import ${run}`);
  try {
    for (let asked = false; ;) {
      const left = staffConsole.session.token === null && !staffConsole.session.ended;
      if (staffConsole.stopped || left || staffConsole.servers.current !== server)
        return staffConsole.jobs.end(job, 'cancelled', 'Not followed any more.');
      const found = await look(staffConsole, run);
      if (found === 'gone')
        return staffConsole.jobs.end(job, 'failed', 'The server does not know this import any more.');
      if (found) {
        job.name = found.fileName;
        job.total = found.progress?.total ?? null;
        staffConsole.jobs.moved(job, found.progress?.done ?? 0);
        if (found.status !== 'running' && found.status !== 'ready') {
          const { title, body } = wordsOf(found);
          const state = found.status === 'done' || found.status === 'cancelled' ? found.status : 'failed';
          staffConsole.jobs.end(job, state, body);
          return staffConsole.host.notify(title, body);
        }
      }
      // Until the server has heard it, it is not cancelled.
      if (signal.aborted && !asked) asked = await cancel(staffConsole, run);
      await new Promise((done) => setTimeout(done, EVERY).unref());
    }
  } finally {
    followed.delete(name);
  }
}

async function cancel(staffConsole: StaffConsole, run: number): Promise<boolean> {
  try {
    const answer = await staffConsole.request(cancelImport.method, urlOf(cancelImport.path, { id: run }, {}));
    await answer.body?.cancel();
    // Refused is an answer too: by then it has ended, as the next look shows.
    return answer.status < 500 && answer.status !== 429 && answer.status !== 401;
  } catch {
    return false;
  }
}

async function look(staffConsole: StaffConsole, run: number): Promise<ImportRun | 'gone' | null> {
  try {
    const path = urlOf(getImport.path, { id: run }, {});
    const answer = await staffConsole.background(path);
    if (answer.ok) return (await answer.json()) as ImportRun;
    await answer.body?.cancel();
    if (answer.status === 404) return 'gone';
  } catch {
    // Out of reach for now; the import goes on without us.
  }
  return null;
}

const number = (n: number | null): string => (n ?? 0).toLocaleString('en-US');

function wordsOf({ status, fileName, rowsNew, rowsChanged, rowsRefused, message }: ImportRun): {
  title: string;
  body: string;
} {
  if (status === 'done')
    return {
      title: 'Import finished',
      body: `${fileName}: ${number(rowsNew)} new, ${number(rowsChanged)} changed, ${number(rowsRefused)} refused.`,
    };
  if (status === 'cancelled') return { title: 'Import cancelled', body: `${fileName}: nothing was changed.` };
  if (status === 'undone') return { title: 'Import undone', body: fileName };
  return { title: 'Import failed', body: `${fileName}: ${message ?? 'nothing was changed.'}` };
}
