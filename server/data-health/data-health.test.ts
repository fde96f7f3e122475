import { afterAll, beforeAll, expect, it } from 'vitest';
import { healthChecks } from '#shared/data-health/health-checks.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { importText } from '#server/test/files/bulk.ts';
import { saveDataHealth } from './data-health.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
  await importText(
    app,
    `name,phone,address,city,state,zipCode,services,npi,mondayHours
Ann Poe,(512) 555-0101,1 Elm St,Austin,TX,78701,Veneers,1234567893,9:00 AM - 5:00 PM
Bo Lee,,,Austin,TX,78701,,,
Cy Dow,(512) 555-0102,2 Elm St,Austin,TX,78701,Veneers,,9:00 AM - 5:00 PM
Cy Dow,(512) 555-0103,3 Oak Ave,Austin,TX,78701,Veneers,,9:00 AM - 5:00 PM
Di Fox,(512) 555-0104,4 Elm St,,,,Veneers,1245319599,9:00 AM - 5:00 PM
`,
  );
});
afterAll(() => app.stop());

const list = async (check: string) => {
  const answer = await app.get(`/api/admin/data-health/${check}/listings`, { token });
  expect(answer.headers.get('x-total-count')).toBe(String((answer.body as unknown[]).length));
  return (answer.body as { name: string }[]).map(({ name }) => name);
};

it('counts what the directory doesn’t know, and lists the same listings', async () => {
  await app.deps.db.raw(`update dentists set updated_at = '2020-01-01' where name = 'Ann Poe'`);
  const [fox] = (await app.deps.db('dentists').where({ name: 'Di Fox' })) as [{ id: number }];
  await app.deps.db('listingProblems').insert({
    dentistId: fox.id,
    about: 'phone',
    message: 'A wrong number.',
    createdAt: app.deps.clock.now(),
  });
  const { body } = await app.get('/api/admin/data-health', { token });
  expect(body).toMatchObject({
    total: 5,
    clusters: 1,
    counts: {
      no_phone: 1,
      wrong_number: 1,
      no_address: 1,
      no_place: 1,
      no_hours: 1,
      no_services: 1,
      no_npi: 3,
      stale: 1,
      duplicate: 2,
    },
    days: [],
  });
  expect(await list('no_phone')).toEqual(['Bo Lee']);
  expect(await list('wrong_number')).toEqual(['Di Fox']);
  expect(await list('no_place')).toEqual(['Di Fox']);
  expect(await list('stale')).toEqual(['Ann Poe']);
  expect(await list('duplicate')).toEqual(['Cy Dow', 'Cy Dow']);
  const counts = (body as { counts: Record<string, number> }).counts;
  for (const { key } of healthChecks) expect([key, (await list(key)).length]).toEqual([key, counts[key]]);
});

it('explains a possible duplicate by the evidence of the matcher', async () => {
  const read = async () => {
    const { body } = await app.get('/api/admin/data-health/duplicate/listings', { token });
    return body as { id: number; match: { id: number; name: string; score: number; why: string } | null }[];
  };
  const [first, second] = await read();
  const why = 'It has the same name and ZIP code.';
  expect(first!.match).toEqual({ id: second!.id, name: 'Cy Dow', score: 40, why });
  expect(second!.match).toEqual({ id: first!.id, name: 'Cy Dow', score: 40, why });
  const dentists = () => app.deps.db('dentists').where({ id: second!.id });
  await dentists().update({ phone: '512.555.0102' });
  expect((await read())[0]!.match).toMatchObject({
    score: 70,
    why: 'It has the same name and ZIP code and the same phone number.',
  });
  await dentists().update({ phone: '(512) 555-0103' });
  const { body } = await app.get('/api/admin/data-health/no_phone/listings', { token });
  expect(body).toMatchObject([{ name: 'Bo Lee', match: null }]);
});

it('lists a copy with another spelling, and neither colleagues nor two people with NPIs of their own', async () => {
  const header = 'id,name,phone,address,city,state,zipCode,npi\n';
  const at = '(512) 555-0190,9 Pecan St,Austin,TX,78702';
  const copies = [`901,Zelda Marchbanks,${at},`, `902,"Dr. Zelda R. Marchbank, DDS",${at},`];
  const others = [`903,Moe Quill,${at},`, `904,Max Vane,${at},1003000001`, `905,Max Vane,${at},1003000019`];
  await importText(app, header + [...copies, ...others].join('\n'));
  const { body } = await app.get('/api/admin/data-health/duplicate/listings', { token });
  const listed = (body as { id: number; match: { id: number; score: number } | null }[]).filter(({ id }) => id > 900);
  expect(listed.map(({ id, match }) => [id, match])).toEqual([
    [902, expect.objectContaining({ id: 901, score: 90 })],
    [901, expect.objectContaining({ id: 902, score: 90 })],
  ]);
  const health = await app.get('/api/admin/data-health', { token });
  expect(health.body).toMatchObject({ clusters: 2, counts: { duplicate: 4 } });
  await app.deps.db('dentists').whereBetween('id', [901, 905]).delete();
});

const filterBy = (check: string) => JSON.stringify({ health: [check] });

it('filters the list of listings by the same checks', async () => {
  for (const { key } of healthChecks) {
    const query = `filters=${encodeURIComponent(filterBy(key))}&sort=id`;
    const { status, body } = await app.get(`/api/admin/tables/listings/rows?${query}`, { token });
    const names = (body as { rows: { name: string }[] }).rows.map(({ name }) => name);
    expect([key, status, names]).toEqual([key, 200, (await list(key)).toReversed()]);
    const total = await app.get(`/api/admin/tables/listings/total?${query}`, { token });
    expect([key, total.body.total]).toEqual([key, names.length]);
  }
});

it('changes all listings that fail a check at once, and undoes that', async () => {
  const [service] = (await app.deps.db('services').orderBy('id').limit(1)) as [{ id: number }];
  const post = async (path: string, body: object = {}) =>
    (await app.post(`/api/admin/${path}`, body, { token })).body as { id: number; total: number; changed: number };
  const request = { action: 'addService', value: service.id, filters: { health: ['no_services'] } };
  const preview = await post('tables/listings/bulk-changes', request);
  expect([preview.total, await list('no_services')]).toEqual([1, ['Bo Lee']]);
  await post(`bulk-changes/${preview.id}/apply`);
  await app.jobs();
  expect(await list('no_services')).toEqual([]);
  await post(`bulk-changes/${preview.id}/undo`);
  await app.jobs();
  expect(await list('no_services')).toEqual(['Bo Lee']);
});

it('exports the listings of a check, which can be corrected and imported', async () => {
  const { text } = await app.get('/api/admin/data-health/no_phone/csv', { token });
  const lines = text.trim().split('\n');
  expect(lines).toHaveLength(2);
  const corrected = `${lines[0]}\n${lines[1]!.replace(/^(\d+,Bo Lee,(?:[^,]*,){4})/, '$1(512) 555-0105')}\n`;
  const run = await importText(app, corrected);
  expect([run.rowsChanged, run.rowsRefused]).toEqual([1, 0]);
  expect(await list('no_phone')).toEqual([]);
});

it('saves the counts once a day', async () => {
  await saveDataHealth(app.deps);
  await app.deps.db.raw(`update dentists set phone = null where name = 'Ann Poe'`);
  await saveDataHealth(app.deps);
  const { body } = await app.get('/api/admin/data-health', { token });
  const { days } = body as { days: { total: number; counts: Record<string, number> }[] };
  expect(days).toHaveLength(1);
  expect(days[0]).toMatchObject({ total: 5, counts: { no_phone: 1, duplicate: 2 } });
});

it('is for staff only', async () => {
  expect((await app.get('/api/admin/data-health')).status).toBe(401);
  const { token: patient } = await app.signIn({});
  expect((await app.get('/api/admin/data-health', { token: patient })).status).toBe(403);
});
