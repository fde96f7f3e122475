import type { Answer, Args, Result } from '../bridge/calls.ts';
import type { CallName } from '../bridge/channels.ts';
import type { CsvState, ConsoleEvent, ConsoleState } from '../bridge/shapes.ts';
import { ConsoleRefusal, type StaffConsole, type ConsoleEvent as Told } from '#ui/platform/console.ts';
import type { Platform, Saved } from '#ui/platform/platform.ts';
import type { TokenBox } from '#ui/accounts/session.ts';

type Bridge = {
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

async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  const given = await answer;
  if (given.ok) return given.value;
  throw new ConsoleRefusal(given.error.code, given.error.message);
}

/** A text that is made while it is saved goes over piece by piece; what is not carried to its end leaves nothing. */
async function saveParts(bridge: Bridge, name: string, text: AsyncIterable<string>): Promise<Result<'save'>> {
  const begun = await value(bridge.save({ name, begin: true }));
  const { job: to } = begun;
  if (to === null) return begun;
  try {
    for await (const part of text)
      for (const piece of piecesOf(part)) {
        const added = await value(bridge.save({ to, part: piece }));
        if (!added.saved) return added;
      }
    return await value(bridge.save({ to, end: true }));
  } catch (error) {
    await bridge.cancel(to).catch(() => {});
    throw error;
  }
}

const LONGEST_PIECE = 1_000_000;
/** Never cut within a letter that takes two places. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + LONGEST_PIECE);
    if (end < text.length && /[\ud800-\udbff]/.test(text[end - 1]!)) end--;
    yield text.slice(at, end);
    at = end;
  }
}

/** The bridge in the terms of the UI. Asks for the state once; from then on it is told. */
export async function openConsole(
  bridge: Bridge,
): Promise<{ staffConsole: StaffConsole; platform: Platform; tokens: TokenBox }> {
  const watchers = new Set<() => void>();
  const listeners = new Set<(event: Told) => void>();
  // A file opened with the console may be told of before any screen is there to hear it.
  const early: Told[] = [];
  let state!: ConsoleState;
  const become = (next: ConsoleState): void => {
    // Nothing of one server's is shown beside another's.
    const moved = state.server !== null && next.server !== state.server;
    state = next;
    if (moved) {
      // What the address says is about the other one too.
      history.replaceState(null, '', '#/');
      return location.reload();
    }
    for (const watcher of watchers) watcher();
  };
  bridge.onEvent((event) => {
    if (event.kind === 'state') become(event.state);
    else if (listeners.size === 0) early.push(event);
    else for (const listener of listeners) listener(event);
  });
  state = await value(bridge.state());
  const changing = async (answer: Promise<Answer<ConsoleState>>) => become(await value(answer));

  let asking: ((leave: boolean) => void) | null = null;
  const staffConsole: StaffConsole = {
    asking: () => asking !== null,
    mayLeave() {
      const { waiting, held } = state.outbox;
      if (waiting + held === 0) return Promise.resolve(true);
      asking?.(false);
      return new Promise((answer) => {
        asking = answer;
        for (const watcher of watchers) watcher();
      });
    },
    answerLeaving(leave) {
      asking?.(leave);
      asking = null;
      for (const watcher of watchers) watcher();
    },
    state: () => state,
    watch(watcher) {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    listen(listener) {
      listeners.add(listener);
      for (const event of early.splice(0)) listener(event);
      return () => void listeners.delete(listener);
    },
    chooseServer: (url) => changing(bridge.server({ do: 'choose', url })),
    forgetServer: (url, evenWithWaiting) => changing(bridge.server({ do: 'forget', url, evenWithWaiting })),
    chooseFiles: () => value(bridge.files({ do: 'choose' })),
    dropFiles: (files) => value(bridge.drop(files)),
    recentFiles: () => value(bridge.files({ do: 'recent' })),
    openCsv: (file) => value(bridge.csv({ do: 'open', file })) as Promise<CsvState>,
    mapCsv: (file, mapping) => value(bridge.csv({ do: 'map', file, mapping })) as Promise<CsvState>,
    csvRows: async (file, from, count) => {
      const answer = await value(bridge.csv({ do: 'rows', file, from, count }));
      return answer?.kind === 'rows' ? answer.rows : [];
    },
    csvProblems: async (file, from, count) => {
      const answer = await value(bridge.csv({ do: 'problems', file, from, count }));
      return answer?.kind === 'problems' ? answer.problems : [];
    },
    fixCsv: (file, line, column, text) =>
      value(bridge.csv({ do: 'fix', file, line, column, value: text })) as Promise<CsvState>,
    sendCsv: async (file, dryRun) => {
      const answer = await value(bridge.csv({ do: 'send', file, dryRun }));
      if (answer?.kind !== 'sent') throw new ConsoleRefusal('failed', 'The file was not sent.');
      return answer.run;
    },
    closeCsv: async (file) => void (await value(bridge.csv({ do: 'close', file }))),
    cancelJob: (id) => value(bridge.cancel(id)),
    reveal: async (file) => void (await value(bridge.reveal(file))),
    settle: (key, how) => changing(bridge.settle({ key, how })),
    undoDecision: async (key) => {
      const answer = await bridge.settle({ key, how: 'undo' });
      if (answer.ok) become(answer.value);
      return answer.ok;
    },
    sync: async () => void (await value(bridge.report({ do: 'sync' }))),
    reportRows: async (id, days) => {
      const answer = await value(bridge.report({ do: 'rows', id, days }));
      if (!('rows' in answer)) throw new ConsoleRefusal('failed', 'There are no figures here.');
      return answer;
    },
    saveReport: async (how, id, days) => {
      const answer = await value(bridge.report({ do: how, id, days }));
      return 'saved' in answer && answer.saved;
    },
    savePng: async (name, data) => {
      const answer = await value(bridge.report({ do: 'png', name, data }));
      return 'saved' in answer && answer.saved;
    },
    addSchedule: (id, days) => changing(bridge.report({ do: 'plan', id, days }) as Promise<Answer<ConsoleState>>),
    dropSchedule: (key) => changing(bridge.report({ do: 'unplan', key }) as Promise<Answer<ConsoleState>>),
    update: (what) => changing(bridge.update(what)),
  };

  const shown = ({ saved, job }: { saved: boolean; job: string | null }): Saved | false =>
    saved && (job === null ? {} : { reveal: () => void value(bridge.reveal(job)).catch(() => {}) });
  const platform: Platform = {
    kind: 'desktop',
    staffConsole,
    saveFile: async (url, name) => shown(await value(bridge.save({ url, name }))),
    saveText: async (name, text) =>
      shown(typeof text === 'string' ? await value(bridge.save({ name, text })) : await saveParts(bridge, name, text)),
    openExternal: (url) => void value(bridge.openOutside(url)).catch(() => {}),
    print: () => window.print(),
  };

  /** The page never holds the token; it only knows whether the console has one. */
  const tokens: TokenBox = {
    kind: 'desktop',
    has: () => state.signedIn,
    token: () => null,
    keep: () => {},
    drop: () => {},
    leaving: () => staffConsole.mayLeave(),
    watch(changed) {
      let was = state.signedIn;
      watchers.add(() => {
        if (state.signedIn === was) return;
        was = state.signedIn;
        // While a sign-in has merely ended, what was on the screen stays there, under the sheet.
        if (was || !state.ended) changed();
      });
    },
  };
  return { staffConsole, platform, tokens };
}
