import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { s3Store, type S3Store } from '#server/test/doubles/s3-store.ts';
import { MAX_NIGHTLY_BACKUPS, makeNightlyBackup, listRecentBackups } from './backup-store.ts';
import { restoreBackup } from './restore.ts';

const access = { id: 'AKIAENAMEL', secret: 'a secret/with+signs', region: 'eu-central-1' };
let app: TestApp;
let store: S3Store;
const createDeps = (secret = access.secret) => ({
  ...app.deps,
  config: {
    ...app.deps.config,
    S3_ENDPOINT: `${store.endpoint}/`,
    S3_BUCKET: 'kept',
    S3_REGION: access.region,
    S3_ACCESS_KEY_ID: access.id,
    S3_SECRET_ACCESS_KEY: secret,
  },
});
beforeAll(async () => {
  app = await testApp();
  store = await s3Store(access);
  await importText(app, 'name,city,state\nAnn Poe,Boston,MA\nBo Lee,Austin,TX\n');
});
afterAll(async () => {
  await store.stop();
  await app.stop();
});
const listFolder = () => readdir(join(app.deps.config.DATA_DIR, 'backups')).catch(() => []);

it('a nightly backup is uploaded to the S3 store and can be restored from there', async () => {
  await makeNightlyBackup(createDeps());
  expect(store.refused).toEqual([]);
  const [last] = await listRecentBackups(app.deps);
  expect(last).toMatchObject({ kind: 'nightly', place: 's3' });
  expect([...store.objects.keys()]).toEqual([`/kept/backups/${last!.name}`]);
  const object = [...store.objects.values()][0]!;
  expect(object.length).toBe(last!.bytes);
  expect(await listFolder()).toEqual([]);
  const other = await testApp();
  try {
    await restoreBackup(other.deps, Readable.from([object]));
    const names = (await other.deps.db('dentists').orderBy('id').select('name')) as { name: string }[];
    expect(names.map(({ name }) => name)).toEqual(['Ann Poe', 'Bo Lee']);
  } finally {
    await other.stop();
  }
}, 60_000);

it('the oldest backups are deleted from the store', async () => {
  for (let night = 0; night < MAX_NIGHTLY_BACKUPS + 1; night++) {
    app.deps.clock.advance(86_400_000);
    await makeNightlyBackup(createDeps());
  }
  expect(store.refused).toEqual([]);
  const backups = await listRecentBackups(app.deps);
  expect(store.objects.size).toBe(MAX_NIGHTLY_BACKUPS);
  expect([...store.objects.keys()]).toContain(`/kept/backups/${backups[0]!.name}`);
}, 120_000);

it('a failed upload is reported and leaves no backup record', async () => {
  app.deps.clock.advance(86_400_000);
  const before = await listRecentBackups(app.deps);
  await expect(makeNightlyBackup(createDeps('another secret'))).rejects.toThrow(
    'The S3 store returned 403 for a backup upload',
  );
  expect(store.refused).toEqual(['SignatureDoesNotMatch']);
  expect([await listRecentBackups(app.deps), await listFolder()]).toEqual([before, []]);
});
