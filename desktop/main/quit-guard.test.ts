import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { fixedKeys } from '../offline/data-keys.ts';
import { Outbox } from '../offline/outbox.ts';
import { UnreachableError } from './connection/server-requests.ts';
import { Courier } from './decisions/courier.ts';
import { saveStream } from './files/save-stream.ts';
import { Jobs } from './jobs.ts';
import { QuitGuard, type QuitQuestion } from './quit-guard.ts';
import { makeFolder } from '../e2e/harness/main/test-folder.ts';

let folder: string;
let answers: boolean[];
let questions: QuitQuestion[];
let calls: string[];
let jobs: Jobs;
let sent: string[];
let isOffline: boolean;
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 10 });
const createEvent = () => ({ prevented: false, preventDefault() { this.prevented = true; } }); // prettier-ignore

async function openGuard(key: Buffer | null = Buffer.alloc(32, 4)) {
  const outbox = await Outbox.open(join(folder, 'outbox.log'), fixedKeys(key));
  const courier = new Courier({
    outbox,
    canSend: () => true,
    async send({ path }) {
      if (isOffline) throw new UnreachableError('offline', '');
      sent.push(path);
      return Response.json({});
    },
    onCarriedOut: async () => {},
    onChange: () => {},
    explainRefusal: async (_decision, message) => message,
    log: () => {},
  });
  const stop = async () => {
    calls.push('stop');
    await courier.stop();
    await jobs.stop();
    await outbox.close();
  };
  const guard: QuitGuard = new QuitGuard({
    findConsole: () => ({ courier, jobs, outbox, stop }),
    confirm: async (question) => (questions.push(question), answers.shift() ?? false),
    // Electron emits the events again for each call of quit().
    quit: () => {
      calls.push('quit');
      guard.onWillQuit(createEvent());
    },
    exit: () => void calls.push('exit'),
    stay: () => void calls.push('stay'),
    log: () => {},
  });
  const decide = (path: string) =>
    courier.submit({
      server: 's',
      user: 'u',
      method: 'PATCH',
      path,
      body: {},
      at: new Date().toISOString(),
      action: path,
      notBefore: new Date(Date.now() + 10_000).toISOString(),
    });
  return { guard, courier, outbox, decide };
}

beforeEach(async () => {
  folder = makeFolder();
  [answers, questions, calls, sent, isOffline] = [[], [], [], [], false];
  jobs = new Jobs(() => {});
});

it('sends decisions that could still be undone, then stops and exits', async () => {
  const { guard, decide } = await openGuard();
  await decide('/held');
  const event = createEvent();
  guard.onBeforeQuit(event);
  expect(event.prevented).toBe(true);
  await eventually(() => expect(calls).toEqual(['quit', 'stop', 'exit']));
  expect(sent).toEqual(['/held']);
  expect(questions).toEqual([]);
});

it('says which decisions wait for the next start', async () => {
  const { guard, decide, outbox } = await openGuard();
  isOffline = true;
  await decide('/one');
  await decide('/two');
  expect(await guard.askToQuit()).toBe(false);
  expect(questions).toMatchObject([{ message: '2 decisions haven’t reached the server', quit: 'Quit' }]);
  expect([calls, outbox.waiting().length, guard.isQuitting]).toEqual([['stay'], 2, false]);
  answers = [true];
  expect(await guard.askToQuit()).toBe(true);
  expect(guard.isQuitting).toBe(true);
});

it('asks before it loses decisions that are only in memory', async () => {
  const { guard, decide } = await openGuard(null);
  isOffline = true;
  await decide('/one');
  expect(await guard.askToQuit()).toBe(false);
  expect(questions).toMatchObject([{ message: 'Quit and lose one decision?', quit: 'Quit and lose it' }]);
  expect(await readdir(folder)).toEqual([]);
});

it('names running jobs, and leaves no partial file behind', async () => {
  const { guard } = await openGuard();
  const { job, signal } = jobs.start('export', 'listings.csv');
  job.total = 200;
  jobs.reportProgress(job, 80);
  const endless = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(9)) });
  const saving = saveStream(join(folder, 'listings.csv'), endless, signal, () => {}).catch(() =>
    jobs.finish(job, 'cancelled'),
  );
  // An import that the server runs continues without the console.
  jobs.start('import', 'Import 4');
  await eventually(async () => expect((await readdir(folder)).some((name) => name.endsWith('.part'))).toBe(true));
  expect(await guard.askToQuit()).toBe(false);
  expect(questions).toMatchObject([
    { message: 'The console is still working', detail: 'listings.csv: 40%\n\nQuitting cancels it.' },
  ]);
  answers = [true];
  guard.onBeforeQuit(createEvent());
  await eventually(() => expect(calls).toEqual(['stay', 'quit', 'stop', 'exit']));
  await saving;
  expect(await readdir(folder)).toEqual([]);
});

it('waits for final tasks, such as saving the position of the window', async () => {
  const { guard } = await openGuard();
  let finish = (): void => {};
  guard.waitFor(new Promise<void>((resolve) => (finish = resolve)));
  guard.waitFor(Promise.reject(new Error('a full disk')));
  guard.onBeforeQuit(createEvent());
  await eventually(() => expect(calls).toEqual(['quit', 'stop']));
  finish();
  await eventually(() => expect(calls).toEqual(['quit', 'stop', 'exit']));
});

it('asks nothing when the system shuts down', async () => {
  const { guard, decide } = await openGuard();
  await decide('/held');
  jobs.start('export', 'listings.csv');
  guard.quitNow();
  await eventually(() => expect(calls).toContain('quit'));
  expect([sent, questions]).toEqual([['/held'], []]);
});
