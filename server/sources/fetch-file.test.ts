import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { findSource } from '#shared/sources/sources.ts';
import { checkAddress, fetchFile } from './fetch-file.ts';

const census = findSource('census')!;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serveFile(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reply.csv`;
}
const rules = { allowLoopback: true, anyHost: true, timeoutMs: 300, totalMs: 1_500, maxBytes: 2 ** 20 };

it('fetches a file with the day of its last change', async () => {
  const url = await serveFile((_req, res) => {
    res.setHeader('Last-Modified', 'Sun, 08 Nov 2026 10:00:00 GMT');
    res.end('a,b\n1,2\n');
  });
  const { file, changedOn } = await fetchFile(url, census, rules);
  expect([file.name, file.bytes, changedOn]).toEqual(['reply.csv', 8, '2026-11-08']);
  await file.remove();
});

it.each<[string, RequestListener, string]>([
  ['hangs before its reply', () => undefined, 'The server stopped answering.'],
  ['hangs in its reply', (_req, res) => void res.write('a,b\n'), 'The server stopped answering.'],
  [
    'sends a byte now and then',
    (_req, res) => {
      const timer = setInterval(() => res.write('a'), 100);
      res.on('close', () => clearInterval(timer));
    },
    'The download took too long.',
  ],
  [
    'redirects',
    (_req, res) => void res.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
    'The server answered with a redirect, which we don’t follow. Please enter the final address.',
  ],
  [
    'announces 10 GB',
    (_req, res) => void res.writeHead(200, { 'Content-Length': String(10 * 2 ** 30) }).write('a'),
    'The file is larger than 1 MB.',
  ],
  [
    'sends without an end',
    (_req, res) => {
      const chunk = Buffer.alloc(2 ** 16, 'a');
      const send = () => void (res.destroyed || res.write(chunk, send));
      send();
    },
    'The file is larger than 1 MB.',
  ],
])('stops a server that %s', async (_, listener, message) => {
  const url = await serveFile(listener);
  await expect(fetchFile(url, census, rules)).rejects.toThrow(message);
});

it('fetches a source only over https from its own hosts', () => {
  const check = (address: string) => checkAddress(address, census, { allowLoopback: false });
  expect(check('https://geocoding.geo.census.gov/reply.csv').hostname).toBe('geocoding.geo.census.gov');
  expect(() => check('http://geocoding.geo.census.gov/')).toThrow('must start with https://');
  expect(() => check('https://geo.census.gov.example.com/')).toThrow(
    'Census geocoder is fetched only from geo.census.gov.',
  );
  expect(() => check('https://127.0.0.1/')).toThrow('private network');
});
