import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { doctor, owners, type Owners } from '#server/test/people/owners.ts';

// The clock is at Monday, March 3, 2025, 9 AM in Austin.
let o: Owners;
beforeAll(async () => {
  o = await owners();
});
afterAll(() => o.app.stop());

const isListedAsOpen = async (id: number): Promise<boolean> => {
  const { body } = await o.app.get('/api/directory?openNow=true&pageSize=50');
  return body.items.some((item: { id: number }) => item.id === id);
};

test('an owner closes on a date: the profile says so, and “open now” leaves the practice out that day', async () => {
  const id = await o.create();
  await o.put(id, { mondayHours: '8-5' });
  expect(await isListedAsOpen(id)).toBe(true);
  const { status, body } = await o.put(id, { holidayHours: '2025-12-24: 8-12; 2025-03-03 to 2025-03-04: closed' });
  const text = '2025-03-03 to 2025-03-04: Closed; 2025-12-24: 8:00 AM – 12:00 PM';
  expect([status, body.holidayHours]).toEqual([200, text]);
  expect(await isListedAsOpen(id)).toBe(false);
  expect((await o.app.get(`/api/dentists/${id}`)).body.holidayHours).toBe(text);
  const history = await o.history(id);
  expect(history).toContainEqual(
    expect.objectContaining({ field: 'holidayHours', before: null, after: text, source: 'owner', canPutBack: true }),
  );

  // The regular week still answers a filter by the day.
  const mondays = (await o.app.get('/api/directory?openOn=mon&pageSize=50')).body.items as { id: number }[];
  expect(mondays.map((item) => item.id)).toContain(id);

  // A bulk change derives the same schedule again.
  await o.app.deps.db.transaction((trx) => rows(trx, 'select rebuild_search()'));
  expect(await isListedAsOpen(id)).toBe(false);

  await o.put(id, { holidayHours: '2025-03-03: 9:00 AM – 10:00 AM' });
  expect(await isListedAsOpen(id)).toBe(true);
  await o.put(id, { mondayHours: 'Closed' });
  expect(await isListedAsOpen(id)).toBe(true);
  await o.put(id, { holidayHours: '' });
  expect(await isListedAsOpen(id)).toBe(false);
});

test('staff set holiday hours, too', async () => {
  const id = await o.create();
  const admin = await o.app.signIn({ role: 'admin' });
  const { status } = await o.app.call('PUT', `/api/admin/listings/${id}`, {
    token: admin.token,
    body: { holidayHours: '2025-07-04: Closed' },
  });
  expect(status).toBe(200);
  expect((await o.app.get(`/api/dentists/${id}`)).body.holidayHours).toBe('2025-07-04: Closed');
});

test.each([
  ['next week: Closed', /dates such as/],
  ['2025-12-24: Closed; soon', /dates such as/],
  ['2025-13-24: Closed', /choose a date/],
  ['2025-12-24: mornings', /8 AM - 12 PM/],
  ['2025-12-24: 8 PM - 2 AM', /midnight/],
  ['2025-12-24: Closed; 2025-12-20 to 2025-12-27: Closed', /overlap/],
])('%s is refused', async (holidayHours, sentence) => {
  const id = await o.create();
  const { status, body } = await o.put(id, { holidayHours });
  expect([status, body.fields.holidayHours]).toEqual([400, expect.stringMatching(sentence)]);
});

test('listings with the same week and dates share a schedule', async () => {
  const a = await o.create();
  const b = await o.create(o.ann, { dentist: { ...doctor, name: 'Dr. Bo Silva' } });
  for (const id of [a, b]) await o.put(id, { mondayHours: '8-5', holidayHours: '2025-12-25: Closed' });
  const schedules = await o.app.deps.db('dentists').whereIn('id', [a, b]).distinct('scheduleId');
  expect(schedules).toHaveLength(1);
});
