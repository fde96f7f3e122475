import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let staff: { token: string };
beforeAll(async () => {
  app = await testApp();
  staff = await app.signIn({ role: 'editor', name: 'Eve Editor' });
});
afterAll(() => app.stop());

const PEOPLE = '/api/admin/article-people';
const dana = {
  name: 'Dana Whitfield',
  credentials: 'DDS, MS',
  introduction: 'Dana treats children in Austin.',
  link: null,
};
const add = (body: object) => app.post(PEOPLE, body, staff);
const put = (id: number, body: object) => app.call('PUT', `${PEOPLE}/${id}`, { ...staff, body });
const people = async () => (await app.get(PEOPLE, staff)).body as { id: number; byline: string; articles: number }[];
const write = async (more: object) => {
  const article = { title: 'Gels at home', topicId: 'teeth-whitening', content: 'Words.', isPublished: true, ...more };
  return (await app.post('/api/admin/articles', article, staff)).body as { id: number; slug: string };
};
const read = async (slug: string) => (await app.get(`/api/articles/${slug}`)).body;

it('a person is added with a byline, and refused under the same one', async () => {
  const added = await add({ ...dana, link: ' www.example.com/dana ' });
  expect(added.status).toBe(200);
  expect(await people()).toEqual([
    {
      ...dana,
      id: added.body.id,
      byline: 'Dana Whitfield, DDS, MS',
      articles: 0,
      link: 'https://www.example.com/dana',
    },
  ]);
  const sentence = 'There is already a person with this name and these credentials.';
  const again = await add(dana);
  expect([again.status, again.body.error, again.body.fields]).toEqual([409, 'name_taken', { name: sentence }]);
  expect((await add({ name: 'Dana Whitfield' })).status).toBe(200);
  const plain = (await people()).find(({ byline }) => byline === 'Dana Whitfield')!;
  expect((await put(plain.id, dana)).body.fields).toEqual({ name: sentence });
  for (const [wrong, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'Ann', link: 'javascript:alert(1)' }, 'link'],
    [{ name: 'Ann', introduction: 'x'.repeat(301) }, 'introduction'],
  ] as const)
    expect(Object.keys((await add(wrong)).body.fields)).toEqual([field]);
  await app.call('DELETE', `${PEOPLE}/${plain.id}`, staff);
  expect(await people()).toHaveLength(1);
});

it('articles introduce their author and reviewer, and show a new name at once', async () => {
  const { id } = (await people())[0]!;
  const ann = { name: 'Ann Poe', credentials: '', introduction: 'Ann edits.', link: null };
  await add(ann);
  const article = await write({ author: 'Ann Poe', reviewer: 'Dana Whitfield, DDS, MS' });
  const plain = await write({ author: 'Someone Else' });
  expect(await read(article.slug)).toMatchObject({
    author: 'Ann Poe',
    authorPerson: ann,
    reviewer: 'Dana Whitfield, DDS, MS',
    reviewerPerson: { ...dana, link: 'https://www.example.com/dana' },
  });
  expect(await read(plain.slug)).toMatchObject({ author: 'Someone Else', authorPerson: null, reviewerPerson: null });
  const [listed] = (await app.get(`/api/articles?id=${article.id}`)).body;
  expect(listed.authorPerson).toEqual(ann);
  const [brief] = (await app.get(`/api/articles?id=${article.id}&brief=1`)).body;
  expect(brief).not.toHaveProperty('authorPerson');
  expect((await people()).map(({ byline, articles }) => [byline, articles])).toEqual([
    ['Ann Poe', 1],
    ['Dana Whitfield, DDS, MS', 1],
  ]);

  const kept = await write({ author: 'Dana Whitfield, DDS, MS' });
  await app.call('DELETE', `/api/admin/articles/${kept.id}`, staff);
  const married = { ...dana, name: 'Dana Moss', credentials: 'DDS' };
  expect((await put(id, { ...married, read: { name: dana.name, link: 'https://www.example.com/dana' } })).status).toBe(
    200,
  );
  expect(await read(article.slug)).toMatchObject({ reviewer: 'Dana Moss, DDS', reviewerPerson: married });
  expect((await app.post(`/api/admin/deleted-articles/${kept.id}/restore`, {}, staff)).body.author).toBe(
    'Dana Moss, DDS',
  );
  // A colleague's change is not overwritten unseen.
  expect((await put(id, { ...dana, read: { name: dana.name } })).body.error).toBe('changed_meanwhile');

  expect((await app.call('DELETE', `${PEOPLE}/${id}`, staff)).status).toBe(200);
  expect(await read(article.slug)).toMatchObject({ reviewer: 'Dana Moss, DDS', reviewerPerson: null });
  expect((await put(id, married)).status).toBe(404);
});

it('analysts see the people and change none, and the public page has a new version after each change', async () => {
  const analyst = await app.signIn({ role: 'analyst' });
  expect((await app.get(PEOPLE, analyst)).status).toBe(200);
  expect((await app.post(PEOPLE, dana, analyst)).status).toBe(403);
  const version = async () => {
    const [row] = await app.deps.db('contentVersions').where({ subject: 'articles' }).sum({ total: 'n' });
    return Number(row!.total);
  };
  const before = await version();
  await add({ ...dana, name: 'Iris Long' });
  expect(await version()).toBeGreaterThan(before);
});
