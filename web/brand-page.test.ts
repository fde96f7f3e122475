import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingPath } from '#contract/listings/listings.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { decode, findForms, renderedSite } from './test/rendered-site.ts';

let g: Groups;
let app: TestApp;
beforeAll(async () => {
  g = await groups();
  app = await testApp({ site: renderedSite(), beside: g.app });
});
afterAll(async () => {
  await app.stop();
  await g.app.stop();
});

type Group = Awaited<ReturnType<Groups['make']>>;
const shown = { isPublic: true, accent: '', logo: '', about: '' };
const save = (group: Group, brand: object) =>
  g.app.call('PUT', `/api/user/groups/${group.id}/brand`, { token: group.people.owner.token, body: { ...shown, ...brand } }); // prettier-ignore
const open = async (path: string) => {
  const { status, text } = await app.get(path);
  return { status, text: decode(text.replaceAll('<!-- -->', '')) };
};

it('a brand’s page has its locations by state and city, a search and links that work without scripts, and structured data', async () => {
  const group = await g.make();
  const [first, second] = group.ids as [number, number];
  await g.app.deps.db('dentists').where({ id: second }).update({ city: 'Tulsa', state: 'OK', zipCode: '74103' });
  expect((await save(group, { accent: '#0b5c80', about: 'Care for families.' })).status).toBe(200);
  const path = `/groups/${group.slug}`;
  const page = await open(path);
  expect(page.status).toBe(200);
  for (const words of [`>${group.name}</h1>`, '3 locations in 2 states', 'Care for families.', 'Tulsa</h3>', 'Texas'])
    expect(page.text).toContain(words);
  const profile = (await g.app.get(`/api/dentists/${first}`)).body;
  expect(page.text).toContain(`href="${listingPath(profile)}"`);
  // Both themes, with the colors that are checked for contrast.
  expect(page.text).toMatch(/--accent:\s*light-dark\(#0b5c80, #/);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page.text)![1]!);
  expect(data).toMatchObject({ '@type': 'Organization', name: group.name, description: 'Care for families.' });
  expect(data.subOrganization).toHaveLength(3);

  expect(findForms(page.text).find(({ action }) => action === path)).toMatchObject({ method: 'get', fields: { q: [''] } }); // prettier-ignore
  const found = await open(`${path}?q=74103`);
  expect([found.text.includes('1 of 3 locations'), found.text.includes('Tulsa</h3>')]).toEqual([true, true]);
  expect(found.text).not.toContain('Austin</h3>');
  expect(found.text).toContain('content="noindex"');
  expect(page.text).toContain(`href="${path}?state=OK"`);
  expect((await open(`${path}?state=OK`)).text).toContain('1 of 3 locations');
  expect((await open(`${path}?q=nowhere`)).text).toContain('No locations match.');

  expect((await open('/sitemap.xml')).text).toContain('/sitemaps/groups.xml');
  expect((await open('/sitemaps/groups.xml')).text).toContain(`${path}</loc>`);
});

it('a brand without a location says so, and one with a single location has no search', async () => {
  const group = await g.make();
  await save(group, {});
  const remove = (ids: number[]) =>
    g.app.post(`/api/user/groups/${group.id}/locations/remove`, { ids }, { token: group.people.owner.token });
  const path = `/groups/${group.slug}`;
  const hasSearch = (text: string) => findForms(text).some(({ action }) => action === path);
  await remove(group.ids.slice(1));
  const single = await open(path);
  expect([single.text.includes('1 location in Texas'), hasSearch(single.text)]).toEqual([true, false]);
  await remove(group.ids);
  const empty = await open(path);
  expect([empty.status, hasSearch(empty.text)]).toEqual([200, false]);
  for (const words of ['No locations yet', `The practices of ${group.name} will be listed here.`, 'content="noindex"'])
    expect(empty.text).toContain(words);
});

it('a change of a brand and of its locations shows at once, and the page needs its switch and the plan', async () => {
  const group = await g.make();
  const path = `/groups/${group.slug}`;
  expect((await open(path)).status).toBe(404);
  await save(group, { about: 'Before.' });
  expect((await open(path)).text).toContain('Before.');
  await save(group, { about: 'After.' });
  expect((await open(path)).text).toContain('After.');
  const { token, userId } = group.people.owner;
  await g.app.post(`/api/user/groups/${group.id}/locations/remove`, { ids: [group.ids[0]] }, { token });
  expect((await open(path)).text).toContain('2 locations');
  const plan = (subscriptionStatus: string) =>
    g.app.deps.db('users').where({ id: userId }).update({ subscriptionStatus });
  await plan('canceled');
  await save(group, { isPublic: false });
  expect((await open(path)).status).toBe(404);
  expect((await save(group, {})).body.error).toBe('subscription_required');
  await plan('active');
  await save(group, {});
  expect((await open(path)).status).toBe(200);
});

it('a color that is hard to read and a picture of someone else are refused, and a logo is stored', async () => {
  const group = await g.make();
  const pale = await save(group, { accent: '#ffee88' });
  expect([pale.status, pale.body.fields.accent]).toEqual([400, expect.stringContaining('The closest color that works is #')]); // prettier-ignore
  expect((await save(group, { logo: `/media/${'a'.repeat(40)}` })).body.fields.logo).toBe('Please choose a picture.');
  const dot =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const { logo } = (await save(group, { logo: dot })).body.brand;
  expect(logo).toMatch(/^\/media\/[0-9a-f]{40}$/);
  expect((await open(`/groups/${group.slug}`)).text).toContain(`${logo}/400`);
  expect((await save(group, { logo })).status).toBe(200);
});
