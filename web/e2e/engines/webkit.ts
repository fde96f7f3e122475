import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { clickActions, typeActions, waitFor, type Engine, type InputSource, type Size } from './engine.ts';

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Drives WebKitGTK's small browser through its WebDriver, in a virtual display. */
export async function openWebKit(driverPath: string, displayPath: string, viewport: Size): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'enamel-webkit-'));
  await mkdir(join(folder, 'gtk-3.0'));
  // The toolbar's buttons would keep the window wider than a phone.
  await writeFile(
    join(folder, 'gtk-3.0', 'gtk.css'),
    '* { min-width: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }',
  );
  const display = spawn(displayPath, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [number] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await findPort();
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number.toString().trim()}`,
      TZ: 'America/New_York',
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CACHE_HOME: folder,
      // Containers have neither a graphics card nor the namespaces of WebKit's sandbox.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await reply.json()) as { value: T & { error?: string; message?: string } };
    if (!reply.ok) throw new Error(`${path}: ${value.error} ${value.message}`);
    return value;
  };
  const stop = async (): Promise<void> => {
    for (const child of [driver, display]) {
      const exited = once(child, 'exit');
      if (child.kill()) await exited;
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { sessionId, capabilities } = await waitFor('WebKitWebDriver', () =>
      call<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '', { capabilities: {} }),
    );
    const session = <T>(path: string, body: unknown) => call<T>('POST', `/${sessionId}${path}`, body);
    const perform = (actions: InputSource[]) => session<void>('/actions', { actions });
    const evaluate: Engine['evaluate'] = async (run, ...args) =>
      JSON.parse(
        await session<string>('/execute/sync', {
          script: `return JSON.stringify((${run.toString()})(...arguments)) ?? 'null'`,
          args,
        }),
      );
    await session('/window/rect', viewport);
    // The toolbar takes a part of the window's height.
    const height = await evaluate(() => innerHeight);
    await session('/window/rect', { ...viewport, height: 2 * viewport.height - height });
    const errors: string[] = [];
    /** Classic WebDriver reports no errors, so each document collects its own. */
    const keepErrors = async () =>
      void errors.push(
        ...(await evaluate(() => (globalThis as unknown as { seenErrors?: string[] }).seenErrors?.splice(0) ?? [])),
      );
    return {
      name: `webkit ${capabilities.browserVersion} (WebKitGTK, WebDriver)`,
      goto: async (url) => {
        await keepErrors();
        await session('/url', { url });
        await evaluate(() => {
          const page = globalThis as unknown as { seenErrors?: string[] };
          if (page.seenErrors) return;
          const seen: string[] = (page.seenErrors = []);
          let isLeaving = false;
          addEventListener('beforeunload', () => void (isLeaving = true));
          // Observers that resize what they observe are deferred by a frame, which is no defect.
          addEventListener('error', ({ message }) => void (message.startsWith('ResizeObserver') || seen.push(message)));
          // React Router reports what it catches here.
          const report = console.error;
          console.error = (...values: unknown[]) => {
            const text = values.map((value) => (value instanceof Error ? `${value}\n${value.stack}` : String(value)));
            // Leaving a page cancels what it was loading, such as the map's worker.
            if (!isLeaving) seen.push(text.join(' '));
            report(...values);
          };
        });
      },
      back: () => session('/back', {}),
      evaluate,
      click: (x, y) => perform(clickActions(x, y)),
      type: (text) => perform(typeActions(text)),
      errors: async () => {
        await keepErrors();
        return errors;
      },
      close: async () => {
        await call('DELETE', `/${sessionId}`);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
