import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let staff: { token: string };
beforeAll(async () => {
  app = await testApp();
  staff = await app.signIn({ role: 'admin', name: 'Sam Staff' });
});
afterAll(() => app.stop());

interface Entry {
  id: number;
  name: string;
  listings: number;
  about: string;
  merges: { id: number }[];
}
const topics = async () => (await app.get('/api/topics')).body as { id: string; title: string; about: string }[];
const entry = async (name: string): Promise<Entry> =>
  (await app.get(`/api/admin/catalog/topics?q=${encodeURIComponent(name)}`, staff)).body[0];
const write = (title: string, topicId: string) =>
  app.post('/api/admin/articles', { title, topicId, content: 'A paragraph.' }, staff);

it('a topic is added with a description and a schedule, and articles can be about it', async () => {
  expect((await topics()).map(({ id }) => id)).toHaveLength(10);
  const { status } = await app.post(
    '/api/admin/catalog/topics',
    { name: 'Braces & Aligners', about: 'How teeth are moved.' },
    staff,
  );
  expect(status).toBe(200);
  expect((await topics()).at(-1)).toMatchObject({
    id: 'braces-aligners',
    title: 'Braces & Aligners',
    about: 'How teeth are moved.',
  });
  const taken = await app.post('/api/admin/catalog/topics', { name: 'braces & aligners' }, staff);
  expect([taken.status, taken.body.fields.name]).toEqual([409, 'There is already a topic with this name.']);
  const article = await write('The first weeks with braces', 'braces & aligners');
  expect(article.body).toMatchObject({ topicId: 'braces-aligners', category: 'Braces & Aligners' });
  expect((await app.get('/api/articles/stats')).body.byTopic['braces-aligners']).toBe(1);
  const schedules = (await app.get('/api/admin/content-schedules', staff)).body as { topicId: string }[];
  expect(schedules.at(-1)!.topicId).toBe('braces-aligners');
  const unknown = await write('Nowhere', 'caries');
  expect([unknown.status, unknown.body.fields]).toEqual([400, { topicId: 'Please choose one of the topics.' }]);
});

it('a renamed topic keeps its address, and is found by its former name', async () => {
  const { id } = await entry('Braces');
  const path = `/api/admin/catalog/topics/${id}`;
  const read = { name: 'Braces & Aligners', about: 'How teeth are moved.' };
  const change = (body: object) => app.call('PATCH', path, { ...staff, body });
  expect((await change({ name: 'Orthodontics', read })).status).toBe(200);
  expect((await topics()).at(-1)).toMatchObject({ id: 'braces-aligners', title: 'Orthodontics' });
  expect((await write('Retainers for adults', 'Braces-Aligners')).body.topicId).toBe('braces-aligners');
  expect((await change({ name: 'Orthodontics', about: 'Straight teeth.', read: { about: read.about } })).status).toBe(
    200,
  );
  expect((await entry('Ortho')).about).toBe('Straight teeth.');
  // A colleague's change is not overwritten unseen.
  expect((await change({ name: 'Braces', read })).body.error).toBe('changed_meanwhile');
});

it('a merged topic gives its articles to another, leads there, and is separated again', async () => {
  const { db } = app.deps;
  const from = await entry('Orthodontics');
  const into = await entry('Preventive Care');
  const queued = (await write('A queued draft', 'braces-aligners')).body as { id: number };
  await app.post(`/api/admin/articles/${queued.id}/queue`, { queued: true }, staff);
  const merged = await app.post(`/api/admin/catalog/topics/${from.id}/merge`, { intoId: into.id }, staff);
  expect([merged.status, merged.body.listings]).toEqual([200, 3]);
  expect((await topics()).some(({ id }) => id === 'braces-aligners')).toBe(false);
  const find = () => db('articles').where({ id: queued.id }).first();
  expect(await find()).toMatchObject({ topicId: 'preventive-care', category: 'Prevention' });
  expect((await find()).scheduledPublishAt).not.toBeNull();
  expect((await write('More on braces', 'braces-aligners')).body.topicId).toBe('preventive-care');
  expect((await app.get('/api/admin/content-schedules', staff)).body).toHaveLength(10);

  const [merge] = (await entry('Preventive Care')).merges;
  const undone = await app.post(`/api/admin/catalog-merges/${merge!.id}/undo`, {}, staff);
  // The article that was written since stays.
  expect([undone.status, undone.body.listings]).toEqual([200, 3]);
  expect(await find()).toMatchObject({ topicId: 'braces-aligners', category: 'Braces & Aligners' });
  expect((await write('Back again', 'braces-aligners')).body.topicId).toBe('braces-aligners');
  expect((await app.get('/api/admin/content-schedules', staff)).body).toHaveLength(11);
  expect((await app.call('DELETE', `/api/admin/catalog/topics/${from.id}`, staff)).body.error).toBe('in_use');
});
