import { gunzipSync } from 'node:zlib';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSecrets } from '#server/base/secrets.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { listSections, listTablesInOrder } from './queries-backup.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let file: Buffer;
let userId: number;
beforeAll(async () => {
  app = await testApp();
  ({ userId } = await app.signIn({ email: 'ann@example.com' }));
  const { db, clock } = app.deps;
  const at = clock.now();
  await db('users').where({ id: userId }).update({ password: 'scrypt-of-ann', resetToken: 'reset-of-ann', resetTokenExpiresAt: at }); // prettier-ignore
  await db('twoFactor').insert({ userId, secret: 'totp-of-ann', createdAt: at, confirmedAt: at });
  await db('recoveryCodes').insert({ userId, codeHash: Buffer.from('code-of-ann') });
  const [listing] = (await db('dentists').insert({ name: 'Ann Poe' }).returning('id')) as [{ id: number }];
  await db('listingManagers').insert({
    dentistId: listing.id,
    email: 'bo@example.com',
    tokenHash: Buffer.from('invitation-of-bo'),
    invitedAt: at,
  });
  await db('listingTransfers').insert({
    dentistId: listing.id,
    email: 'cy@example.com',
    tokenHash: Buffer.from('offer-to-cy'),
    offeredAt: at,
    expiresAt: at,
  });
  await db('appointmentRequests').insert({
    dentistId: listing.id,
    name: 'Pia',
    email: 'pia@example.com',
    linkKey: Buffer.from('link-of-pia'),
    tokenHash: Buffer.from('token-of-pia'),
    createdAt: at,
    changedAt: at,
  });
  const parts: Buffer[] = [];
  const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (parts.push(chunk), done()) });
  await writeBackup(app.deps, output, { signal: new AbortController().signal });
  file = Buffer.concat(parts);
});
afterAll(() => app.stop());

const readCredentials = async ({ deps: { db } }: TestApp) => ({
  users: await db('users').where({ id: userId }).select('email', 'password', 'resetToken', 'resetTokenExpiresAt'),
  twoFactor: await db('twoFactor'),
  recoveryCodes: await db('recoveryCodes'),
  managers: await db('listingManagers'),
  transfers: await db('listingTransfers'),
  appointments: await db('appointmentRequests'),
});

it('are not readable in a backup', () => {
  const text = gunzipSync(file).toString('latin1');
  const hexOf = (value: string) => Buffer.from(value).toString('hex');
  expect(text).toContain('ann@example.com');
  for (const secret of [
    'scrypt-of-ann',
    'reset-of-ann',
    'totp-of-ann',
    hexOf('code-of-ann'),
    hexOf('invitation-of-bo'),
    hexOf('offer-to-cy'),
    hexOf('link-of-pia'),
    hexOf('token-of-pia'),
  ])
    expect(text).not.toContain(secret);
});

it('are restored with the same SECRET_KEY', async () => {
  const other = await testApp();
  try {
    expect((await restoreBackup(other.deps, Readable.from([file]))).hasCredentials).toBe(true);
    expect(await readCredentials(other)).toEqual(await readCredentials(app));
  } finally {
    await other.stop();
  }
});

it('are left out with another SECRET_KEY, and everything else is restored', async () => {
  const other = await testApp();
  try {
    const deps = { ...other.deps, secret: createSecrets('another key that is long enough to be one') };
    expect((await restoreBackup(deps, Readable.from([file]))).hasCredentials).toBe(false);
    expect(await readCredentials(other)).toMatchObject({
      users: [{ email: 'ann@example.com', password: null, resetToken: null }],
      twoFactor: [],
      recoveryCodes: [],
      managers: [{ email: 'bo@example.com', tokenHash: null }],
      transfers: [{ email: 'cy@example.com', tokenHash: null }],
      appointments: [{ email: 'pia@example.com', linkKey: null, tokenHash: null }],
    });
  } finally {
    await other.stop();
  }
});

/** Columns whose names look like credentials and that are none, or that are encrypted already. */
const harmless = ['ai_brands.api_key', 'dentist_photos.hash', 'media.hash', 'review_photos.hash', 'generation_items.tokens_in', 'generation_items.tokens_out', 'idempotency_keys.key', 'webhook_endpoints.secret', 'webhook_endpoints.old_secret', 'webhook_endpoints.old_secret_until']; // prettier-ignore

it('are sealed in every column that may hold one', async () => {
  const sections = listSections(await listTablesInOrder(app.deps.db));
  const plainColumns = sections
    .filter(({ sealed }) => !sealed)
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`));
  const suspects = plainColumns.filter((column) =>
    /password|token|secret|hash|pin_hash|api_key|link_key|code_/.test(column),
  );
  expect(suspects.filter((column) => !harmless.includes(column))).toEqual([]);
});
