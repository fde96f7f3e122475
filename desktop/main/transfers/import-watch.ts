import { cancelImport, commitImport, getImport, type ImportRun } from '#contract/bulk/bulk.ts';
import { urlOf } from '#shared/url.ts';
import type { ConsoleContext } from '../console-context.ts';
import { readJson } from './read-json.ts';

type Context = Pick<
  ConsoleContext,
  'host' | 'jobs' | 'request' | 'requestInBackground' | 'servers' | 'session' | 'stopped'
>;

const POLL_INTERVAL_MS = 1_500;

/** True for the call that commits a dry run. Its response names the import. */
export const isCommit = (method: string, path: string): boolean =>
  method === commitImport.method && /^\/api\/admin\/imports\/\d+\/commit$/.test(path);

const watchedImports = new Set<string>();

/** Polls an import until it ends and notifies the person, even if the page shows another screen by then. */
export async function watchImport(context: Context, id: number): Promise<void> {
  const { host, jobs, servers, session } = context;
  const server = servers.current;
  const watchKey = `${server} ${id}`;
  if (watchedImports.has(watchKey)) return;
  watchedImports.add(watchKey);
  const { job, signal } = jobs.start('import', `Import ${id}`);
  try {
    for (let cancelAccepted = false; ;) {
      const signedOut = session.token === null && !session.ended;
      if (context.stopped || signedOut || servers.current !== server)
        return jobs.finish(job, 'cancelled', 'No longer watched.');
      // While the server can't be reached, the import continues there.
      const run = await readJson<ImportRun>(context, urlOf(getImport.path, { id }, {}));
      if (run === 'gone') return jobs.finish(job, 'failed', 'This import no longer exists on the server.');
      if (run) {
        job.name = run.fileName;
        // The share that the page shows, which counts every phase and not only rows.
        job.total = run.progress?.share === undefined ? null : 1;
        jobs.reportProgress(job, run.progress?.share ?? 0);
        if (run.status !== 'running' && run.status !== 'ready') {
          const { title, body } = describeOutcome(run);
          const state = run.status === 'done' || run.status === 'cancelled' ? run.status : 'failed';
          jobs.finish(job, state, body);
          return host.notify(title, body, `/admin/imports/${id}`);
        }
      }
      if (signal.aborted && !cancelAccepted) cancelAccepted = await requestCancel(context, id);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS).unref());
    }
  } finally {
    watchedImports.delete(watchKey);
  }
}

async function requestCancel(context: Context, id: number): Promise<boolean> {
  try {
    const response = await context.request(cancelImport.method, urlOf(cancelImport.path, { id }, {}));
    await response.body?.cancel();
    // A refusal counts too: it means that the import has already ended, as the next poll shows.
    return response.status < 500 && response.status !== 429 && response.status !== 401;
  } catch {
    return false;
  }
}

const formatNumber = (n: number | null): string => (n ?? 0).toLocaleString('en-US');

function describeOutcome({ status, fileName, rowsNew, rowsChanged, rowsRefused, message }: ImportRun): {
  title: string;
  body: string;
} {
  if (status === 'done')
    return {
      title: 'Import finished',
      body: `${fileName}: ${formatNumber(rowsNew)} new, ${formatNumber(rowsChanged)} changed, ${formatNumber(rowsRefused)} refused.`,
    };
  if (status === 'cancelled') return { title: 'Import canceled', body: `${fileName}: nothing was changed.` };
  if (status === 'undone') return { title: 'Import undone', body: fileName };
  return { title: 'Import failed', body: `${fileName}: ${message ?? 'nothing was changed.'}` };
}
