import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { factFields } from '#shared/listings/facts.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
  [app, other] = [await testApp(), await testApp()];
});
afterAll(async () => {
  await app.stop();
  await other.stop();
});

it('a restore opens the facts that an older version filled in without a source, and keeps the others', async () => {
  const at = '2026-01-01T00:00:00.000Z';
  const defaults = { acceptsNewPatients: true, acceptsInsurance: false, emergencyServices: false };
  await app.deps.db('dentists').insert([
    { name: 'By Default', ...defaults },
    { name: 'By Owner', ...defaults, fieldSources: { acceptsNewPatients: { source: 'owner', at } } },
    { name: 'By File', parkingAvailable: false, fieldSources: { '*': { source: 'import', name: 'a.csv', at } } },
  ]);
  const parts: Buffer[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (parts.push(chunk), done()) });
  await writeBackup(app.deps, output, { signal: new AbortController().signal });
  await restoreBackup(other.deps, Readable.from([Buffer.concat(parts)]));
  const restored = (await other.deps
    .db('dentists')
    .orderBy('id')
    .select('name', ...factFields)) as Record<string, unknown>[];
  const readKnown = (row: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  expect(restored.map(readKnown)).toEqual([
    { name: 'By Default' },
    { name: 'By Owner', acceptsNewPatients: true },
    { name: 'By File', parkingAvailable: false },
  ]);
  expect((await other.get('/api/dentists/search?newPatients=true')).body).toHaveLength(1);
});
