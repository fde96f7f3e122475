import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayOf } from '#shared/insights/report-zone.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { countCallList } from './call-list.ts';

const DAY = 86_400_000;
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp({ now: '2026-05-20T15:00:00Z' });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

const daysAgo = (days: number) => new Date(app.deps.clock.now().getTime() - days * DAY);
const today = () => dayOf(app.deps.clock.now());

interface Practice {
  values?: object;
  views?: [daysAgo: number, n: number][];
  answers?: [month: string, answer: string, n: number][];
  problems?: object[];
}
async function add(name: string, { values = {}, views = [], answers = [], problems = [] }: Practice): Promise<number> {
  const { db } = app.deps;
  const [{ id }] = await db('dentists')
    .insert({ name, phone: '(512) 555-0142', city: 'Austin', state: 'TX', ...values })
    .returning('id');
  for (const [days, n] of views)
    await db('insightListings').insert({ dentistId: id, day: addDays(today(), -days), action: 'view', n });
  for (const [month, answer, n] of answers) await db('callAnswers').insert({ dentistId: id, month, answer, n });
  for (const problem of problems)
    await db('listingProblems').insert({
      dentistId: id,
      about: 'phone',
      message: 'Wrong',
      createdAt: daysAgo(5),
      ...problem,
    });
  return id;
}
const columns = 'id,name,phone,why,views,confirmed';
const list = async () => {
  const { status, body } = await app.get(`/api/admin/tables/callList/rows?columns=${columns}`, { token });
  expect(status).toBe(200);
  return body.rows as { id: number; name: string; why: string | null; views: number; confirmed: string | null }[];
};

describe('the call list', () => {
  it('has unconfirmed practices by views, those with reports and unreached callers first, with the reason', async () => {
    await add('Seldom viewed', { views: [[3, 4]] });
    await add('Often viewed', { views: [[3, 40], [80, 60]] }); // prettier-ignore
    await add('Viewed long ago', { views: [[91, 500]] });
    await add('Never viewed', {});
    await add('Confirmed lately', { views: [[3, 900]], values: { confirmedAt: daysAgo(89) } });
    await add('Confirmed long ago', { views: [[3, 50]], values: { confirmedAt: daysAgo(91) } });
    await add('No phone', { views: [[3, 900]], values: { phone: null } });
    await add('Deleted', { views: [[3, 900]], values: { deletedAt: daysAgo(1) } });
    await add('Reached', { views: [[3, 30]], answers: [['2026-05-01', 'yes', 2], ['2026-05-01', 'no', 2]] }); // prettier-ignore
    await add('Not reached', {
      views: [[3, 1]],
      answers: [['2026-04-01', 'yes', 1], ['2026-04-01', 'no', 2], ['2026-05-01', 'wrong_number', 1]], // prettier-ignore
    });
    await add('Not reached in winter', { views: [[3, 2]], answers: [['2026-01-01', 'no', 9]] });
    await add('Reported', { problems: [{}, { about: 'hours' }] });
    await add('Report resolved', { problems: [{ status: 'resolved', closedAt: daysAgo(1) }] });
    await add('Reported since', { problems: [{}], values: { confirmedAt: daysAgo(6) }, views: [[3, 5]] });
    await add('Reported before', { problems: [{}], values: { confirmedAt: daysAgo(4) }, views: [[3, 900]] });
    await countCallList(app.deps);
    expect((await list()).map(({ name, why, views }) => [name, why, views])).toEqual([
      ['Reported since', '1 open report: phone number', 5],
      ['Reported', '2 open reports: office hours, phone number', 0],
      ['Not reached', '3 of 4 callers didn’t reach it', 1],
      ['Often viewed', null, 100],
      ['Confirmed long ago', null, 50],
      ['Reached', null, 30],
      ['Seldom viewed', null, 4],
      ['Not reached in winter', null, 2],
    ]);
  });

  it('drops a practice as soon as it is confirmed by phone, and is the same as CSV', async () => {
    const [, , third] = await list();
    const reviewer = await app.signIn({ role: 'reviewer' });
    await app.post(`/api/admin/listings/${third!.id}/confirm`, {}, { token: reviewer.token });
    const left = await list();
    expect(left.map(({ name }) => name)).not.toContain(third!.name);
    const { text } = await app.get(`/api/admin/tables/callList/csv?columns=name,phone`, { token });
    expect(text.replace('\ufeff', '').trim().split('\r\n')).toEqual([
      'Name,Phone',
      ...left.map(({ name }) => `${name},(512) 555-0142`),
    ]);
    // A report that is newer than the confirmation contradicts it.
    await app.deps.db('listingProblems').insert({
      dentistId: third!.id,
      about: 'closed',
      message: 'Moved',
      createdAt: new Date(app.deps.clock.now().getTime() + 1_000),
    });
    await countCallList(app.deps);
    expect((await list()).find(({ name }) => name === third!.name)?.why).toBe(
      '1 open report: the practice has closed or moved; 3 of 4 callers didn’t reach it',
    );
  });

  it('is counted by servers at the same time without an error', async () => {
    const before = await list();
    await Promise.all([1, 2, 3].map(() => countCallList(app.deps)));
    expect(await list()).toEqual(before);
  });
});

describe('the share of confirmed listings', () => {
  it('is counted by state in Data health, and in total for everyone', async () => {
    const other = await testApp({ now: '2026-05-20T15:00:00Z' });
    const { db } = other.deps;
    await db('dentists').delete();
    const at = (days: number | null) => (days === null ? null : daysAgo(days));
    await db('dentists').insert(
      (
        [['TX', 1], ['TX', 89], ['TX', 91], ['TX', null], ['TX', null], ['OR', 90], ['OR', null], ['NV', null], [null, 2]] as const
      ).map(([state, days], n) => ({ name: `Dr. ${n}`, state, confirmedAt: at(days) })),
    ); // prettier-ignore
    const count = async () => (await other.get('/api/confirmations/count')).body;
    expect(await count()).toEqual({ days: 90, confirmed: 4 });
    const staff = await other.signIn({ role: 'analyst' });
    const health = async () => (await other.get('/api/admin/data-health', { token: staff.token })).body.confirmed;
    expect(await health()).toEqual({
      days: 90,
      count: 4,
      states: [
        { state: 'TX', listings: 5, confirmed: 2 },
        { state: 'OR', listings: 2, confirmed: 1 },
        { state: 'NV', listings: 1, confirmed: 0 },
      ],
    });
    await db('dentists')
      .where({ state: 'TX', confirmedAt: daysAgo(1) })
      .update({ deletedAt: daysAgo(0) });
    expect(await count()).toEqual({ days: 90, confirmed: 3 });
    other.deps.clock.advance(DAY);
    expect((await health()).states).toEqual([
      { state: 'TX', listings: 4, confirmed: 1 },
      { state: 'OR', listings: 2, confirmed: 0 },
      { state: 'NV', listings: 1, confirmed: 0 },
    ]);
    await other.stop();
  });
});
