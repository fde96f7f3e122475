import { mkdtemp, open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isDue, Outbox, type Decision } from '../../offline/outbox.ts';
import { Unreachable } from '../connection/connection.ts';
import { Courier } from './courier.ts';

let folder: string;
let box: Outbox;
let sent: string[];
let answer: (decision: Decision) => Promise<Response>;
let courier: Courier;
let changed: () => void;
const path = () => join(folder, 'outbox.log');
const make = () =>
  new Courier({
    outbox: box,
    deliverable: () => true,
    send: (decision) => {
      sent.push(decision.path);
      return answer(decision);
    },
    changed: () => changed(),
    refusedLater: async (_decision, message) => message,
    sessionEnded: () => {},
    log: () => {},
  });
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-courier-'));
  box = await Outbox.open(path(), Buffer.alloc(32, 3));
  sent = [];
  answer = async () => Response.json({});
  changed = () => {};
  courier = make();
});
afterEach(async () => {
  vi.restoreAllMocks();
  courier.stop();
  await box.close();
  await rm(folder, { recursive: true, force: true });
});

const decision = (path: string, action?: string, ms = 3_000) => ({
  server: 'https://a.example',
  user: 'a@example.com',
  method: 'PATCH',
  path,
  body: {},
  at: new Date().toISOString(),
  ...(action ? { action, notBefore: new Date(Date.now() + ms).toISOString() } : {}),
});
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 10 });

it('a decision that can be undone is on disk at once, and sent when its time is over', async () => {
  expect(await courier.take(decision('/held', 'one'))).toEqual({ state: 'waiting' });
  expect(box.waiting()).toHaveLength(1);
  expect(await readFile(path(), 'utf8')).not.toBe('');
  expect((await courier.take(decision('/now'))).state).toBe('answered');
  expect(sent).toEqual(['/now']);
  await eventually(() => expect(sent).toEqual(['/now', '/held']));
  await eventually(() => expect(box.waiting()).toEqual([]));
});

it('says that a decision waits as soon as it does, though one that fails is on its way just then', async () => {
  const sentWhen: Record<number, number> = {};
  changed = () => void (sentWhen[box.waiting().filter(isDue).length] ??= sent.length);
  answer = () => new Promise((_, fail) => setTimeout(() => fail(new Unreachable('offline', '')), 300));
  for (const [n, ms] of [100, 200, 600].entries()) await courier.take(decision(`/${n}`, `${n}`, ms));
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sentWhen).toMatchObject({ 3: 1 });
});

it('undoing takes back all of an action, and nothing else', async () => {
  await Promise.all(['/1', '/2'].map((at) => courier.take(decision(at, 'many'))));
  await courier.take(decision('/3', 'other'));
  expect(await courier.undo('many')).toBe(true);
  expect(await courier.undo('many')).toBe(false);
  await eventually(() => expect(sent).toEqual(['/3']));
  await eventually(() => expect(box.waiting()).toEqual([]));
});

it('it is too late once it is on its way, or should be', async () => {
  let arrive = (): void => {};
  answer = () => new Promise((done) => (arrive = () => done(Response.json({}))));
  const taken = courier.take(decision('/late', 'late', 300));
  await eventually(() => expect(sent).toEqual(['/late']));
  expect(await courier.undo('late')).toBe(false);
  arrive();
  await taken;
  await eventually(() => expect(box.waiting()).toEqual([]));
  expect(sent).toEqual(['/late']);
});

it('after an end without a word what was held is taken up again and sent once', async () => {
  await courier.take(decision('/kept', 'kept', 60_000));
  courier.stop();
  await box.close();
  box = await Outbox.open(path(), Buffer.alloc(32, 3));
  expect(box.waiting()).toMatchObject([{ path: '/kept', action: 'kept' }]);
  courier = make();
  await courier.run();
  expect(sent).toEqual([]);
  expect(await courier.undo('kept')).toBe(true);
});

it('a refusal nobody waits for is kept with its sentence, one a claim', async () => {
  answer = async ({ path: at }) =>
    at === '/taken' ? Response.json({ message: 'Someone else decided.' }, { status: 409 }) : Response.json({});
  await Promise.all(['/taken', '/free'].map((at) => courier.take(decision(at, 'many', 1_500))));
  await eventually(() => expect(box.waiting()).toEqual([]));
  expect(box.refused()).toMatchObject([{ path: '/taken', message: 'Someone else decided.' }]);
});

it('what is for one server is dropped without the rest, and leaves nothing on the disk', async () => {
  answer = () => Promise.reject(new Unreachable('offline', 'Away.'));
  await courier.take(decision('/a'));
  await courier.take({ ...decision('/b'), server: 'https://b.example' });
  await box.forget('https://a.example');
  expect(box.waiting().map(({ path: at }) => at)).toEqual(['/b']);
  expect((await readFile(path(), 'utf8')).trim().split('\n')).toHaveLength(1);
  await box.forget('https://b.example');
  await expect(readFile(path())).rejects.toThrow('ENOENT');
});

/** The disk is full for one line, of which it takes half. */
async function fullFor(line: RegExp): Promise<void> {
  const some = await open(join(folder, 'some'), 'a');
  const files = Object.getPrototypeOf(some) as Pick<FileHandle, 'appendFile'>;
  await some.close();
  const append = files.appendFile;
  let full = true;
  vi.spyOn(files, 'appendFile').mockImplementation(async function (this: FileHandle, text, ...more) {
    if (!full || !line.test(String(text))) return append.call(this, text, ...more);
    full = false;
    await append.call(this, String(text).slice(0, String(text).length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
}

it('what a full disk took half of spoils nothing that is kept after it, and does not come back itself', async () => {
  await box.close();
  box = await Outbox.open(path(), null);
  courier = make();
  await courier.take(decision('/before', 'before', 60_000));
  await fullFor(/half/);
  await expect(courier.take(decision('/half', 'half', 60_000))).rejects.toThrow('ENOSPC');
  await courier.take(decision('/after', 'after', 60_000));
  courier.stop();
  await box.close();
  box = await Outbox.open(path(), null);
  expect(box.waiting().map(({ path: at }) => at)).toEqual(['/before', '/after']);
});

it('a disk that cannot take the outcome leaves nobody waiting, and the decision is crossed off later', async () => {
  await box.close();
  box = await Outbox.open(path(), null);
  courier = make();
  await fullFor(/"done"/);
  expect(await courier.take(decision('/now'))).toEqual({ state: 'waiting' });
  await eventually(() => expect(box.waiting()).toEqual([]));
  // The same decision, so the server knows it by its key.
  expect(sent).toEqual(['/now', '/now']);
});

it('of an action that is taken back in the last moment nothing is sent', async () => {
  await Promise.all(['/1', '/2', '/3'].map((at) => courier.take(decision(at, 'many', 500))));
  const done = box.done;
  vi.spyOn(box, 'done').mockImplementation(async (...keys) => {
    await new Promise((later) => setTimeout(later, 700));
    await done(...keys);
  });
  expect(await courier.undo('many')).toBe(true);
  await courier.run();
  expect([sent, box.waiting()]).toEqual([[], []]);
});
