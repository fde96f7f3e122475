import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { AnswerLimits } from './answer-limits.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
const DAY = 86_400_000;
let app: TestApp;
let staff: { token: string };
const lines: string[] = [];
beforeAll(async () => {
  app = await testApp({
    now: '2026-03-10T16:00:00Z',
    env: { TRUST_PROXY: '1', LIMIT_TRACK: '100000/60' },
    logTo: new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  });
  staff = await app.signIn({ role: 'admin' });
});
afterAll(() => app.stop());

let id: number;
let hosts = 0;
beforeEach(async () => {
  id = await addListing();
});
const addListing = async (): Promise<number> =>
  (await app.deps.db('dentists').insert({ name: 'Dr. Call', phone: '(512) 555-0142', state: 'TX' }).returning('id'))[0]
    .id;

const headersOf = (ip: string, sessionId?: string) => ({
  'user-agent': CHROME,
  'x-forwarded-for': ip,
  ...(sessionId ? { 'x-session-id': sessionId } : {}),
});
/** Starts a visit from a network of its own and taps Call. */
async function visit(of = id, ip = `10.${(++hosts >> 8) & 255}.${hosts & 255}.7`, contactType = 'phone') {
  const { sessionId } = (await app.post('/api/analytics/session', {}, { headers: headersOf(ip) })).body;
  const event = { eventType: 'contact', eventName: 'contact_attempt', contactType, dentistId: of };
  await app.post('/api/analytics/track', event, { headers: headersOf(ip, sessionId) });
  return headersOf(ip, sessionId);
}
const answer = async (text: string, of = id, headers?: Record<string, string>) =>
  app.post(`/api/dentists/${of}/call-answers`, { answer: text }, { headers: headers ?? (await visit(of)) });
const sums = (of = id) => app.deps.db('callAnswers').where({ dentistId: of }).orderBy('answer').select('answer', 'n');
const problems = () => app.deps.db('listingProblems').where({ dentistId: id });
const reached = async (of = id) => (await app.get(`/api/dentists/${of}`)).body.reachedByPhone;

describe('an answer', () => {
  it('is counted by listing, month, and answer, and totals are shown from three answers on', async () => {
    expect((await answer('yes')).body).toEqual({ ok: true });
    await answer('yes');
    await answer('no');
    expect(await sums()).toEqual([
      { answer: 'no', n: 1 },
      { answer: 'yes', n: 2 },
    ]);
    expect(await reached()).toBeNull();
    await answer('yes');
    expect(await reached()).toBe(3);
    app.deps.clock.advance(31 * DAY);
    expect(await reached()).toBeNull();
    app.deps.clock.advance(-31 * DAY);
  });

  it('needs a visit that tapped Call on this listing', async () => {
    const elsewhere = await visit(await addListing());
    const directions = await visit(id, '10.9.9.1', 'directions');
    for (const [headers, status, error] of [
      [headersOf('10.9.9.2'), 404, 'unknown_session'],
      [headersOf('10.9.9.2', '00000000-0000-4000-8000-000000000000'), 404, 'unknown_session'],
      [elsewhere, 409, 'no_call'],
      [directions, 409, 'no_call'],
    ] as const) {
      const refused = await answer('yes', id, headers);
      expect([refused.status, refused.body.error]).toEqual([status, error]);
    }
    expect((await answer('maybe')).status).toBe(400);
    const called = await visit();
    app.deps.clock.advance(DAY + 60_000);
    expect((await answer('yes', id, called)).status).toBe(404);
    app.deps.clock.advance(-DAY - 60_000);
    expect(await sums()).toEqual([]);
  });

  it('counts once per network, listing, and day, and ten times per network and day', async () => {
    const ip = '203.0.113.9';
    for (let n = 0; n < 3; n++) expect((await answer('yes', id, await visit(id, ip))).status).toBe(200);
    expect(await sums()).toEqual([{ answer: 'yes', n: 1 }]);
    const statuses = [];
    for (let n = 0; n < 11; n++) {
      const other = await addListing();
      statuses.push((await answer('yes', other, await visit(other, ip))).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 429, 429]);
  });

  it('leaves no trace of a person, device, or visit', async () => {
    const headers = await visit(id, '198.51.100.77');
    const from = lines.length;
    await answer('no', id, headers);
    const log = lines.slice(from).join('');
    expect(log).toContain(`/api/dentists/${id}/call-answers`);
    for (const trace of ['198.51.100', headers['x-session-id']!, 'Chrome/130']) expect(log).not.toContain(trace);
    const columns = await rows<{ table: string; column: string }>(
      app.deps.db,
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_name in ('call_answers', 'wrong_number_days') order by 1, ordinal_position`,
    );
    expect(columns.map(({ table, column }) => `${table}.${column}`)).toEqual([
      'call_answers.dentist_id',
      'call_answers.month',
      'call_answers.answer',
      'call_answers.n',
      'wrong_number_days.dentist_id',
      'wrong_number_days.day',
    ]);
  });
});

describe('wrong numbers', () => {
  it('from two networks within 60 days open one problem', async () => {
    await answer('wrong_number');
    expect(await problems()).toEqual([]);
    app.deps.clock.advance(59 * DAY);
    await answer('wrong_number');
    expect(await problems()).toMatchObject([{ about: 'phone', status: 'open', email: null, userId: null }]);
    for (let n = 0; n < 4; n++) await answer('wrong_number');
    expect(await problems()).toHaveLength(1);
    // Once staff have closed it, two more open the next one.
    await app.deps.db('listingProblems').where({ dentistId: id }).update({ status: 'resolved' });
    await answer('wrong_number');
    expect(await problems()).toHaveLength(1);
    await answer('wrong_number');
    expect(await problems()).toHaveLength(2);
    const listed = (await app.get('/api/admin/problems?status=open', { token: staff.token })).body;
    expect(listed.filter((problem: { dentistId: number }) => problem.dentistId === id)).toHaveLength(1);
  });

  it('from one network, or more than 60 days apart, open none', async () => {
    const ip = '203.0.113.50';
    await answer('wrong_number', id, await visit(id, ip));
    await answer('wrong_number', id, await visit(id, ip));
    expect(await problems()).toEqual([]);
    app.deps.clock.advance(62 * DAY);
    await answer('wrong_number');
    expect(await problems()).toEqual([]);
  });

  it('at the same time open one problem', async () => {
    const visits = await Promise.all([1, 2, 3, 4].map(() => visit()));
    await Promise.all(visits.map((headers) => answer('wrong_number', id, headers)));
    expect(await problems()).toHaveLength(1);
  });
});

describe('the sums of a listing', () => {
  it('move with a merge, move back, and vanish with the listing', async () => {
    const gone = await addListing();
    for (const text of ['yes', 'yes', 'no']) await answer(text, gone);
    await answer('yes');
    const merge = await app.post(
      `/api/admin/listings/${id}/merge`,
      { otherId: gone, take: [] },
      { token: staff.token },
    );
    expect([merge.status, merge.body.message]).toEqual([200, undefined]);
    expect(await sums(gone)).toEqual([]);
    expect(await sums()).toEqual([
      { answer: 'no', n: 1 },
      { answer: 'yes', n: 3 },
    ]);
    expect(await reached()).toBe(3);
    await answer('yes');
    await app.post(`/api/admin/merges/${merge.body.mergeId}/undo`, {}, { token: staff.token });
    expect(await sums()).toEqual([{ answer: 'yes', n: 2 }]);
    expect(await sums(gone)).toEqual([
      { answer: 'no', n: 1 },
      { answer: 'yes', n: 2 },
    ]);
    await app.deps.db('dentists').where({ id: gone }).delete();
    expect(await sums(gone)).toEqual([]);
  });

  it('are part of the insights of the owner', async () => {
    const owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
    await app.deps.db('dentists').where({ id }).update({ userId: owner.userId });
    for (const text of ['yes', 'yes', 'no', 'wrong_number']) await answer(text);
    const { body } = await app.get(`/api/user/dentists/${id}/insights`, { token: owner.token });
    expect(body.callAnswers).toEqual({ yes: 2, no: 1, wrongNumber: 1 });
  });
});

it('limits forget networks every day, and hash them with a salt of the process', () => {
  const limits = new AnswerLimits();
  const at = (text: string) => new Date(`${text}T16:00:00Z`);
  expect(limits.admit('192.0.2.1', 1, at('2026-03-10'))).toBe('new');
  expect(limits.admit('192.0.2.1', 1, at('2026-03-10'))).toBe('again');
  expect(limits.admit('192.0.2.2', 1, at('2026-03-10'))).toBe('new');
  expect(limits.admit('192.0.2.1', 1, at('2026-03-11'))).toBe('new');
});
