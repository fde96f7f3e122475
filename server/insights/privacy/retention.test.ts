import { randomUUID } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { saveToOutbox } from '#server/base/email/outbox.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { applyRetention } from './retention.ts';

const NOW = '2026-03-01T12:00:00Z';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: NOW });
});
afterAll(() => app.stop());

/** A day before the limit, the limit, and a day after it. */
const around = (years: number): { old: Date; young: Date } => {
  const limit = new Date(NOW);
  limit.setUTCFullYear(limit.getUTCFullYear() - years);
  return { old: new Date(limit.getTime() - 86_400_000), young: new Date(limit.getTime() + 86_400_000) };
};
const days = (n: number, from = app.deps.clock.now()) => new Date(from.getTime() + n * 86_400_000);
const count = async (sql: string): Promise<number> => (await rows<{ n: number }>(app.deps.db, sql))[0]!.n;
const mails = () => count(`select count(*) as n from jobs where name = 'mail'`);

describe('retention', () => {
  it('anonymizes analytics after two years, not a day earlier', async () => {
    const { db } = app.deps;
    const { userId } = await app.signIn();
    for (const [name, at] of Object.entries(around(2))) {
      const sessionId = randomUUID();
      await db('userSessions').insert({
        sessionId,
        userId,
        startTime: at,
        ipAddress: '203.0.113.0',
        userAgent: 'Browser',
        referrer: 'https://x.example',
        cityName: 'Portland',
        deviceType: name,
        countryCode: 'US',
      });
      const told = { sessionId, timestamp: at };
      await db('userEvents').insert({
        ...told,
        userId,
        eventType: 'search',
        searchQuery: 'Ann Smith',
        metadata: { pageTitle: 'Ann', source: name },
      });
      await db('searchAnalytics').insert({ ...told, searchQuery: 'Ann Smith', resultsCount: 3 });
      await db('conversionEvents').insert({ ...told, userId, eventType: 'dentist_click', value: 1 });
      const day = at.toISOString().slice(0, 10);
      await db('insightDaily').insert({ day, measure: 'searches', key: '', n: 2 });
      await db('insightTops').insert([
        { day, size: 1, measure: 'search', key: 'ann smith', n: 4 },
        { day, size: 1, measure: 'search', key: 'portland', n: 5 },
        // The block contains days before the limit, or starts after it.
        { day, size: 64, measure: 'search', key: 'ann smith', n: 4 },
      ]);
    }
    const look = () =>
      rows(
        db,
        `select device_type, user_id is null and ip_address is null and user_agent is null and referrer is null and city_name is null as gone,
           country_code from user_sessions order by start_time`,
      );
    for (let run = 0; run < 2; run++) {
      await applyRetention(app.deps);
      expect(await look()).toEqual([
        { deviceType: 'old', gone: true, countryCode: 'US' },
        { deviceType: 'young', gone: false, countryCode: 'US' },
      ]);
      expect(
        await rows(
          db,
          `select user_id is null as nobody, search_query, metadata from user_events order by "timestamp"`,
        ),
      ).toEqual([
        { nobody: true, searchQuery: null, metadata: { source: 'old' } },
        { nobody: false, searchQuery: 'Ann Smith', metadata: { pageTitle: 'Ann', source: 'young' } },
      ]);
      expect(await rows(db, `select search_query, results_count from search_analytics order by "timestamp"`)).toEqual([
        { searchQuery: null, resultsCount: 3 },
        { searchQuery: 'Ann Smith', resultsCount: 3 },
      ]);
      expect(await rows(db, `select user_id is null as nobody from conversion_events order by "timestamp"`)).toEqual([
        { nobody: true },
        { nobody: false },
      ]);
      expect(await count(`select count(*) as n from insight_daily`)).toBe(2);
      expect(await rows(db, `select size, key from insight_tops order by day, size, key`)).toEqual([
        { size: 1, key: 'portland' },
        { size: 1, key: 'ann smith' },
        { size: 1, key: 'portland' },
        { size: 64, key: 'ann smith' },
      ]);
    }
  });

  it('keeps transactions for seven years and messages for two', async () => {
    const { db } = app.deps;
    const paid = { customerId: 'cus', description: 'x', status: 'paid', currency: 'usd', cents: 1 };
    for (const [name, at] of Object.entries(around(7)))
      await db('transactions').insert({ ...paid, invoiceId: name, createdAt: at });
    const [listing] = (await db('dentists').insert({ name: 'Dr. A' }).returning('id')) as { id: number }[];
    for (const [name, at] of Object.entries(around(2))) {
      await db('contactMessages').insert({
        name,
        email: 'a@example.com',
        subject: 's',
        category: 'general',
        message: 'm',
        createdAt: at,
      });
      const request = { kind: 'other', name, email: 'a@example.com', receivedAt: at, dueAt: at };
      await db('privacyRequests').insert([
        { ...request, status: 'done', closedAt: at, notes: 'x' },
        { ...request, name: `${name} and open` },
      ]);
      await db('listingProblems').insert({ dentistId: listing!.id, about: 'phone', message: name, createdAt: at });
      await db('jobs').insert([
        { name: 'mail', payload: { sealed: name }, runAt: at, attempts: 8, maxAttempts: 8 },
        { name: 'mail', payload: { sealed: `${name} and waiting` }, runAt: at, attempts: 1, maxAttempts: 8 },
      ]);
      await saveToOutbox(app.deps.config.DATA_DIR, at, Buffer.from(name));
    }
    const outbox = join(app.deps.config.DATA_DIR, 'outbox');
    await writeFile(join(outbox, 'notes.txt'), 'not ours');
    for (let run = 0; run < 2; run++) {
      await applyRetention(app.deps);
      expect(await rows(db, `select invoice_id from transactions`)).toEqual([{ invoiceId: 'young' }]);
      expect(await db('contactMessages').pluck('name')).toEqual(['young']);
      expect((await db('privacyRequests').pluck('name')).toSorted()).toEqual([
        'old and open',
        'young',
        'young and open',
      ]);
      expect(await db('listingProblems').pluck('message')).toEqual(['young']);
      expect(await rows(db, `select payload ->> 'sealed' as mail from jobs where attempts > 0 order by id`)).toEqual([
        { mail: 'old and waiting' },
        { mail: 'young' },
        { mail: 'young and waiting' },
      ]);
      const files = (await readdir(outbox)).toSorted();
      expect(files).toHaveLength(2);
      expect([await readFile(join(outbox, files[0]!), 'utf8'), files[1]]).toEqual(['young', 'notes.txt']);
    }
    await db('jobs').where('attempts', '>', 0).delete();
  });

  it('deletes an account after three inactive years and a warning, except staff and paying customers', async () => {
    const { db, clock } = app.deps;
    await db('users').delete();
    const { old, young } = around(3);
    const warnAt = days(30, old);
    const user = async (name: string, lastUsed: Date, extra: object = {}) => {
      const [row] = (await db('users')
        .insert({ email: `${name}@example.com`, name, createdAt: '2015-01-01T00:00:00Z', ...extra })
        .returning('id')) as [{ id: number }];
      await db('authSessions').insert({
        userId: row.id,
        tokenHash: Buffer.from(name),
        createdAt: '2015-01-01T00:00:00Z',
        lastSeenAt: lastUsed,
        expiresAt: NOW,
      });
      return row.id;
    };
    const gone = await user('gone', old);
    await user('soon', days(-1, warnAt));
    await user('fresh', days(2, warnAt));
    await user('staff', old, { role: 'admin' });
    await user('payer', old, { subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    const back = await user('back', young);
    const [listing] = (await db('dentists').insert({ name: 'Dr. Gone', userId: gone }).returning('id')) as [
      { id: number },
    ];
    // The last activity is kept when a session ends.
    await db('authSessions').where({ userId: gone }).delete();
    expect((await db('accountActivity').where({ userId: gone }).first()).lastActiveAt).toEqual(old);

    const names = async () => (await db('users').orderBy('name').pluck('name')).join(' ');
    const before = await mails();
    for (let run = 0; run < 2; run++) {
      await applyRetention(app.deps);
      expect(await mails()).toBe(before + 3);
      expect(await names()).toBe('back fresh gone payer soon staff');
    }
    clock.advance(29 * 86_400_000);
    await db('authSessions').insert({
      userId: back,
      tokenHash: Buffer.from('again'),
      createdAt: clock.now(),
      lastSeenAt: clock.now(),
      expiresAt: clock.now(),
    });
    await applyRetention(app.deps);
    expect(await names()).toBe('back fresh gone payer soon staff');
    clock.advance(2 * 86_400_000);
    for (let run = 0; run < 2; run++) {
      await applyRetention(app.deps);
      expect(await names()).toBe('back fresh payer staff');
    }
    expect(await db('dentists').where(listing).first()).toMatchObject({ name: 'Dr. Gone', userId: null });
    expect(
      await rows(db, `select action, subject_id from audit_log where action = 'account.expired' order by id limit 1`),
    ).toEqual([{ action: 'account.expired', subjectId: String(gone) }]);
  });
});
