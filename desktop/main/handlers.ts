import type { Handlers } from '../bridge/answering.ts';
import { DeskError } from '../bridge/calls.ts';
import { maySave } from '../policy/files.ts';
import { apiPath, APP_ORIGIN, mayOpenOutside } from '../policy/urls.ts';
import type { Desk } from './console.ts';
import { watchImport } from './files/import-watch.ts';
import { keptReport } from './reports/reports.ts';
import { replaceFile, SHARED } from '../offline/replace-file.ts';
import { reportCsv, reportHtml, titleOf } from '../offline/report-file.ts';
import { saveStream } from './files/save-stream.ts';
import { GrowingFiles } from './files/streamed-save.ts';

/** What each call of the page comes to. */
export function handlersOf(desk: Desk): Handlers {
  const growing = new GrowingFiles(desk);
  return {
    state: () => desk.state(),
    server: (wish) =>
      wish.do === 'choose' ? desk.chooseServer(wish.url) : desk.forgetServer(wish.url, wish.evenWithWaiting),
    files: async (wish) =>
      wish.do === 'choose' ? openFiles(desk, await desk.host.askOpen()) : desk.handles.present(desk.remembered.recent),
    take: (paths) => openFiles(desk, paths),
    async csv(wish) {
      const answer = await desk.csv.answer(wish);
      if (wish.do === 'send' && !wish.dryRun && answer?.kind === 'sent') void watchImport(desk, answer.run);
      return answer;
    },
    save(wish) {
      if ('url' in wish) return save(desk, wish.url, wish.name);
      if ('text' in wish) return saveBytes(desk, wish.name, Buffer.from(wish.text, 'utf8'));
      if ('begin' in wish) return growing.begin(wish.name);
      return 'part' in wish ? growing.add(wish.to, wish.part) : growing.end(wish.to);
    },
    cancel: (id) => desk.jobs.cancel(id),
    reveal(handle) {
      desk.host.reveal(desk.handles.path(handle));
      return true;
    },
    settle: ({ key, how }) => desk.settle(key, how),
    async report(wish) {
      if (wish.do === 'rows') return keptReport(desk, wish.id, wish.days);
      if (wish.do === 'png') return saveBytes(desk, wish.name, Buffer.from(wish.data, 'base64'));
      if (wish.do === 'plan' || wish.do === 'unplan') {
        if (wish.do === 'unplan') await desk.scheduler.drop(wish.key);
        else {
          const folder = await desk.host.askFolder();
          if (folder !== null) await desk.scheduler.add(wish.id, wish.days, folder);
        }
        return desk.state();
      }
      if (wish.do !== 'sync') {
        const { id, days } = wish;
        const kept = keptReport(desk, id, days);
        const name = `${titleOf(id, kept)}.${wish.do}`;
        if (wish.do === 'csv') return saveBytes(desk, name, Buffer.from(reportCsv(id, kept), 'utf8'));
        return saveBytes(desk, name, await desk.host.printPdf(reportHtml(id, kept)));
      }
      await desk.sync();
      return desk.state();
    },
    async update(wish) {
      if (wish === 'check') await desk.updates?.check(true);
      else await desk.updates?.[wish]();
      return desk.state();
    },
    async openOutside(url) {
      const own = desk.servers.current !== null && url.startsWith(`${desk.servers.current}/`);
      if (!own && !mayOpenOutside(url)) throw new DeskError('bad_address', 'This address cannot be opened.');
      await desk.host.openOutside(url);
      return true;
    },
  };
}

/** Files somebody chose, dropped or opened with the console. */
export async function openFiles(desk: Desk, paths: string[]) {
  const files = await desk.handles.files(paths);
  if (paths.length > 0) await desk.remembered.opened(paths);
  for (const path of paths) desk.host.rememberFile(path);
  return files;
}

const withOutcome = (sentence: string) =>
  /nothing was saved/i.test(sentence) ? sentence : `${sentence} Nothing was saved.`;

/** Streams what a call answers into a file the person has chosen. */
async function save(desk: Desk, url: string, name: string) {
  const address = URL.canParse(url, APP_ORIGIN) ? new URL(url, APP_ORIGIN) : null;
  const path = address?.origin === new URL(APP_ORIGIN).origin && address.host === 'enamel' ? apiPath(address) : null;
  if (path === null || !url.startsWith('/api/')) throw new DeskError('bad_address', 'This cannot be saved.');
  if (!maySave(name)) throw new DeskError('bad_name', 'A file cannot have this name.');
  const place = await desk.host.askSave(name);
  if (place === null) return { job: null, saved: false, name };
  const { job, signal } = desk.jobs.start('export', name);
  try {
    const answer = await desk.request('GET', path, { headers: { 'accept-encoding': 'identity' }, signal });
    if (!answer.ok || !answer.body) {
      const said = (await answer.json().catch(() => ({}))) as { message?: string };
      throw new DeskError('failed', said.message ?? 'The server did not send this file.');
    }
    const length = Number(answer.headers.get('content-length'));
    if (length > 0) job.total = length;
    await saveStream(place, answer.body, signal, (bytes) => desk.jobs.moved(job, bytes));
    const handle = desk.handles.hold(place);
    desk.jobs.end(job, 'done', 'Saved.');
    desk.host.notifyAway('Saved', name);
    return { job: handle, saved: true, name };
  } catch (error) {
    const message = signal.aborted
      ? 'Cancelled. Nothing was saved.'
      : error instanceof Error
        ? withOutcome(error.message)
        : 'Nothing was saved.';
    desk.jobs.end(job, signal.aborted ? 'cancelled' : 'failed', message);
    if (signal.aborted) return { job: null, saved: false, name };
    throw new DeskError(error instanceof DeskError ? error.code : 'failed', message);
  }
}

/** What the page has made itself: written beside its place, then put there. */
async function saveBytes(desk: Desk, name: string, bytes: Uint8Array) {
  if (!maySave(name)) throw new DeskError('bad_name', 'A file cannot have this name.');
  const place = await desk.host.askSave(name);
  if (place === null) return { job: null, saved: false, name };
  try {
    await replaceFile(place, bytes, SHARED);
  } catch {
    throw new DeskError('failed', `“${name}” cannot be written there. Nothing was saved.`);
  }
  return { job: desk.handles.hold(place), saved: true, name };
}
