import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import express from 'express';
import { expect, it } from 'vitest';
import { createLog } from '#server/base/log.ts';
import { mountRequestLog } from './request-log.ts';

interface Line {
  level: number;
  msg: string;
  req: { id: string; method: string; url: string };
  res?: { statusCode: number };
  responseTime?: number;
}

async function linesOf(level: string, path: string): Promise<{ lines: Line[]; id: string | null }> {
  const lines: Line[] = [];
  const app = express();
  mountRequestLog(app, createLog(level, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }));
  app.get('/good', (_req, res) => void res.send('good'));
  app.get('/noted', (req, res) => {
    req.log.warn('noted');
    res.send('noted');
  });
  app.get('/broken', (_req, res) => void res.status(500).send('broken'));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await response.text();
    return { lines, id: response.headers.get('x-request-id') };
  } finally {
    server.close();
    await once(server, 'close');
  }
}

const ERROR = 50;
const DEBUG = 20;

it('logs failed requests only, with the id that the client gets and without its token', async () => {
  expect((await linesOf('info', '/good')).lines).toEqual([]);
  const { lines, id } = await linesOf('info', '/broken?token=abc&page=2');
  expect(lines).toMatchObject([
    {
      level: ERROR,
      msg: 'request errored',
      req: { id, method: 'GET', url: '/broken?token=[redacted]&page=2' },
      res: { statusCode: 500 },
    },
  ]);
  expect(lines[0]!.responseTime).toBeGreaterThanOrEqual(0);
});

it('names the request in the lines that are written during it', async () => {
  const { lines, id } = await linesOf('info', '/noted');
  expect(lines).toMatchObject([{ msg: 'noted', req: { id, url: '/noted' } }]);
});

it('logs every request at the debug level', async () => {
  const { lines, id } = await linesOf('debug', '/good');
  expect(lines).toMatchObject([{ level: DEBUG, msg: 'request completed', req: { id }, res: { statusCode: 200 } }]);
});
