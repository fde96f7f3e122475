import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { API_ANSWERS, platformSpec } from '#ui/base/platform/platform-spec.ts';
import { answerCall } from '../bridge/answering.ts';
import { callNames } from '../bridge/channels.ts';
import { StaffConsole } from '../main/console.ts';
import { createHandlers } from '../main/handlers.ts';
import { FakeServer } from '../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../e2e/harness/main/test-host.ts';
import type { ConsoleEvent } from '../bridge/shapes.ts';
import { openConsole } from './desktop-platform.ts';

/** Runs the platform tests over the bridge, with the real main process. */
platformSpec('the desktop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-platform-'));
  const out = await mkdtemp(join(folder, 'out-'));
  const server = new FakeServer();
  server.intercept = (_path, req, res) => {
    const text = API_ANSWERS[req.url!];
    if (text !== undefined) res.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text);
    return text !== undefined;
  };
  const opened: string[] = [];
  const revealed: string[] = [];
  let cancels = false;
  const staffConsole = await StaffConsole.open(
    createTestHost(folder, {
      askSave: async (name) => (cancels ? ((cancels = false), null) : join(out, name)),
      openOutside: async (url) => void opened.push(url),
      reveal: (path) => void revealed.push(basename(path)),
    }),
  );
  await staffConsole.chooseServer(await server.open());
  const handlers = createHandlers(staffConsole);
  const page = { url: 'app://enamel/index.html', isMainFrame: true, isOurWindow: true };
  const bridge = Object.fromEntries(
    callNames.map((name) => [name, (...args: unknown[]) => answerCall(handlers, name, page, args, () => {})]),
  );
  const { platform } = await openConsole({ ...bridge, onEvent: () => () => {} } as never);
  return {
    platform,
    saved: async () =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(out)).map(async (name) => [name, await readFile(join(out, name), 'utf8')] as const),
        ),
      ),
    opened: () => opened,
    cancelNext: () => void (cancels = true),
    revealed: () => revealed,
    async stop() {
      await staffConsole.stop();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});

it('keeps events until the page listens, then gives them to all of its parts in order', async () => {
  let send!: (event: ConsoleEvent) => void;
  const bridge = {
    state: async () => ({ ok: true, value: { server: null } }),
    onEvent: (listener: typeof send) => void (send = listener),
  };
  const { staffConsole } = await openConsole(bridge as never);
  const say = (title: string) => send({ kind: 'say', title, message: '' });
  say('The file that started the console');
  const heard: string[][] = [[], []];
  // A dialog inside the page listens before the page does.
  for (const titles of heard) staffConsole.listen((event) => event.kind === 'say' && titles.push(event.title));
  say('Later');
  const both = ['The file that started the console', 'Later'];
  await vi.waitFor(() => expect(heard).toEqual([both, both]));
  say('Now');
  expect(heard[1]).toContain('Now');
});

it('opens with the newest state when a change arrives before the answer', async () => {
  let send!: (event: ConsoleEvent) => void;
  const links = ['online', 'offline'];
  const bridge = {
    state: async () => {
      const link = links.shift();
      if (link === 'online') send({ kind: 'state', state: { server: null, link: 'offline' } as never });
      return { ok: true, value: { server: null, link } };
    },
    onEvent: (listener: typeof send) => void (send = listener),
  };
  const { staffConsole } = await openConsole(bridge as never);
  expect(staffConsole.state().link).toBe('offline');
  expect(links).toEqual([]);
});
