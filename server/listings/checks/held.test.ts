import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decideClaim } from '#server/test/people/claim-requests.ts';
import { importText } from '#server/test/files/bulk.ts';
import { doctor, owners, place, type Owners, type Person } from '#server/test/people/owners.ts';
import { purgeDeletedListings } from '../owner/owner.ts';

let o: Owners;
let admin: Person;
beforeAll(async () => {
  o = await owners();
  admin = await o.app.signIn({ role: 'admin' });
});
afterAll(() => o.app.stop());

let number = 0;
/** A public listing that no one owns, with a number of its own in its name, phone number, and street. */
async function original(): Promise<{ id: number; copy: object; values: { name: string; phone: string } }> {
  const n = ++number;
  const at = {
    phone: `(303) 555-${String(1000 + n)}`,
    address: `${n} Spruce St`,
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
  };
  const name = `Dr. ${['Quill', 'Ostrow', 'Vance', 'Jarmel', 'Whitby', 'Zolnik', 'Ebbert', 'Kronau', 'Urbach', 'Fennig', 'Imhoff', 'Pryzby'][n]} ${'abcdefghijklmnop'[n]!.repeat(6)}`;
  const [row] = await o.app.deps.db('dentists').insert({ name, ...at, website: 'https://own.example' }).returning('id'); // prettier-ignore
  const copy = { dentist: { ...doctor, name, phone: at.phone }, practice: { ...place, ...at, name: `${name} Dental` } };
  return { id: row.id, copy, values: { name, phone: at.phone } };
}
const add = (values: object, who = o.ann) => o.app.post('/api/dentists', o.whole(values), { token: who.token });
const own = async (id: number, who = o.ann) =>
  (await o.app.get('/api/user/dentists', { token: who.token })).body.find((row: { id: number }) => row.id === id);
const isPublic = async (id: number) => (await o.app.get(`/api/dentists/${id}`)).status === 200;
const asAdmin = (path: string, body: object = {}) => o.app.post(`/api/admin/${path}`, body, { token: admin.token });
const requestsFor = (dentistId: number) => o.app.deps.db('claimRequests').where({ dentistId }).orderBy('id');
const pendingOf = async (dentistId: number) =>
  (await requestsFor(dentistId)).find(({ status }: { status: string }) => status === 'pending');
const decide = async (dentistId: number, body: object) =>
  decideClaim(o.app, admin.token, (await pendingOf(dentistId)).id, body);
const dossierOf = async (dentistId: number) =>
  (await o.app.get('/api/admin/claim-requests?status=pending', { token: admin.token })).body.find(
    (claim: { dentistId: number }) => claim.dentistId === dentistId,
  );
/** Adds a copy of a new original, which is held. */
async function held() {
  const first = await original();
  const { body } = await add(first.copy);
  expect(body.heldAt).toBe('2025-03-03T15:00:00.000Z');
  return { original: first, id: body.id as number, href: body.href as string };
}

describe('a copy of another listing', () => {
  it('is stored for its owner, and appears nowhere until staff have compared the two', async () => {
    const { original: first, id, href } = await held();
    expect(await own(id)).toMatchObject({ heldAt: '2025-03-03T15:00:00.000Z', checkPending: true, role: 'owner' });
    const home = (await o.app.get('/api/user/home', { token: o.ann.token })).body.listings;
    expect(home.find((row: { id: number }) => row.id === id)).toMatchObject({ heldAt: '2025-03-03T15:00:00.000Z' });
    const { name, phone } = first.values;
    const found = (path: string) => o.app.get(path).then(({ body }) => JSON.stringify(body));
    expect(await isPublic(id)).toBe(false);
    expect((await o.app.get(`/location${href}`)).body).not.toMatchObject({ id });
    for (const path of [
      `/api/dentists?name=${encodeURIComponent(name)}`,
      `/api/dentists?ids=${id},${first.id}`,
      `/api/suggest?q=${encodeURIComponent(name)}`,
      `/api/practice-finder?q=${encodeURIComponent(phone)}`,
    ])
      expect([path, (await found(path)).includes(`"id":${id},`)]).toEqual([path, false]);
    const similar = await o.app.get(`/api/user/similar-listings?phone=${phone.replace(/\D/g, '')}`, o.bob);
    expect(similar.body.map((row: { id: number }) => row.id)).toEqual([first.id]);
    expect((await o.put(id, { bio: 'Two chairs.' })).status).toBe(200);
    expect((await o.put(id, { bio: 'Stolen.' }, o.bob)).status).toBe(404);
  });

  it('is shown to staff next to the listing that it matches, with the owner’s reason', async () => {
    const first = await original();
    const { body } = await add({ ...first.copy, differs: 'We moved in last week.' });
    expect(await dossierOf(body.id)).toMatchObject({
      kind: 'new_listing',
      additionalInfo: 'We moved in last week.',
      listing: { deleted: false },
      matches: [{ id: first.id, phone: first.values.phone, claimed: false, website: 'https://own.example' }],
    });
    const { matches, warnings } = await dossierOf(body.id);
    expect(warnings.map(({ code }: { code: string }) => code)).toContain('held');
    const [{ why }] = matches;
    expect(why).toBe('It has the same name and ZIP code, the same phone number, and the same street and ZIP code.');
    const bulk = await asAdmin('claim-requests/bulk', { ids: [(await pendingOf(body.id)).id], status: 'approved' });
    expect(bulk.body.done ?? []).toEqual([]);
    expect(await isPublic(body.id)).toBe(false);
    const inbox = await o.app.get('/api/admin/inbox/listing', { token: admin.token });
    const item = inbox.body.find(({ listing }: { listing: { id: number } }) => listing.id === body.id);
    expect(item.listing.isHeld).toBe(true);
  });

  it('is also held if it shares only the phone number, the street, or nearly the name', async () => {
    const { values, id } = await original();
    const row = await o.row(id);
    const elsewhere = { ...place, name: 'Elsewhere', phone: '(303) 555-0001', address: '900 Far Rd', city: 'Denver', state: 'CO', zipCode: '80202' }; // prettier-ignore
    const other = { ...doctor, name: 'Dr. Uwe Nobody', phone: '(303) 555-0002' };
    const heldAfter = async (dentist: object, practice: object) =>
      (await add({ dentist: { ...other, ...dentist }, practice: { ...elsewhere, ...practice } })).body.heldAt !== null;
    expect(await heldAfter({ phone: values.phone }, {})).toBe(true);
    expect(await heldAfter({}, { address: row.address.replace('St', 'Street') })).toBe(true);
    expect(await heldAfter({ name: `${values.name}s` }, {})).toBe(true);
    expect(await heldAfter({}, { name: values.name })).toBe(true);
    expect(await heldAfter({ name: `${values.name}s` }, { zipCode: '80203' })).toBe(false);
  });

  it('becomes public when staff publish it, and its ownership check stays open', async () => {
    const { id } = await held();
    expect((await o.app.post(`/api/admin/listings/${id}/publish`, {}, o.ann)).status).toBe(403);
    expect((await asAdmin(`listings/${id}/verify`, { verified: true })).body.error).toBe('held');
    expect((await asAdmin(`listings/${id}/publish`)).status).toBe(200);
    expect(await isPublic(id)).toBe(true);
    expect(await own(id)).toMatchObject({ heldAt: null, checkPending: true, isVerified: false });
    expect((await asAdmin(`listings/${id}/publish`)).body.error).toBe('not_held');
  });

  it('becomes public and verified by an approval, and is held again if that is reversed', async () => {
    const { id } = await held();
    const claim = await pendingOf(id);
    expect((await decide(id, { status: 'approved' })).status).toBe(200);
    expect((await o.app.get(`/api/dentists/${id}`)).body).toMatchObject({ isVerified: true });
    await asAdmin(`claim-requests/${claim.id}/reverse`, { reason: 'Too soon.' });
    expect(await isPublic(id)).toBe(false);
    expect(await own(id)).toMatchObject({ heldAt: '2025-03-03T15:00:00.000Z', isVerified: false });
  });

  it('stays with its owner after a rejection, whatever time passes, and can be deleted', async () => {
    const { id } = await held();
    expect((await decide(id, { status: 'rejected', reviewNotes: 'It is the same practice.' })).status).toBe(200);
    await purgeDeletedListings({ ...o.app.deps, clock: { now: () => new Date('2026-03-03T15:00:00Z') } as never });
    expect(await own(id)).toMatchObject({ checkPending: false });
    expect(await isPublic(id)).toBe(false);
    expect((await asAdmin(`listings/${id}/restore`)).status).toBe(404);
    expect((await o.app.call('DELETE', `/api/user/dentists/${id}`, { token: o.ann.token })).status).toBe(200);
    expect(await own(id)).toBeUndefined();
    expect(await o.row(id)).toMatchObject({ heldAt: null });
  });

  it('is deleted with a released or erased owner, because it was never in the directory', async () => {
    const { id } = await held();
    expect((await o.app.post(`/api/user/dentists/${id}/unclaim`, {}, o.ann)).status).toBe(200);
    expect([await own(id), await isPublic(id)]).toEqual([undefined, false]);
    const { id: second } = await held();
    const password = 'yellow harbour bicycle';
    const { body } = await o.app.post('/api/auth/signup', { email: 'gone@example.com', password, name: 'Gone' });
    await o.app.deps.db('dentists').where({ id: second }).update({ userId: body.user.id });
    expect((await o.app.post('/api/auth/delete-account', { password }, { token: body.token })).status).toBe(200);
    expect(await o.row(second)).toMatchObject({ userId: null, heldAt: null });
    expect(await isPublic(second)).toBe(false);
  });
});

describe('a merge of a copy', () => {
  it('makes the check a claim of the original, which gets no owner, and can be undone', async () => {
    const { original: first, id } = await held();
    const { body } = await asAdmin(`listings/${first.id}/merge`, { otherId: id });
    expect(await o.row(first.id)).toMatchObject({ userId: null, website: 'https://own.example' });
    expect(await own(id)).toBeUndefined();
    expect(await pendingOf(first.id)).toMatchObject({ kind: 'claim', userId: o.ann.userId });
    expect((await asAdmin(`listings/${id}/merge`, { otherId: first.id })).status).toBe(404);
    expect((await asAdmin(`merges/${body.mergeId}/undo`)).status).toBe(200);
    expect(await own(id)).toMatchObject({ heldAt: '2025-03-03T15:00:00.000Z', checkPending: true });
    expect([await isPublic(id), await isPublic(first.id)]).toEqual([false, true]);
    expect(await pendingOf(id)).toMatchObject({ kind: 'new_listing' });
    expect(await pendingOf(first.id)).toBeUndefined();
  });

  it('leaves an original with its owner, and never ends a public listing', async () => {
    const { original: first, id } = await held();
    await o.app.deps.db('dentists').where({ id: first.id }).update({ userId: o.bob.userId });
    expect((await asAdmin(`listings/${id}/merge`, { otherId: first.id })).body.error).toBe('held');
    const { body } = await asAdmin(`listings/${first.id}/merge`, { otherId: id });
    expect(await o.row(first.id)).toMatchObject({ userId: o.bob.userId });
    expect(await pendingOf(id)).toBeUndefined();
    await asAdmin(`merges/${body.mergeId}/undo`);
    expect(await own(id)).toMatchObject({ checkPending: true });
  });
});

it('an approved claim of the original deletes the copy', async () => {
  const { original: first, id } = await held();
  const form = { requestorName: 'Ann', requestorEmail: 'ann@example.com', requestorPhone: '(303) 555-0142', relationshipToPractice: 'owner' }; // prettier-ignore
  expect((await o.app.post(`/api/dentists/${first.id}/claim-request`, form, o.ann)).status).toBe(200);
  expect((await decide(first.id, { status: 'approved' })).status).toBe(200);
  expect(await own(id)).toBeUndefined();
  expect(await own(first.id)).toMatchObject({ isVerified: true });
  expect((await requestsFor(id)).map(({ status }: { status: string }) => status)).toEqual(['withdrawn']);
});

it('a colleague at one’s own practice is public at once, and a second listing of the same dentist is not', async () => {
  const id = await o.create(o.bob, { dentist: { ...doctor, name: 'Dr. Mina Rao' }, practice: { ...place, name: 'Rao Dental', zipCode: '78799' } }); // prettier-ignore
  const { practiceId } = await o.row(id);
  const colleague = { ...doctor, name: 'Dr. Otto Ames', practiceId };
  const send = (dentist: object, who: Person) => o.app.post('/api/dentists', dentist, { token: who.token });
  expect((await send(colleague, o.bob)).body.heldAt).toBeNull();
  expect((await send({ ...colleague, name: 'Mina Rao, DDS' }, o.bob)).body.heldAt).not.toBeNull();
  expect((await send({ ...colleague, name: 'Dr. Xu Lang' }, o.ann)).body.heldAt).not.toBeNull();
});

it('of two copies that are added at the same time, one is held', async () => {
  const values = {
    dentist: { ...doctor, name: 'Dr. Pia Twin', phone: '(907) 555-0111' },
    practice: { ...place, name: 'Twin Dental', phone: '(907) 555-0111', address: '5 Ice Rd', city: 'Nome', state: 'AK', zipCode: '99762' }, // prettier-ignore
  };
  const added = await Promise.all([add(values, o.ann), add(values, o.bob)]);
  expect(added.map(({ body }) => body.heldAt !== null).toSorted()).toEqual([false, true]);
});

it('an unverified listing is held when its owner changes it into a copy', async () => {
  const { values } = await original();
  const { body } = await add({
    dentist: { ...doctor, name: 'Dr. Quite Different', phone: '(719) 555-0177' },
    practice: { ...place, name: 'Different', phone: '(719) 555-0177', address: '77 Mesa Rd', city: 'Pueblo', state: 'CO', zipCode: '81001' }, // prettier-ignore
  });
  expect(await isPublic(body.id)).toBe(true);
  expect((await o.put(body.id, { bio: 'Hello.' })).body.heldAt).toBeNull();
  expect((await o.put(body.id, { phone: values.phone })).body.heldAt).not.toBeNull();
  expect(await isPublic(body.id)).toBe(false);
  await asAdmin(`listings/${body.id}/publish`);
  expect((await o.put(body.id, { bio: 'Hello again.', name: 'Dr. Quite Differing' })).body.heldAt).toBeNull();
});

it('an import updates the original, and neither publishes nor changes the copy', async () => {
  const { original: first, id } = await held();
  const before = await o.row(id);
  const row = await o.row(first.id);
  const run = await importText(
    o.app,
    `name,phone,address,city,state,zipCode,website\n${row.name},${row.phone},${row.address},Denver,CO,80202,https://new.example\n`,
  );
  expect(run).toMatchObject({ rowsNew: 0, rowsChanged: 1 });
  expect(await o.row(first.id)).toMatchObject({ website: 'https://new.example' });
  await importText(o.app, `id,name,website\n${id},${row.name},https://evil.example\n`);
  expect(await o.row(id)).toEqual(before);
});

it('staff can add a listing that is the same practice only after they have compared it', async () => {
  const { id, values } = await original();
  const { address, city, state, zipCode } = await o.row(id);
  const body = { ...values, address, city, state, zipCode };
  const refused = await asAdmin('listings', body);
  expect([refused.status, refused.body.error]).toEqual([409, 'matches']);
  expect(refused.body.message).toBe(
    `This may be ${values.name}, listing ${id}. It has the same name and ZIP code, the same phone number, and the same street and ZIP code. If it’s a different practice, create it anyway.`,
  );
  expect((await asAdmin('listings', { ...body, name: 'Dr. Colleague Only' })).status).toBe(200);
  expect((await asAdmin('listings', { ...body, compared: true })).status).toBe(200);
});
