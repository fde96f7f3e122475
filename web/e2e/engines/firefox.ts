import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { clickActions, typeActions, type Engine, type InputSource, type Size } from './engine.ts';

type Reply = Record<string, unknown>;
interface Message {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: Reply;
  message?: string;
  params?: { level?: string; type?: string; text?: string };
}

/** Keeps Firefox from calling Mozilla's servers, which takes time and has no place in a test. */
const PREFERENCES = [
  ['remote.prefs.recommended', true],
  ['app.normandy.enabled', false],
  ['app.update.disabledForTesting', true],
  ['services.settings.server', 'data:,#remote-settings-dummy/v1'],
  ['intl.accept_languages', 'en-US'],
] as const;

/** Calls commands of WebDriver BiDi over one socket. */
async function connect(url: string, onEvent: (params: NonNullable<Message['params']>) => void) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  const waiting = new Map<number, (message: Message) => void>();
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message;
    if (message.id !== undefined) waiting.get(message.id)?.(message);
    else if (message.params) onEvent(message.params);
  });
  let lastId = 0;
  const call = (method: string, params: Reply): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const id = (lastId += 1);
      waiting.set(id, ({ type, result, message }) => {
        waiting.delete(id);
        if (type === 'error') reject(new Error(`${method}: ${message}`));
        else resolve(result!);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { call, close: () => socket.terminate() };
}

/** Drives an installed Firefox through its own remote agent. */
export async function openFirefox(path: string, viewport: Size): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'enamel-firefox-'));
  await writeFile(
    join(profile, 'user.js'),
    PREFERENCES.map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''),
  );
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(path, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TZ: 'America/New_York' },
  });
  const exited = once(firefox, 'exit');
  const lines = createInterface(firefox.stderr);
  const address = await Promise.race([
    new Promise<string>((found) =>
      lines.on('line', (line) => {
        const match = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
        if (match) found(match[1]!);
      }),
    ),
    exited.then(() => {
      throw new Error('Firefox ended before it listened.');
    }),
  ]);
  const errors: string[] = [];
  const { call, close } = await connect(`${address}/session`, ({ level, type, text }) => {
    if (level === 'error' && type === 'javascript') errors.push(text ?? '');
  });
  const session = (await call('session.new', { capabilities: {} })) as { capabilities: { browserVersion: string } };
  await call('session.subscribe', { events: ['log.entryAdded'] });
  const { context } = (await call('browsingContext.create', { type: 'tab' })) as { context: string };
  await call('browsingContext.setViewport', { context, viewport });
  const perform = async (actions: InputSource[]) => void (await call('input.performActions', { context, actions }));
  return {
    name: `firefox ${session.capabilities.browserVersion} (WebDriver BiDi)`,
    goto: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    back: async () => void (await call('browsingContext.traverseHistory', { context, delta: -1 })),
    evaluate: async (run, ...values) => {
      const { result, exceptionDetails } = (await call('script.callFunction', {
        functionDeclaration: `() => JSON.stringify((${run.toString()})(...${JSON.stringify(values)})) ?? 'null'`,
        awaitPromise: false,
        target: { context },
      })) as { result?: { value: string }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result!.value);
    },
    click: (x, y) => perform(clickActions(x, y)),
    type: (text) => perform(typeActions(text)),
    errors: async () => errors,
    close: async () => {
      close();
      firefox.kill();
      await exited;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
