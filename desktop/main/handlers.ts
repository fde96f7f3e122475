import type { Handlers } from '../bridge/answering.ts';
import { ConsoleError, type Args, type Result } from '../bridge/calls.ts';
import { reportTitle } from '../offline/report-csv.ts';
import { makeReportFile } from '../offline/report-file.ts';
import { mayOpenOutside } from '../policy/urls.ts';
import type { StaffConsole } from './console.ts';
import { watchImport } from './transfers/import-watch.ts';
import { saveBytes, saveDownload } from './transfers/save-file.ts';
import { StreamedSaves } from './transfers/streamed-save.ts';
import { readCachedReport } from './reports/cached-reports.ts';

/** The main process's answer to each call of the bridge. */
export function createHandlers(staffConsole: StaffConsole): Handlers {
  const { csvFiles, handles, host, jobs, recentFiles } = staffConsole;
  const streamedSaves = new StreamedSaves(staffConsole);
  return {
    state: () => staffConsole.state(),
    server: (call) =>
      call.do === 'choose'
        ? staffConsole.chooseServer(call.url)
        : staffConsole.removeServer(call.url, call.evenWithWaiting),
    files: async (call) =>
      call.do === 'choose'
        ? openFiles(staffConsole, await host.askOpen())
        : (await handles.describeFiles(recentFiles.paths)).files,
    take: (paths) => openFiles(staffConsole, paths),
    async csv(call) {
      if (call.do === 'workbench')
        return { kind: 'opened', file: call.file, id: await staffConsole.localFiles.add(handles.path(call.file)) };
      const result = await csvFiles.handleCall(call);
      if (call.do === 'send' && !call.dryRun && result?.kind === 'sent') void watchImport(staffConsole, result.run);
      return result;
    },
    save(call) {
      if ('url' in call) return saveDownload(staffConsole, call.url, call.name);
      if ('text' in call) return saveBytes(staffConsole, call.name, Buffer.from(call.text, 'utf8'));
      if ('begin' in call) return streamedSaves.begin(call.name);
      return 'part' in call ? streamedSaves.append(call.to, call.part) : streamedSaves.finish(call.to);
    },
    cancel: (id) => jobs.cancel(id),
    reveal(handle) {
      host.reveal(handles.path(handle));
      return true;
    },
    async settle(call) {
      if ('key' in call) return staffConsole.settleDecision(call.key, call.how);
      if (call.locked === 'restart') await host.restart();
      else await staffConsole.outbox.discardLocked();
      staffConsole.publishState();
      return staffConsole.state();
    },
    report: (call) => handleReportCall(staffConsole, call),
    async update(step) {
      if (step === 'check') await staffConsole.updates?.check(true);
      else await staffConsole.updates?.[step]();
      return staffConsole.state();
    },
    async settings(changes) {
      await staffConsole.settings.change(changes);
      staffConsole.publishState();
      return staffConsole.state();
    },
    async folder(call) {
      if (call.do === 'forget') await staffConsole.folderWatch.remove(call.key);
      else {
        const folder = await host.askFolder();
        if (folder !== null) await staffConsole.folderWatch.add(call, folder);
      }
      return staffConsole.state();
    },
    async theme(theme) {
      await host.setTheme(theme);
      return true;
    },
    proxy(credentials) {
      staffConsole.proxyLogin.answer(credentials);
      return true;
    },
    menu() {
      host.showMenu();
      return true;
    },
    abort: (request) => staffConsole.requests.abort(request),
    async openOutside(url) {
      const { current } = staffConsole.servers;
      const isOurServer = current !== null && url.startsWith(`${current}/`);
      if (!isOurServer && !mayOpenOutside(url)) throw new ConsoleError('bad_address', 'This address can’t be opened.');
      await host.openOutside(url);
      return true;
    },
  };
}

async function handleReportCall(staffConsole: StaffConsole, call: Args<'report'>[0]): Promise<Result<'report'>> {
  const { host, scheduler } = staffConsole;
  switch (call.do) {
    case 'png':
      return saveBytes(staffConsole, call.name, Buffer.from(call.data, 'base64'));
    case 'csv':
    case 'xlsx':
    case 'pdf': {
      const report = { ...readCachedReport(staffConsole, call.id, call), brand: staffConsole.servers.brand };
      const name = `${reportTitle(call.id, report)}.${call.do}`;
      return saveBytes(
        staffConsole,
        name,
        await makeReportFile(call.do, call.id, report, (html) => host.printPdf(html)),
      );
    }
    case 'plan': {
      const folder = await host.askFolder();
      const { id, days, when, formats } = call;
      if (folder !== null) await scheduler.add({ id, days, when, formats: [...new Set(formats)] }, folder);
      return staffConsole.state();
    }
    case 'unplan':
      await scheduler.remove(call.key);
      return staffConsole.state();
    case 'sync':
      await staffConsole.sync();
      return staffConsole.state();
  }
}

/** Opens files that the person chose, dropped, or started the console with. A wrong file doesn't stop the others. */
export async function openFiles({ handles, host, recentFiles }: StaffConsole, paths: string[]) {
  const { files, problems } = await handles.describeFiles(paths);
  const [problem] = problems;
  if (problem) {
    const message = problems.map((each) => each.message).join(' ');
    if (files.length === 0) throw new ConsoleError(problem.code, message);
    const title = problems.length === 1 ? 'One file wasn’t opened' : `${problems.length} files weren’t opened`;
    host.sendEvent({ kind: 'say', title, message });
  }
  const openedPaths = files.map(({ file }) => handles.path(file));
  if (openedPaths.length > 0) await recentFiles.addPaths(openedPaths);
  for (const path of openedPaths) host.addRecentFile(path);
  return files;
}
