import { open, readFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isDue, type Decision } from '../../offline/decision.ts';
import { Outbox } from '../../offline/outbox.ts';
import { fixedKeys } from '../../offline/data-keys.ts';
import { UnreachableError } from '../connection/server-requests.ts';
import { Courier } from './courier.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

const keys = fixedKeys(Buffer.alloc(32, 3));
let folder: string;
let outbox: Outbox;
let sent: string[];
let answer: (decision: Decision) => Promise<Response>;
let courier: Courier;
let changed: () => void;
const path = () => join(folder, 'outbox.log');
const make = () =>
  new Courier({
    outbox,
    canSend: () => true,
    send: (decision) => {
      sent.push(decision.path);
      return answer(decision);
    },
    onCarriedOut: async () => {},
    onChange: () => changed(),
    explainRefusal: async (_decision, message) => message,
    log: () => {},
  });
beforeEach(async () => {
  folder = makeFolder();
  outbox = await Outbox.open(path(), keys);
  sent = [];
  answer = async () => Response.json({});
  changed = () => {};
  courier = make();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await courier.stop();
  await outbox.close();
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

it('saves a held decision at once, and sends it when its hold ends', async () => {
  expect(await courier.submit(decision('/held', 'one'))).toEqual({ state: 'waiting' });
  expect(outbox.waiting()).toHaveLength(1);
  expect(await readFile(path(), 'utf8')).not.toBe('');
  expect((await courier.submit(decision('/now'))).state).toBe('answered');
  expect(sent).toEqual(['/now']);
  await eventually(() => expect(sent).toEqual(['/now', '/held']));
  await eventually(() => expect(outbox.waiting()).toEqual([]));
});

it('reports a due decision at once, even while another one is being sent', async () => {
  const sentWhen: Record<number, number> = {};
  changed = () => void (sentWhen[outbox.waiting().filter(isDue).length] ??= sent.length);
  answer = () => new Promise((_, fail) => setTimeout(() => fail(new UnreachableError('offline', '')), 300));
  for (const [n, ms] of [100, 200, 600].entries()) await courier.submit(decision(`/${n}`, `${n}`, ms));
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sentWhen).toMatchObject({ 3: 1 });
});

it('undoes all decisions of an action and no others', async () => {
  await Promise.all(['/1', '/2'].map((at) => courier.submit(decision(at, 'many'))));
  await courier.submit(decision('/3', 'other'));
  expect(await courier.undo('many')).toBe(true);
  expect(await courier.undo('many')).toBe(false);
  await eventually(() => expect(sent).toEqual(['/3']));
  await eventually(() => expect(outbox.waiting()).toEqual([]));
});

it('does not undo a decision that is being sent', async () => {
  let arrive = (): void => {};
  answer = () => new Promise((done) => (arrive = () => done(Response.json({}))));
  const taken = courier.submit(decision('/late', 'late', 300));
  await eventually(() => expect(sent).toEqual(['/late']));
  expect(await courier.undo('late')).toBe(false);
  arrive();
  await taken;
  await eventually(() => expect(outbox.waiting()).toEqual([]));
  expect(sent).toEqual(['/late']);
});

it('still holds a decision after a restart, and can undo it', async () => {
  await courier.submit(decision('/kept', 'kept', 60_000));
  await courier.stop();
  await outbox.close();
  outbox = await Outbox.open(path(), keys);
  expect(outbox.waiting()).toMatchObject([{ path: '/kept', action: 'kept' }]);
  courier = make();
  await courier.run();
  expect(sent).toEqual([]);
  expect(await courier.undo('kept')).toBe(true);
});

it('sends held decisions before quitting, after which they can’t be undone', async () => {
  answer = () => Promise.reject(new UnreachableError('offline', 'Away.'));
  await courier.submit(decision('/held', 'one', 60_000));
  await courier.sendBeforeQuit();
  expect([sent, outbox.waiting().length]).toEqual([['/held'], 1]);
  expect(await courier.undo('one')).toBe(false);
  answer = async () => Response.json({});
  await courier.submit(decision('/sent', 'two', 60_000));
  await courier.sendBeforeQuit();
  expect([sent, outbox.waiting()]).toEqual([['/held', '/held', '/sent'], []]);
});

it('sends a decision whose hold ends after the clock was set back', async () => {
  await courier.submit({
    ...decision('/late'),
    action: 'late',
    notBefore: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await courier.run();
  expect(sent).toEqual(['/late']);
});

it('saves the message of a refusal that no caller waits for', async () => {
  answer = async ({ path: at }) =>
    at === '/taken' ? Response.json({ message: 'Someone else decided.' }, { status: 409 }) : Response.json({});
  await Promise.all(['/taken', '/free'].map((at) => courier.submit(decision(at, 'many', 1_500))));
  await eventually(() => expect(outbox.waiting()).toEqual([]));
  expect(outbox.refused()).toMatchObject([{ path: '/taken', message: 'Someone else decided.' }]);
});

it('deletes the decisions for one server, also from the file', async () => {
  answer = () => Promise.reject(new UnreachableError('offline', 'Away.'));
  await courier.submit(decision('/a'));
  await courier.submit({ ...decision('/b'), server: 'https://b.example' });
  await outbox.forget('https://a.example');
  expect(outbox.waiting().map(({ path: at }) => at)).toEqual(['/b']);
  expect((await readFile(path(), 'utf8')).trim().split('\n')).toHaveLength(1);
  await outbox.forget('https://b.example');
  await expect(readFile(path())).rejects.toThrow('ENOENT');
});

/** Makes the disk full for the first matching line, of which it writes half. */
async function failWritesOf(line: RegExp): Promise<void> {
  const handle = await open(join(folder, 'any'), 'a');
  const files = Object.getPrototypeOf(handle) as Pick<FileHandle, 'appendFile'>;
  await handle.close();
  const append = files.appendFile;
  let isFull = true;
  vi.spyOn(files, 'appendFile').mockImplementation(async function (this: FileHandle, text, ...more) {
    if (!isFull || !line.test(String(text))) return append.call(this, text, ...more);
    isFull = false;
    await append.call(this, String(text).slice(0, String(text).length / 2));
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  });
}

it('recovers from a line that a full disk cut short', async () => {
  await outbox.close();
  outbox = await Outbox.open(path(), keys);
  courier = make();
  await courier.submit(decision('/before', 'before', 60_000));
  await failWritesOf(/^add:/);
  await expect(courier.submit(decision('/half', 'half', 60_000))).rejects.toThrow('ENOSPC');
  await courier.submit(decision('/after', 'after', 60_000));
  await courier.stop();
  await outbox.close();
  outbox = await Outbox.open(path(), keys);
  expect(outbox.waiting().map(({ path: at }) => at)).toEqual(['/before', '/after']);
});

it('releases the caller if a full disk blocks the outcome, and records it later', async () => {
  await outbox.close();
  outbox = await Outbox.open(path(), keys);
  courier = make();
  await failWritesOf(/^done:/);
  expect(await courier.submit(decision('/now'))).toEqual({ state: 'waiting' });
  await eventually(() => expect(outbox.waiting()).toEqual([]));
  // It is sent twice; the server recognizes the second one by its key.
  expect(sent).toEqual(['/now', '/now']);
});

it('sends nothing of an action while it is being undone, even if its hold ends', async () => {
  await Promise.all(['/1', '/2', '/3'].map((at) => courier.submit(decision(at, 'many', 500))));
  const done = outbox.done;
  vi.spyOn(outbox, 'done').mockImplementation(async (...keys) => {
    await new Promise((later) => setTimeout(later, 700));
    await done(...keys);
  });
  expect(await courier.undo('many')).toBe(true);
  await courier.run();
  expect([sent, outbox.waiting()]).toEqual([[], []]);
});
