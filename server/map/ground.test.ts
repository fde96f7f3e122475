import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FetchSource, PMTiles } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { makePmtiles } from '#server/test/pmtiles-file.ts';
import { installGround } from './install-ground.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await testApp();
  folder = await mkdtemp(join(tmpdir(), 'ground-'));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

const rules = { allowLoopback: true };
const dataDir = () => app.deps.config.DATA_DIR;
const write = async (name: string, bytes: Buffer): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};
const install = async (bytes: Buffer) => installGround(await write('ground.pmtiles', bytes), dataDir(), rules);
const findGround = async () =>
  (await app.get('/api/site')).body.mapGround as { url: string; attribution: string } | null;

/** Serves bytes, and claims a length. */
async function serveFile(bytes: Buffer, length = bytes.length) {
  const server = createServer((req, res) => {
    if (req.url === '/moved') return void res.writeHead(302, { Location: '/' }).end();
    res.writeHead(req.url === '/' ? 200 : 404, { 'Content-Length': length });
    res.end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

describe('the ground of the map', () => {
  it('is read in ranges by the PMTiles client, and cached forever under its own URL', async () => {
    expect(await findGround()).toBeNull();
    expect((await app.get('/map/ground-1-1.pmtiles')).status).toBe(404);
    await install(makePmtiles());
    const ground = (await findGround())!;
    expect(ground).toEqual({ url: expect.stringMatching(/^\/map\/ground-[\w-]+\.pmtiles$/), attribution: 'Test © Streets' }); // prettier-ignore

    const client = new PMTiles(new FetchSource(app.url + ground.url));
    expect(await client.getHeader()).toMatchObject({ specVersion: 3, maxZoom: 7 });
    const tile = await client.getZxy(5, 7, 12);
    expect(Buffer.from(tile!.data).includes('Testville')).toBe(true);
    expect(await client.getZxy(8, 0, 0)).toBeUndefined();

    const part = await fetch(app.url + ground.url, { headers: { Range: 'bytes=0-6', 'Accept-Encoding': 'br, gzip' } });
    expect([part.status, await part.text(), part.headers.get('content-encoding')]).toEqual([206, 'PMTiles', null]);
    expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable, no-transform');
  });

  it('gets another URL when it is replaced, so parts of two files never mix', async () => {
    const before = (await findGround())!;
    await install(makePmtiles({ metadata: { attribution: undefined } }));
    const after = (await findGround())!;
    expect(after.url).not.toBe(before.url);
    expect(after.attribution).toBe('© OpenStreetMap contributors');
    expect((await app.get(before.url)).status).toBe(404);
    expect((await app.get(after.url)).status).toBe(200);
  });

  it('comes from an address, too', async () => {
    const source = await serveFile(makePmtiles());
    await expect(installGround(`${source.url}/`, dataDir(), rules)).resolves.toMatchObject({ maxZoom: 7 });
    expect(await findGround()).toMatchObject({ attribution: 'Test © Streets' });
    source.stop();
  });

  it.each([
    ['another file', () => Buffer.from('PK\u0003\u0004'.padEnd(300)), 'This is not a PMTiles file.'],
    ['an empty file', () => Buffer.alloc(0), 'This is not a PMTiles file.'],
    ['an older version', () => makePmtiles({ version: 2 }), 'version 2 of PMTiles'],
    ['part of a file', () => makePmtiles().subarray(0, -20), 'The file is not complete'],
    ['pictures', () => makePmtiles({ tileType: 2 }), 'pictures instead of vector tiles'],
    ['other layers', () => makePmtiles({ metadata: { vector_layers: [{ id: 'water' }] } }), 'no earth, roads, places'],
    ['a damaged description', () => damage(makePmtiles()), 'The file is damaged'],
  ])('stays as it is if %s is installed, with a sentence', async (_, make, sentence) => {
    const before = await findGround();
    await expect(install(make())).rejects.toThrow(sentence);
    expect(await findGround()).toEqual(before);
    expect(await readdir(join(dataDir(), 'map'))).toEqual(['ground.pmtiles']);
  });

  it('stays as it is if a download fails, and no other network is reached', async () => {
    const before = await findGround();
    const cut = await serveFile(makePmtiles().subarray(0, 200), 5_000);
    await expect(installGround(`${cut.url}/moved`, dataDir(), rules)).rejects.toThrow('redirect');
    await expect(installGround(`${cut.url}/missing`, dataDir(), rules)).rejects.toThrow(
      'The server answered with 404.',
    );
    await expect(installGround(`${cut.url}/`, dataDir(), { allowLoopback: false })).rejects.toThrow('https://');
    await expect(installGround('https://10.0.0.1/a.pmtiles', dataDir(), rules)).rejects.toThrow('private network');
    cut.stop();
    expect(await findGround()).toEqual(before);
    expect(await readdir(join(dataDir(), 'map'))).toEqual(['ground.pmtiles']);
  });
});

it('the command installs and removes the ground, and explains itself', async () => {
  const run = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') };
    const command = ['--import', 'tsx', 'server/map/map-command.ts', ...args];
    return promisify(execFile)(process.execPath, command, { env }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
    );
  };
  const file = await write('good.pmtiles', makePmtiles());
  expect(await run('install', file)).toEqual({
    code: 0,
    output: expect.stringContaining('21,845 tiles, up to zoom 7'),
  });
  expect(await readFile(join(folder, 'data/map/ground.pmtiles'))).toEqual(makePmtiles());
  expect(await run('install', await write('bad.pmtiles', Buffer.from('no')))).toEqual({ code: 1, output: 'This is not a PMTiles file.\n' }); // prettier-ignore
  expect(await run('install', '/nowhere.pmtiles')).toEqual({ code: 1, output: 'File not found: /nowhere.pmtiles\n' });
  expect(await run('install')).toEqual({ code: 2, output: expect.stringContaining('Usage: npm run map -- install') });
  expect(await run('remove')).toEqual({ code: 0, output: expect.stringContaining('Removed the ground') });
  expect(await readdir(join(folder, 'data/map'))).toEqual([]);
});

/** Overwrites the description of a file. */
function damage(file: Buffer): Buffer {
  const damaged = Buffer.from(file);
  damaged.fill('x', Number(file.readBigUInt64LE(24)), Number(file.readBigUInt64LE(24)) + 20);
  return damaged;
}
