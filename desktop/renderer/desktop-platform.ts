import type { Answer, Args, Result } from '../bridge/calls.ts';
import type { CallName } from '../bridge/channels.ts';
import type { CsvState, ConsoleEvent, ConsoleState } from '../bridge/shapes.ts';
import { ConsoleRefusal, type StaffConsole, type ConsoleEvent as PageEvent } from '#ui/base/platform/console.ts';
import type { Platform, Saved } from '#ui/base/platform/platform.ts';
import type { TokenBox } from '#ui/base/session.ts';

export type Bridge = {
  [N in Exclude<CallName, 'take'>]: (...args: Args<N>) => Promise<Answer<Result<N>>>;
} & {
  onEvent(listener: (event: ConsoleEvent) => void): () => void;
  drop(files: File[]): Promise<Answer<Result<'take'>>>;
};
declare global {
  interface Window {
    enamel: Bridge;
  }
}

async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  const answer = await call;
  if (answer.ok) return answer.value;
  throw new ConsoleRefusal(answer.error.code, answer.error.message);
}

/** Saves a text in parts while the page builds it. Cancels the save if building fails. */
async function saveParts(bridge: Bridge, name: string, text: AsyncIterable<string>): Promise<Result<'save'>> {
  const save = await unwrap(bridge.save({ name, begin: true }));
  const { job: to } = save;
  if (to === null) return save;
  try {
    for await (const part of text)
      for (const message of splitText(part)) {
        const progress = await unwrap(bridge.save({ to, part: message }));
        if (!progress.saved) return progress;
      }
    return await unwrap(bridge.save({ to, end: true }));
  } catch (error) {
    await bridge.cancel(to).catch(() => {});
    throw error;
  }
}

const MAX_MESSAGE_CHARS = 1_000_000;
/** Never splits a surrogate pair. */
function* splitText(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + MAX_MESSAGE_CHARS);
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end--;
    yield text.slice(at, end);
    at = end;
  }
}

/** Implements the UI's platform over the bridge. Reads the state once; after that, the main process sends changes. */
export async function openConsole(
  bridge: Bridge,
): Promise<{ staffConsole: StaffConsole; platform: Platform; tokens: TokenBox }> {
  const watchers = new Set<() => void>();
  const listeners = new Set<(event: PageEvent) => void>();
  // Events may arrive before any screen listens, for example the file that started the console.
  const pendingEvents: PageEvent[] = [];
  let state!: ConsoleState;
  let isStateKnown = false;
  let changes = 0;
  const notifyWatchers = () => {
    for (const onChange of watchers) onChange();
  };
  const setState = (next: ConsoleState): void => {
    const serverChanged = state.server !== null && next.server !== state.server;
    state = next;
    if (serverChanged) {
      // A reload drops all data of the previous server. The hash may name one of its records, so it is reset too.
      history.replaceState(null, '', '#/');
      return location.reload();
    }
    notifyWatchers();
  };
  const sendToListeners = (event: PageEvent) => {
    for (const onEvent of listeners) onEvent(event);
  };
  const sendPendingEvents = () => {
    if (listeners.size > 0) for (const event of pendingEvents.splice(0)) sendToListeners(event);
  };
  bridge.onEvent((event) => {
    if (event.kind === 'state') {
      changes++;
      if (isStateKnown) setState(event.state);
    } else if (listeners.size === 0 || pendingEvents.length > 0) pendingEvents.push(event);
    else sendToListeners(event);
  });
  // A change that arrives during the request may be newer or older than the response, so the page requests the state again.
  let changesBefore: number;
  do {
    changesBefore = changes;
    state = await unwrap(bridge.state());
    isStateKnown = true;
  } while (changes !== changesBefore);
  const updateState = async (call: Promise<Answer<ConsoleState>>) => setState(await unwrap(call));

  let answerConfirmation: ((discard: boolean) => void) | null = null;
  const staffConsole: StaffConsole = {
    isConfirmingLogout: () => answerConfirmation !== null,
    confirmLogout() {
      const { waiting, held } = state.outbox;
      if (waiting + held === 0) return Promise.resolve(true);
      answerConfirmation?.(false);
      return new Promise((resolve) => {
        answerConfirmation = resolve;
        notifyWatchers();
      });
    },
    answerLogout(discard) {
      answerConfirmation?.(discard);
      answerConfirmation = null;
      notifyWatchers();
    },
    state: () => state,
    watch(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    listen(onEvent) {
      listeners.add(onEvent);
      // Components add their listeners one by one, and any of them may be the one that handles an event.
      if (pendingEvents.length > 0) setTimeout(sendPendingEvents);
      return () => void listeners.delete(onEvent);
    },
    chooseServer: (url) => updateState(bridge.server({ do: 'choose', url })),
    removeServer: (url, discardUnsent) =>
      updateState(bridge.server({ do: 'forget', url, evenWithWaiting: discardUnsent })),
    answerProxy: async (credentials) => void (await unwrap(bridge.proxy(credentials))),
    chooseFiles: () => unwrap(bridge.files({ do: 'choose' })),
    dropFiles: (files) => unwrap(bridge.drop(files)),
    recentFiles: () => unwrap(bridge.files({ do: 'recent' })),
    openCsv: (file) => unwrap(bridge.csv({ do: 'open', file })) as Promise<CsvState>,
    mapCsv: (file, mapping) => unwrap(bridge.csv({ do: 'map', file, mapping })) as Promise<CsvState>,
    csvRows: async (file, from, count) => {
      const answer = await unwrap(bridge.csv({ do: 'rows', file, from, count }));
      return answer?.kind === 'rows' ? answer.rows : [];
    },
    csvProblems: async (file, from, count) => {
      const answer = await unwrap(bridge.csv({ do: 'problems', file, from, count }));
      return answer?.kind === 'problems' ? answer.problems : [];
    },
    sendCsv: async (file, dryRun) => {
      const answer = await unwrap(bridge.csv({ do: 'send', file, dryRun }));
      if (answer?.kind !== 'sent') throw new ConsoleRefusal('failed', 'The file could not be sent.');
      return answer.run;
    },
    openInWorkbench: async (file) => {
      const answer = await unwrap(bridge.csv({ do: 'workbench', file }));
      if (answer?.kind !== 'opened') throw new ConsoleRefusal('failed', 'The file could not be opened.');
      return answer.id;
    },
    closeCsv: async (file) => void (await unwrap(bridge.csv({ do: 'close', file }))),
    cancelJob: (id) => unwrap(bridge.cancel(id)),
    reveal: async (file) => void (await unwrap(bridge.reveal(file))),
    settle: (key, how) => updateState(bridge.settle({ key, how })),
    undoDecision: async (key) => {
      const answer = await bridge.settle({ key, how: 'undo' });
      if (answer.ok) setState(answer.value);
      return answer.ok;
    },
    restart: () => updateState(bridge.settle({ locked: 'restart' })),
    discardLocked: () => updateState(bridge.settle({ locked: 'discard' })),
    sync: async () => void (await unwrap(bridge.report({ do: 'sync' }))),
    saveReport: async (format, id, period) => {
      const answer = await unwrap(bridge.report({ do: format, id, ...period }));
      return 'saved' in answer && answer.saved;
    },
    savePng: async (name, data) => {
      const answer = await unwrap(bridge.report({ do: 'png', name, data }));
      return 'saved' in answer && answer.saved;
    },
    addSchedule: (plan) => updateState(bridge.report({ do: 'plan', ...plan }) as Promise<Answer<ConsoleState>>),
    removeSchedule: (key) => updateState(bridge.report({ do: 'unplan', key }) as Promise<Answer<ConsoleState>>),
    watchFolder: (settings) => updateState(bridge.folder({ do: 'watch', ...settings })),
    forgetFolder: (key) => updateState(bridge.folder({ do: 'forget', key })),
    changeSettings: (changes) => updateState(bridge.settings(changes)),
    showMenu: async () => void (await unwrap(bridge.menu())),
    update: (step) => updateState(bridge.update(step)),
  };

  const toSaved = ({ saved, job }: { saved: boolean; job: string | null }): Saved | false =>
    saved && (job === null ? {} : { reveal: () => void unwrap(bridge.reveal(job)).catch(() => {}) });
  const platform: Platform = {
    kind: 'desktop',
    staffConsole,
    saveFile: async (url, name) => toSaved(await unwrap(bridge.save({ url, name }))),
    saveText: async (name, text) =>
      toSaved(
        typeof text === 'string' ? await unwrap(bridge.save({ name, text })) : await saveParts(bridge, name, text),
      ),
    openExternal: (url) => void unwrap(bridge.openOutside(url)).catch(() => {}),
    print: () => window.print(),
  };

  /** The main process holds the token. The page only knows whether there is one. */
  const tokens: TokenBox = {
    kind: 'desktop',
    has: () => state.signedIn,
    token: () => null,
    keep: () => {},
    drop: () => {},
    leaving: () => staffConsole.confirmLogout(),
    watch(onChange) {
      let wasSignedIn = state.signedIn;
      watchers.add(() => {
        if (state.signedIn === wasSignedIn) return;
        wasSignedIn = state.signedIn;
        // After the server ended the session, the page stays as it is behind the login dialog.
        if (wasSignedIn || !state.ended) onChange();
      });
    },
  };
  return { staffConsole, platform, tokens };
}
