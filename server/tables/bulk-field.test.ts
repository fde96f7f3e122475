import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownerFields } from '#contract/listings/practice-fields.ts';
import { bulkFields } from '#shared/listings/bulk-fields.ts';
import { rows } from '#server/base/db/knex.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let token: string;
let ids: number[];
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin', name: 'Pat Staff' }));
  const inserted = (await app.deps
    .db('dentists')
    .insert(
      Array.from({ length: 500 }, (_, n) => ({
        name: `Dr. Bulk ${n}`,
        city: 'Austin',
        state: 'TX',
        specialty: n < 300 ? 'General Dentist' : n < 400 ? 'Orthodontist' : null,
      })),
    )
    .returning('id')) as { id: number }[];
  ids = inserted.map(({ id }) => id).toSorted((a, b) => a - b);
});
afterAll(() => app.stop());

const preview = (value: unknown, more: object = { filters: { state: ['TX'] } }) =>
  app.post('/api/admin/tables/listings/bulk-changes', { action: 'field', value, ...more }, { token });
const change = async (value: unknown, more?: object): Promise<number> => {
  const { body } = await preview(value, more);
  await app.post(`/api/admin/bulk-changes/${body.id}/apply`, {}, { token });
  await app.jobs();
  return body.id;
};
const undo = async (id: number, as = token) => {
  await app.post(`/api/admin/bulk-changes/${id}/undo`, {}, { token: as });
  await app.jobs();
};
const progress = async (id: number) => (await app.get(`/api/admin/bulk-changes/${id}`, { token })).body;
const specialties = async () =>
  rows<{ specialty: string | null; n: number }>(
    app.deps.db,
    'select specialty, count(*) as n from dentists group by 1 order by 2 desc, 1',
  );

it('a field of 500 listings is previewed with its present values, set, and undone by another administrator', async () => {
  const before = await specialties();
  const { body } = await preview({ field: 'specialty', value: ' Orthodontist ' });
  expect(body).toMatchObject({ status: 'previewed', total: 500 });
  expect(body.values).toEqual({
    after: 'Orthodontist',
    before: [
      { value: 'General Dentist', count: 300 },
      { value: 'Orthodontist', count: 100 },
      { value: null, count: 100 },
    ],
  });
  expect(await specialties()).toEqual(before);
  await app.post(`/api/admin/bulk-changes/${body.id}/apply`, {}, { token });
  await app.jobs();
  expect(await progress(body.id)).toMatchObject({ status: 'applied', changed: 400, unchanged: 100, canUndo: true });
  expect(await specialties()).toEqual([{ specialty: 'Orthodontist', n: 500 }]);

  const colleague = await app.signIn({ role: 'admin', name: 'Cory Colleague' });
  const find = async () =>
    (await app.get(`/api/admin/audit-log?subject=bulk_change&subjectId=${body.id}`, { token: colleague.token })).body;
  expect(await find()).toMatchObject([
    { action: 'listings.bulk_changed', actorName: 'Pat Staff', note: 'Specialty “Orthodontist”: 400 rows' },
  ]);
  // It is above the entries of the rows.
  const newest = (await app.get('/api/admin/audit-log', { token: colleague.token })).body[0];
  expect(newest).toMatchObject({ action: 'listings.bulk_changed', subjectId: String(body.id) });
  await undo(body.id, colleague.token);
  expect(await progress(body.id)).toMatchObject({ status: 'undone', restored: 400, kept: 0 });
  expect(await specialties()).toEqual(before);
  expect((await find())[0]).toMatchObject({ action: 'listings.bulk_undone', actorName: 'Cory Colleague' });
}, 120_000);

it('every field of the list is set, cleared, and restored, in words for its facts', async () => {
  const offered = bulkFields.map(({ field }) => field);
  const apart = ['practiceTypeId'];
  expect(offered.filter((field) => field !== 'practiceName').toSorted()).toEqual(
    ownerFields.filter((field) => !apart.includes(field)).toSorted(),
  );
  const examples: Record<string, string> = {
    phone: '(512) 555-0142',
    email: 'desk@example.com',
    website: 'www.example.com',
    state: 'MA',
    zipCode: '78701',
    insurancePlans: 'Aetna',
    holidayHours: '2026-12-25: Closed',
    gender: 'female',
    experience: '12',
    whiteningPriceFrom: '199',
    whiteningPriceTo: '300',
  };
  const few = { ids: ids.slice(0, 2) };
  await change({ field: 'whiteningPriceFrom', value: '99' }, few);
  for (const { field, kind, options } of bulkFields) {
    const value =
      examples[field] ?? (kind === 'choice' ? options![0]![0] : field.endsWith('Url') ? 'example.com' : 'Text');
    const id = await change({ field, value }, few);
    expect(await progress(id), field).toMatchObject({ status: 'applied', changed: 2 });
    await undo(id);
    expect(await progress(id), field).toMatchObject({ status: 'undone', restored: 2 });
  }
  await change({ field: 'wheelchairAccessible', value: 'yes' }, few);
  const { body } = await preview({ field: 'wheelchairAccessible', value: 'no' }, few);
  expect(body.values).toEqual({ after: 'No', before: [{ value: 'Yes', count: 2 }] });
}, 120_000);

it('a value that the field can’t have is refused with the sentence of the form, and nothing is changed', async () => {
  for (const [value, sentence] of [
    [{ field: 'phone', value: 'call us' }, 'Please enter a phone number such as (512) 555-0142.'],
    [{ field: 'name', value: '' }, 'Please enter a name.'],
    [{ field: 'state', value: 'Narnia' }, 'Please choose a US state.'],
    [{ field: 'insurancePlans', value: 'No Such Plan' }, 'We don’t know the insurance plan “No Such Plan.”'],
    [{ field: 'userId', value: '1' }, 'Please choose a field.'],
    [7, 'Please choose a field.'],
    [undefined, 'Please choose a field.'],
  ] as const) {
    const { status, body } = await preview(value);
    expect([status, body.message]).toEqual([400, sentence]);
  }
  const asValue = { field: 'specialty', value: 'x' };
  const { status } = await app.post(
    '/api/admin/tables/listings/bulk-changes',
    { action: 'addService', value: asValue, ids },
    { token },
  );
  expect(status).toBe(400);
});
