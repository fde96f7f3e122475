import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import type { Answered } from '#server/test/app.ts';
import { owners, type Owners, type Person } from '#server/test/people/owners.ts';

const PASSWORD = 'a long enough password for staff';
let o: Owners;
let maria: Person;
let noor: Person;
const call = (method: string, path: string, who: Person, body?: unknown): Promise<Answered> =>
  o.app.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) });
const get = async (path: string, who: Person) => (await call('GET', path, who)).body;

beforeAll(async () => {
  o = await owners();
  maria = await o.app.signIn({ role: 'admin', name: 'Maria Long' });
  noor = await o.app.signIn({ role: 'admin', name: 'Noor Reed' });
  const password = await hashPassword(PASSWORD);
  await o.app.deps.db('users').whereIn('id', [maria.userId, noor.userId]).update({ password });
});
afterAll(() => o.app.stop());

describe('two people editing one listing', () => {
  const mine = async (id: number) =>
    (await get('/api/user/dentists', o.ann)).find((one: { id: number }) => one.id === id);

  it('both save when they changed different fields', async () => {
    const id = await o.create();
    const { phone, website } = await mine(id);
    expect((await o.put(id, { phone: '(512) 555-0199', read: { phone } })).status).toBe(200);
    expect((await o.put(id, { website: 'https://silva.example.com', read: { website } })).status).toBe(200);
    expect(await mine(id)).toMatchObject({ phone: '(512) 555-0199', website: 'https://silva.example.com' });
  });

  it('the second sees who changed the same field and its current value, and can still overwrite it', async () => {
    const id = await o.create();
    const read = { phone: (await mine(id)).phone };
    await call('PUT', `/api/admin/listings/${id}`, maria, { phone: '(512) 555-0111', read });
    const refused = await o.put(id, { phone: '(512) 555-0122', bio: 'New', read });
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      409,
      'changed_meanwhile',
      'Our staff changed this on Mar 3, 2025, 10:00 AM ET, after you opened it. Nothing was saved.',
    ]);
    // Current values are limited to what the caller may read.
    // A fact that isn't known is null for the form, and false in documented replies.
    expect(refused.body.now).toEqual({ ...(await mine(id)), membershipPlan: null });
    expect(await mine(id)).toMatchObject({ phone: '(512) 555-0111', bio: null });
    // Overwrites on purpose, by sending the current values as read.
    const over = await o.put(id, { phone: '(512) 555-0122', read: { phone: '(512) 555-0111' } });
    expect(over.body.phone).toBe('(512) 555-0122');
    const staff = await call('PUT', `/api/admin/listings/${id}`, maria, { phone: '(512) 555-0133', read });
    expect(staff.body.message).toMatch(/^Ann changed this on /);
    expect(staff.body.now.phone).toBe('(512) 555-0122');
  });

  it('one person in two windows gets the same conflict', async () => {
    const id = await o.create();
    const read = { bio: null };
    await o.put(id, { bio: 'First', read });
    expect((await o.put(id, { bio: 'Second', read })).body.message).toMatch(/^You changed this in another window on /);
  });

  it('compares all fields of a form, in any order and of any type', async () => {
    const id = await o.create();
    const { address, city, state, zipCode, services } = await mine(id);
    const read = { address, city, state, zipCode, services };
    const moved = { address: '2 Oak St', city: 'Dallas', zipCode: '75201' };
    expect((await o.put(id, { ...moved, read })).status).toBe(200);
    expect((await o.put(id, { state: 'Ohio', read })).status).toBe(409);
    expect((await o.put(id, { serviceIds: o.services.slice(1, 3), read: { services } })).status).toBe(200);
    expect((await o.put(id, { serviceIds: o.services.slice(0, 1), read: { services } })).status).toBe(409);
    expect(await mine(id)).toMatchObject({ ...moved, state: 'TX' });
  });

  it('the last save wins without base values, and a repeated save is no conflict', async () => {
    const id = await o.create();
    const read = { languages: null };
    const send = () => o.put(id, { languages: 'Dutch', serviceIds: o.services.slice(0, 2), read });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await o.put(id, { languages: 'English' })).body.languages).toBe('English');
    const odd = await o.put(id, { languages: 'Latin', read: { passwords: 1 } });
    expect([odd.status, odd.body.fields]).toEqual([400, { read: 'passwords' }]);
  });

  it('exactly one of many concurrent saves succeeds and the others get a conflict', async () => {
    const id = await o.create();
    const { phone } = await mine(id);
    const saves = Array.from({ length: 12 }, (_, n) => ({ phone: `(512) 555-02${10 + n}`, read: { phone } }));
    const answers = await Promise.all(
      saves.map((body, n) => (n % 2 ? o.put(id, body) : call('PUT', `/api/admin/listings/${id}`, noor, body))),
    );
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [saves[n]!.phone] : []));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(11).fill(409)]);
    expect((await mine(id)).phone).toBe(won[0]);
    const said = await o.history(id);
    expect(said.filter((entry: { field: string }) => entry.field === 'phone')).toHaveLength(1);
  });

  it('reordering photos keeps a photo that someone else just added', async () => {
    const id = await o.create();
    const insert = (n: number) => ({ hash: String(n).repeat(40), width: 1600, realWidth: 9, realHeight: 9 });
    await o.app.deps.db('media').insert([1, 2, 3].map((n) => ({ ...insert(n), createdAt: new Date() })));
    const place = (n: number) =>
      o.app.deps.db('dentistPhotos').insert({
        dentistId: id,
        hash: String(n).repeat(40),
        position: n,
        alt: '',
        width: 9,
        height: 9,
        createdAt: new Date(),
      });
    await place(1);
    await place(2);
    const { photos } = await mine(id);
    await place(3);
    const turned = photos.toReversed().map((photo: { id: number }) => ({ id: photo.id }));
    const refused = await call('PUT', `/api/user/dentists/${id}/photos`, o.ann, { photos: turned, read: { photos } });
    expect([refused.status, refused.body.now.photos.length]).toEqual([409, 3]);
    expect((await mine(id)).photos).toHaveLength(3);
  });

  it('saving a deleted listing says that it was deleted', async () => {
    const id = await o.create();
    await call('DELETE', `/api/admin/listings/${id}`, maria);
    for (const answer of [
      await o.put(id, { bio: 'Mine', read: { bio: null } }),
      await call('PUT', `/api/admin/listings/${id}`, noor, { bio: 'Mine', read: { bio: null } }),
    ])
      expect([answer.status, answer.body.message]).toEqual([404, "We couldn't find this listing."]);
  });
});

/** The other records with conflict checks: their URL, two competing edits, and the base values of both. */
interface Form {
  method?: string;
  path: string;
  read: object;
  first: object;
  second: object;
  /** Reads the stored record. */
  stored: () => Promise<object>;
  gone?: string;
}
let publishers = 1_000_000_000_000_000;
const forms: Record<string, () => Promise<Form>> = {
  async article() {
    const article = { title: 'Whitening', content: 'Text', topicId: 'teeth-whitening' };
    const { id, updatedAt } = (await call('POST', '/api/admin/articles', maria, article)).body;
    const stored = async () => (await get(`/api/articles?id=${id}`, maria))[0];
    const path = `/api/admin/articles/${id}`;
    // Even a different field conflicts, because no one should publish a text they haven't seen.
    return {
      path,
      read: { updatedAt },
      first: { content: 'A' },
      second: { isPublished: true },
      stored,
      gone: 'Article not found',
    };
  },
  async brand() {
    const brand = { name: 'Scribe', apiEndpoint: 'https://api.example.com/v1/chat', apiKey: 'one' };
    const { id, updatedAt } = (await call('POST', '/api/admin/ai-brands', maria, brand)).body;
    const stored = async () => o.app.deps.db('aiBrands').where({ id }).first();
    const path = `/api/admin/ai-brands/${id}`;
    const gone = 'This AI brand no longer exists.';
    // A key belongs to one endpoint, and masked keys look alike.
    return { path, read: { updatedAt }, first: { apiKey: 'two' }, second: { apiKey: 'three' }, stored, gone };
  },
  async 'note template'() {
    const form = { name: `Lease ${Math.random()}`, body: 'Please send a lease.' };
    const { id } = (await call('POST', '/api/admin/note-templates', maria, form)).body;
    const stored = async () =>
      (await get('/api/admin/note-templates', maria)).find((one: { id: number }) => one.id === id);
    const path = `/api/admin/note-templates/${id}`;
    const gone = "We couldn't find this template.";
    return { path, read: form, first: { ...form, body: 'A' }, second: { ...form, body: 'B' }, stored, gone };
  },
  async 'ad placement'() {
    const path = '/api/admin/ad-settings';
    const { headerAdsEnabled, headerAdCode } = await get(path, maria);
    const other = headerAdCode === '<b>1</b>' ? '<b>2</b>' : '<b>1</b>';
    const read = { headerAdsEnabled, headerAdCode };
    const stored = () => get(path, maria);
    return { path, read, first: { headerAdCode: other }, second: { headerAdsEnabled: !headerAdsEnabled }, stored };
  },
  async 'ad field'() {
    const settings = '/api/admin/ad-settings';
    const { publisherId } = await get(settings, maria);
    const save = () => ({ field: 'publisherId', value: `pub-${publishers++}` });
    const stored = () => get(settings, maria);
    return { path: `${settings}/field`, read: { publisherId }, first: save(), second: save(), stored };
  },
  async schedule() {
    const find = async () =>
      (await get('/api/admin/content-schedules', maria)).find(
        (one: { topicId: string }) => one.topicId === 'oral-health',
      );
    const { articlesPerDay } = await find();
    const path = '/api/admin/content-schedules/oral-health';
    const first = { articlesPerDay: (articlesPerDay % 12) + 1 };
    const second = { articlesPerDay: ((articlesPerDay + 1) % 12) + 1 };
    const stored = async () => ({ articlesPerDay: (await find()).articlesPerDay });
    return { path, read: { articlesPerDay }, first, second, stored };
  },
  async 'security settings'() {
    const path = '/api/admin/security';
    const { sessionTimeoutMinutes } = await get(path, maria);
    const [a, b] = [15, 60, 240].filter((minutes) => minutes !== sessionTimeoutMinutes);
    const stored = async () => ({ sessionTimeoutMinutes: (await get(path, maria)).sessionTimeoutMinutes });
    const read = { sessionTimeoutMinutes };
    return { path, read, first: { sessionTimeoutMinutes: a }, second: { sessionTimeoutMinutes: b }, stored };
  },
  async 'reported problem'() {
    const dentistId = await o.create();
    const row = { dentistId, about: 'hours', message: 'Wrong', createdAt: new Date() };
    const [{ id }] = await o.app.deps.db('listingProblems').insert(row).returning('id');
    const stored = async () => o.app.deps.db('listingProblems').where({ id }).first();
    const path = `/api/admin/problems/${id}`;
    const read = { status: 'open' };
    return { method: 'PATCH', path, read, first: { status: 'resolved' }, second: { status: 'dismissed' }, stored };
  },
  async 'privacy request'() {
    const form = { kind: 'access', name: 'Pat', email: 'pat@example.com', message: '' };
    const { id } = (await call('POST', '/api/admin/privacy-requests', maria, form)).body;
    const stored = async () => o.app.deps.db('privacyRequests').where({ id }).first();
    const path = `/api/admin/privacy-requests/${id}`;
    const read = { status: 'open', notes: '' };
    const first = { status: 'done', notes: 'Sent' };
    return { method: 'PATCH', path, read, first, second: { status: 'refused', notes: 'Nobody we know' }, stored };
  },
  async 'listing of staff'() {
    const path = `/api/admin/listings/${await o.create()}`;
    const stored = async () => (await get(path, maria)).listing;
    const { phone } = await stored();
    return { path, read: { phone }, first: { phone: '(512) 555-0111' }, second: { phone: '(512) 555-0122' }, stored };
  },
  async 'inbox item'() {
    const message = { name: 'Pat', email: 'pat@example.com', subject: 'Hi', category: 'general', message: 'Hi' };
    const [{ id }] = await o.app.deps.db('contactMessages').insert(message).returning('id');
    const path = `/api/admin/inbox/message/${id}`;
    const stored = () => get(path, maria);
    const [first, second] = [{ assigneeId: noor.userId }, { assigneeId: maria.userId }];
    return { method: 'PATCH', path, read: { assigneeId: null }, first, second, stored };
  },
  async 'role of an account'() {
    const { userId } = await o.app.signIn();
    const path = `/api/admin/users/${userId}/role`;
    const [first, second] = [
      { role: 'editor', password: PASSWORD },
      { role: 'reviewer', password: PASSWORD },
    ];
    const stored = async () => o.app.deps.db('users').where({ id: userId }).first('role');
    return { method: 'POST', path, read: { role: 'user' }, first, second, stored };
  },
};

for (const [name, kind] of Object.entries({
  service: 'services',
  'practice type': 'practice-types',
  practice: 'practices',
  'insurance plan': 'insurance-plans',
}))
  forms[name] = async () => {
    if (kind === 'practices') await o.app.deps.db('practices').insert({ name: `Oak ${publishers++}` });
    const list = () => get(`/api/admin/catalog/${kind}`, maria);
    const entry = (await list()).at(-1);
    const stored = async () => (await list()).find((one: { id: number }) => one.id === entry.id);
    const [first, second] = [{ name: `Zeta ${publishers++}` }, { name: `Zeta ${publishers++}` }];
    const path = `/api/admin/catalog/${kind}/${entry.id}`;
    return { method: 'PATCH', path, read: { name: entry.name }, first, second, stored };
  };

describe.each(Object.keys(forms))('two people with one %s open', (name) => {
  it('the second save gets a conflict with the name of the first author, and overwrites nothing', async () => {
    const { method = 'PUT', path, read, first, second, stored, gone } = await forms[name]!();
    expect((await call(method, path, noor, { ...first, read })).status).toBe(200);
    const kept = await stored();
    const refused = await call(method, path, maria, { ...second, read });
    expect([refused.status, refused.body.error]).toEqual([409, 'changed_meanwhile']);
    expect(refused.body.message).toMatch(/^Noor Reed changed this on Mar 3, 2025, 10:00 AM ET, after you opened it\./);
    expect(JSON.stringify(refused.body.now)).not.toContain('"two"');
    expect(await stored()).toEqual(kept);
    // Overwrites on purpose, by sending the returned values as read.
    const again = Object.fromEntries(Object.keys(read).map((field) => [field, refused.body.now[field]]));
    expect((await call(method, path, maria, { ...second, read: again })).status).toBe(200);
    expect(await stored()).not.toEqual(kept);
    if (gone) {
      await call('DELETE', path, maria);
      const late = await call(method, path, noor, { ...first, read: again });
      expect([late.status, late.body.message]).toEqual([404, gone]);
    }
  });

  it('exactly one of two concurrent saves succeeds', async () => {
    const { method = 'PUT', path, read, first, second } = await forms[name]!();
    const answers = await Promise.all([
      call(method, path, maria, { ...first, read }),
      call(method, path, noor, { ...second, read }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('the last save wins without base values', async () => {
    const { method = 'PUT', path, first, second } = await forms[name]!();
    expect((await call(method, path, maria, first)).status).toBe(200);
    expect((await call(method, path, noor, second)).status).toBe(200);
  });
});

describe('a name on an account', () => {
  it('an outdated window does not overwrite a newer name', async () => {
    const { name } = await get('/api/auth/me', o.bob);
    expect((await call('PATCH', '/api/auth/me', o.bob, { name: 'Bob B', read: { name } })).status).toBe(200);
    const late = await call('PATCH', '/api/auth/me', o.bob, { name: 'Robert', read: { name } });
    expect([late.status, late.body.now]).toEqual([409, { name: 'Bob B' }]);
    expect(late.body.message).toBe('You changed this in another window, after opening it here. Nothing was saved.');
    const both = await Promise.all(
      ['A', 'B'].map((next) => call('PATCH', '/api/auth/me', o.bob, { name: next, read: { name: 'Bob B' } })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});
