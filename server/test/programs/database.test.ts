import { expect, test } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { freshDatabase } from './database.ts';

test("freshDatabase creates migrated databases that don't share data", async () => {
  const [one, two] = await Promise.all([freshDatabase(), freshDatabase()]);
  await one.db('users').insert({ email: 'a@example.com', name: 'A' });
  expect(await one.db('users').select('email', 'subscriptionPlan')).toEqual([
    { email: 'a@example.com', subscriptionPlan: 'free' },
  ]);
  expect(await two.db('users').select('email')).toEqual([]);
  await one.drop();
  const left = await rows<{ datname: string }>(two.db, `select datname from pg_database where datname = ?`, [
    new URL(one.url).pathname.slice(1),
  ]);
  expect(left).toEqual([]);
  await two.drop();
});

test('the application role is not a superuser, and collation is the same on every machine', async () => {
  const { db, drop } = await freshDatabase();
  const [found] = await rows<Record<string, unknown>>(
    db,
    `select (select rolsuper from pg_roles where rolname = current_user) as super, lower('ÉCLAT') as low,
      'Z' < 'a' as by_code, current_setting('timezone') as timezone, current_setting('server_encoding') as encoding`,
  );
  expect(found).toEqual({ super: false, low: 'éclat', byCode: true, timezone: 'UTC', encoding: 'UTF8' });
  for (const name of ['pg_trgm', 'unaccent', 'btree_gin', 'citext', 'pgcrypto'])
    await db.raw(`create extension if not exists ${name}`);
  expect(await rows(db, `select show_trgm('é') <> '{}' as letters`)).toEqual([{ letters: true }]);
  await drop();
});
