import type { Handlers } from '../bridge/answering.ts';
import { ConsoleError } from '../bridge/calls.ts';
import { maySave } from '../policy/files.ts';
import { apiPath, APP_ORIGIN, mayOpenOutside } from '../policy/urls.ts';
import type { StaffConsole } from './console.ts';
import { watchImport } from './files/import-watch.ts';
import { keptReport } from './reports/reports.ts';
import { replaceFile, SHARED } from '../offline/replace-file.ts';
import { reportCsv, reportHtml, titleOf } from '../offline/report-file.ts';
import { saveStream } from './files/save-stream.ts';
import { GrowingFiles } from './files/streamed-save.ts';

/** What each call of the page comes to. */
export function handlersOf(staffConsole: StaffConsole): Handlers {
  const growing = new GrowingFiles(staffConsole);
  return {
    state: () => staffConsole.state(),
    server: (wish) =>
      wish.do === 'choose'
        ? staffConsole.chooseServer(wish.url)
        : staffConsole.forgetServer(wish.url, wish.evenWithWaiting),
    files: async (wish) =>
      wish.do === 'choose'
        ? openFiles(staffConsole, await staffConsole.host.askOpen())
        : staffConsole.handles.present(staffConsole.remembered.recent),
    take: (paths) => openFiles(staffConsole, paths),
    async csv(wish) {
      const answer = await staffConsole.csv.answer(wish);
      if (wish.do === 'send' && !wish.dryRun && answer?.kind === 'sent') void watchImport(staffConsole, answer.run);
      return answer;
    },
    save(wish) {
      if ('url' in wish) return save(staffConsole, wish.url, wish.name);
      if ('text' in wish) return saveBytes(staffConsole, wish.name, Buffer.from(wish.text, 'utf8'));
      if ('begin' in wish) return growing.begin(wish.name);
      return 'part' in wish ? growing.add(wish.to, wish.part) : growing.end(wish.to);
    },
    cancel: (id) => staffConsole.jobs.cancel(id),
    reveal(handle) {
      staffConsole.host.reveal(staffConsole.handles.path(handle));
      return true;
    },
    settle: ({ key, how }) => staffConsole.settle(key, how),
    async report(wish) {
      if (wish.do === 'rows') return keptReport(staffConsole, wish.id, wish.days);
      if (wish.do === 'png') return saveBytes(staffConsole, wish.name, Buffer.from(wish.data, 'base64'));
      if (wish.do === 'plan' || wish.do === 'unplan') {
        if (wish.do === 'unplan') await staffConsole.scheduler.drop(wish.key);
        else {
          const folder = await staffConsole.host.askFolder();
          if (folder !== null) await staffConsole.scheduler.add(wish.id, wish.days, folder);
        }
        return staffConsole.state();
      }
      if (wish.do !== 'sync') {
        const { id, days } = wish;
        const kept = keptReport(staffConsole, id, days);
        const name = `${titleOf(id, kept)}.${wish.do}`;
        if (wish.do === 'csv') return saveBytes(staffConsole, name, Buffer.from(reportCsv(id, kept), 'utf8'));
        return saveBytes(staffConsole, name, await staffConsole.host.printPdf(reportHtml(id, kept)));
      }
      await staffConsole.sync();
      return staffConsole.state();
    },
    async update(wish) {
      if (wish === 'check') await staffConsole.updates?.check(true);
      else await staffConsole.updates?.[wish]();
      return staffConsole.state();
    },
    async openOutside(url) {
      const own = staffConsole.servers.current !== null && url.startsWith(`${staffConsole.servers.current}/`);
      if (!own && !mayOpenOutside(url)) throw new ConsoleError('bad_address', 'This address cannot be opened.');
      await staffConsole.host.openOutside(url);
      return true;
    },
  };
}

/** Files somebody chose, dropped or opened with the console. */
export async function openFiles(staffConsole: StaffConsole, paths: string[]) {
  const files = await staffConsole.handles.files(paths);
  if (paths.length > 0) await staffConsole.remembered.opened(paths);
  for (const path of paths) staffConsole.host.rememberFile(path);
  return files;
}

const withOutcome = (sentence: string) =>
  /nothing was saved/i.test(sentence) ? sentence : `${sentence} Nothing was saved.`;

/** Streams what a call answers into a file the person has chosen. */
async function save(staffConsole: StaffConsole, url: string, name: string) {
  const address = URL.canParse(url, APP_ORIGIN) ? new URL(url, APP_ORIGIN) : null;
  const path = address?.origin === new URL(APP_ORIGIN).origin && address.host === 'enamel' ? apiPath(address) : null;
  if (path === null || !url.startsWith('/api/')) throw new ConsoleError('bad_address', 'This cannot be saved.');
  if (!maySave(name)) throw new ConsoleError('bad_name', 'A file cannot have this name.');
  const place = await staffConsole.host.askSave(name);
  if (place === null) return { job: null, saved: false, name };
  const { job, signal } = staffConsole.jobs.start('export', name);
  try {
    const answer = await staffConsole.request('GET', path, { headers: { 'accept-encoding': 'identity' }, signal });
    if (!answer.ok || !answer.body) {
      const said = (await answer.json().catch(() => ({}))) as { message?: string };
      throw new ConsoleError('failed', said.message ?? 'The server did not send this file.');
    }
    const length = Number(answer.headers.get('content-length'));
    if (length > 0) job.total = length;
    await saveStream(place, answer.body, signal, (bytes) => staffConsole.jobs.moved(job, bytes));
    const handle = staffConsole.handles.hold(place);
    staffConsole.jobs.end(job, 'done', 'Saved.');
    staffConsole.host.notifyAway('Saved', name);
    return { job: handle, saved: true, name };
  } catch (error) {
    const message = signal.aborted
      ? 'Cancelled. Nothing was saved.'
      : error instanceof Error
        ? withOutcome(error.message)
        : 'Nothing was saved.';
    staffConsole.jobs.end(job, signal.aborted ? 'cancelled' : 'failed', message);
    if (signal.aborted) return { job: null, saved: false, name };
    throw new ConsoleError(error instanceof ConsoleError ? error.code : 'failed', message);
  }
}

/** What the page has made itself: written beside its place, then put there. */
async function saveBytes(staffConsole: StaffConsole, name: string, bytes: Uint8Array) {
  if (!maySave(name)) throw new ConsoleError('bad_name', 'A file cannot have this name.');
  const place = await staffConsole.host.askSave(name);
  if (place === null) return { job: null, saved: false, name };
  try {
    await replaceFile(place, bytes, SHARED);
  } catch {
    throw new ConsoleError('failed', `“${name}” cannot be written there. Nothing was saved.`);
  }
  return { job: staffConsole.handles.hold(place), saved: true, name };
}
