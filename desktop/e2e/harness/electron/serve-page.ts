import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { askProtocol } from './protocol.ts';
import { tell } from './state.ts';

/** Serves app://enamel on a socket, and translates the page's origin. */
const server = createServer((req, res) => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const headers = Object.entries(req.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, name === 'origin' && value === base ? 'app://enamel' : String(value)]],
  );
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD';
  const body = hasBody ? (Readable.toWeb(req) as ReadableStream<Uint8Array>) : undefined;
  // The page may abort its request. As in Electron, the handler gets no signal.
  askProtocol({ url: `app://enamel${req.url}`, method: req.method!, headers, body })
    .then(async (answer) => {
      if (!answer) return void res.destroy();
      res.writeHead(answer.status, Object.fromEntries(answer.headers));
      if (!answer.body) return void res.end();
      // A response that is cut off becomes a network error in the page, as in Electron. Other errors are faults.
      const source = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]);
      await pipeline(source, res).catch((error: { code?: string; name?: string }) => {
        if (error.code !== 'offline' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE' && error.name !== 'AbortError')
          throw error;
      });
    })
    .catch((error: Error) => {
      if (!res.destroyed) tell({ kind: 'fault', message: String(error.stack ?? error) });
      res.destroy();
    });
});

export const listen = (): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
