import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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

let folder: string;
const outerFolder = process.env.TMPDIR;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fetch-'));
  process.env.TMPDIR = folder;
});
afterAll(async () => {
  if (outerFolder === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = outerFolder;
  await rm(folder, { recursive: true, force: true });
});

async function serveFile(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/reply.csv`;
}
const rules = { allowLoopback: true, anyHost: true, timeoutMs: 300, totalMs: 1_500, maxBytes: 2 ** 20, pausesMs: [20] };

it('fetches a file with the day of its last change', async () => {
  const url = await serveFile((_req, res) => {
    res.setHeader('Last-Modified', 'Sun, 08 Nov 2026 10:00:00 GMT');
    res.end('a,b\n1,2\n');
  });
  const { file, changedOn } = await fetchFile(url, census, rules);
  expect([file.name, file.bytes, changedOn]).toEqual(['reply.csv', 8, '2026-11-08']);
  await file.remove();
});

const redirect = 'The server answered with a redirect, which we don’t follow. Please enter the final address.';
const hostile: [string, RequestListener, string][] = [
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
    'sends its header a byte at a time',
    ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ');
      const timer = setInterval(() => socket.write('a'), 100);
      socket.on('close', () => clearInterval(timer));
    },
    'The download took too long.',
  ],
  ['redirects', (_req, res) => void res.writeHead(302, { Location: 'http://169.254.169.254/' }).end(), redirect],
  ['redirects a form', (_req, res) => void res.writeHead(307, { Location: 'http://169.254.169.254/' }).end(), redirect],
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
];

describe.each([
  ['a file', 0],
  ['the reply to a batch of 700 KB', 700_000],
])('a download of %s', (_, batch) => {
  const form = (): FormData | undefined => {
    if (batch === 0) return undefined;
    const data = new FormData();
    data.set('addressFile', new Blob(['a'.repeat(batch)], { type: 'text/csv' }), 'addresses.csv');
    return data;
  };

  it.each(hostile)('is stopped if the server %s', async (_name, listener, message) => {
    const url = await serveFile(listener);
    await expect(fetchFile(url, census, rules, form())).rejects.toThrow(message);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a broken download', () => {
  const bytes = Buffer.from(Array.from({ length: 60_000 }, (_, n) => `${n},row\n`).join(''));
  const changed = 'Sun, 08 Nov 2026 10:00:00 GMT';
  interface Version {
    body: Buffer;
    etag?: string;
    /** The byte at which the connection breaks. */
    breaksAt?: number;
    /** The server doesn't send parts. */
    sendsWhole?: boolean;
    contentRange?: string;
    isUndated?: boolean;
  }
  /** A server whose file is another version at each request. */
  async function serveVersions(versions: readonly Version[]) {
    const ranges: (string | undefined)[] = [];
    const url = await serveFile((req, res) => {
      const { body, etag, breaksAt, sendsWhole, contentRange, isUndated } =
        versions[Math.min(ranges.length, versions.length - 1)]!;
      const { range } = req.headers;
      ranges.push(range);
      const isCurrent = req.headers['if-range'] === (etag ?? changed);
      const from = range && isCurrent && !sendsWhole ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
      if (etag) res.setHeader('ETag', etag);
      if (from === 0 && !isUndated) res.setHeader('Last-Modified', changed);
      if (from > 0) res.setHeader('Content-Range', contentRange ?? `bytes ${from}-${body.length - 1}/${body.length}`);
      res.writeHead(from > 0 ? 206 : 200, { 'Content-Length': body.length - from });
      if (breaksAt === undefined) return void res.end(body.subarray(from));
      res.write(body.subarray(from, breaksAt), () => setTimeout(() => res.destroy(), 30));
    });
    return { url, ranges };
  }
  const fetchVersions = async (versions: readonly Version[], more = {}) => {
    const { url, ranges } = await serveVersions(versions);
    const { file, changedOn } = await fetchFile(url, census, { ...rules, totalMs: 5_000, ...more });
    const text = await readFile(file.path);
    await file.remove();
    return { text, ranges, changedOn };
  };
  const half = 300_000;

  it.each([
    ['an ETag', { body: bytes, etag: '"v1"' }],
    ['the day of its last change', { body: bytes }],
  ])('resumes where it ended, and identifies the file by %s', async (_, version) => {
    const { text, ranges, changedOn } = await fetchVersions([
      { ...version, breaksAt: half },
      { ...version, breaksAt: half + 100_000 },
      version,
    ]);
    expect(ranges).toEqual([undefined, `bytes=${half}-`, `bytes=${half + 100_000}-`]);
    expect([text.equals(bytes), changedOn]).toEqual([true, '2026-11-08']);
  });

  it('starts over if the file has changed', async () => {
    const newer = Buffer.from(bytes.toString().replaceAll('row', 'new'));
    const { text, ranges } = await fetchVersions([
      { body: bytes, etag: '"v1"', breaksAt: half },
      { body: newer, etag: '"v2"' },
    ]);
    expect([ranges.length, text.equals(newer)]).toEqual([2, true]);
  });

  it.each([
    ['doesn’t send parts', { body: bytes, etag: '"v1"', sendsWhole: true }],
    ['sends another part', { body: bytes, etag: '"v1"', contentRange: 'bytes 5-9/10' }],
  ])('starts over if the server %s', async (_, version) => {
    const { text, ranges } = await fetchVersions([{ body: bytes, etag: '"v1"', breaksAt: half }, version, version], {
      pausesMs: [20, 20],
    });
    expect([ranges.slice(0, 2), text.equals(bytes)]).toEqual([[undefined, `bytes=${half}-`], true]);
  });

  it('starts over if no header identifies the version of the file', async () => {
    const version = { body: bytes, etag: 'W/"v1"', isUndated: true };
    const { text, ranges } = await fetchVersions([{ ...version, breaksAt: half }, version]);
    expect([ranges, text.equals(bytes)]).toEqual([[undefined, undefined], true]);
  });

  it('ends if further tries bring nothing, if the rest is too large, and leaves no file', async () => {
    const { url, ranges } = await serveVersions([{ body: bytes, etag: '"v1"', breaksAt: half }]);
    await expect(fetchFile(url, census, { ...rules, pausesMs: [20, 20] })).rejects.toThrow('stopped answering');
    expect(ranges).toEqual([undefined, `bytes=${half}-`, `bytes=${half}-`]);
    const large = await serveVersions([
      { body: bytes, etag: '"v1"', breaksAt: half },
      { body: Buffer.alloc(2 ** 21, 'a'), etag: '"v1"' },
    ]);
    await expect(fetchFile(large.url, census, rules)).rejects.toThrow('larger than 1 MB');
    expect(await readdir(folder)).toEqual([]);
  });
});

it('sends a batch as the form that the geocoder asks for, and keeps its reply', async () => {
  const received: string[] = [];
  const url = await serveFile((req, res) => {
    received.push(req.method!, String(req.headers['content-type']).split(';')[0]!);
    req.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
    req.on('end', () => res.end('"7","1 Elm St","No_Match"\n'));
  });
  const form = new FormData();
  form.set('benchmark', 'Public_AR_Current');
  const { file } = await fetchFile(url, census, rules, form);
  expect([received[0], received[1], file.name, file.bytes]).toEqual(['POST', 'multipart/form-data', 'census.csv', 26]);
  expect(received.slice(2).join('')).toContain('name="benchmark"\r\n\r\nPublic_AR_Current');
  await file.remove();
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
