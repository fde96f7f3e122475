import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { webhookKinds } from '#shared/accounts/webhook-events.ts';
import { changeListing, type Source } from '#server/listings/history.ts';
import { importText } from '#server/test/files/bulk.ts';
import { doctor, place } from '#server/test/people/owners.ts';
import { reviews } from '#server/test/people/reviews.ts';

type Person = { token: string; userId: number };
let r: Awaited<ReturnType<typeof reviews>>;
let admin: Person;
let stranger: Person;
let manager: Person;
let listing: number;
const STAFF: Source = { kind: 'staff', userId: null };

beforeAll(async () => {
  r = await reviews();
  admin = await r.app.signIn({ role: 'admin' });
  stranger = await r.app.signIn();
  manager = await r.app.signIn();
  listing = await r.practice();
  const { db, clock } = r.app.deps;
  const invitation = { dentistId: listing, invitedBy: r.ann.userId, invitedAt: clock.now(), acceptedAt: clock.now() };
  await db('listingManagers').insert({ ...invitation, email: 'manager@example.com', userId: manager.userId });
  const people: [Person, string][] = [[r.ann, 'owner'], [manager, 'manager'], [stranger, 'stranger'], [admin, 'admin']]; // prettier-ignore
  for (const [{ userId }, name] of people)
    await db('webhookEndpoints').insert({
      userId,
      url: `https://${name}.example`,
      events: webhookKinds,
      secret: 'sealed',
      createdAt: clock.now(),
    });
});
afterAll(() => r.app.stop());
beforeEach(() => r.app.deps.db('webhookDeliveries').delete());

/** The events since the last look, as "owner listing.updated", in their order for each webhook. */
async function written(): Promise<string[]> {
  const { db } = r.app.deps;
  const deliveries = await db('webhookDeliveries as w').join('webhookEndpoints as e', 'e.id', 'w.endpointId')
    .orderBy(['e.id', 'w.id']).select('e.url', 'w.type', 'w.subject', 'w.data'); // prettier-ignore
  await db('webhookDeliveries').delete();
  for (const { type, data } of deliveries) expect([type, JSON.stringify(data)]).toEqual([type, expect.not.stringMatching(/Pia|Vera|@|555|Oak St|text/)]); // prettier-ignore
  return deliveries.map(({ url, type }) => `${new URL(url).hostname.split('.')[0]} ${type}`);
}
const team = (...types: string[]) => ['owner', 'manager'].flatMap((who) => types.map((type) => `${who} ${type}`));
const everyone = (...types: string[]) => [...team(...types), ...types.map((type) => `admin ${type}`)];
const edit = (values: Record<string, unknown>) =>
  r.app.deps.db.transaction((trx) => changeListing(trx, listing, values, STAFF, r.app.deps.clock.now()));

it('a listing announces what its page shows to its team and to administrators', async () => {
  await edit({ phone: '(512) 555-0199', bio: 'New' });
  const rows = await r.app.deps.db('webhookDeliveries').select('data', 'subject');
  for (const { data, subject } of rows) {
    expect(subject).toBe(`listing:${listing}`);
    expect(data).toEqual({ listingId: listing, fields: ['phone', 'bio'], path: `/api/dentists/${listing}` });
  }
  expect(await written()).toEqual(everyone('listing.updated'));
  await edit({ identityChangedAt: r.app.deps.clock.now() });
  expect(await written()).toEqual([]);
  const { db, clock } = r.app.deps;
  await edit({ deletedAt: clock.now() });
  expect(await written()).toEqual(everyone('listing.deleted'));
  await db('dentists').where({ id: listing }).update({ deletedAt: null });
  const created = await r.create(r.ann, {
    dentist: { ...doctor, name: 'Dr. Ben Okafor' },
    practice: { ...place, name: 'Cedar Dental', phone: '(512) 555-0177', address: '9 Cedar St' },
  });
  expect(await written()).toEqual(expect.arrayContaining(['owner listing.created', 'admin listing.created']));
  expect(created).toBeGreaterThan(0);
});

it('an event is written only if its change is', async () => {
  const failing = r.app.deps.db.transaction(async (trx) => {
    await changeListing(trx, listing, { phone: '(512) 555-0100' }, STAFF, r.app.deps.clock.now());
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(await written()).toEqual([]);
});

it('a claim announces each step to its claimant alone', async () => {
  const { app } = r;
  const [{ id }] = await app.deps
    .db('dentists')
    .insert({ name: 'Dr. Free', city: 'Austin', state: 'TX' })
    .returning('id');
  await app.deps.db('users').where({ id: stranger.userId }).update({ subscriptionPlan: 'professional', subscriptionStatus: 'active' }); // prettier-ignore
  const form = {
    requestorName: 'Sam Stranger',
    requestorEmail: 'sam@example.com',
    requestorPhone: '(512) 555-0142',
    relationshipToPractice: 'owner',
  };
  const claim = await app.post(`/api/dentists/${id}/claim-request`, form, { token: stranger.token });
  expect(claim.status).toBeLessThan(300);
  expect(await written()).toEqual(['stranger claim.submitted']);
  const withdrawn = await app.post(`/api/user/claim-requests/${claim.body.id}/withdraw`, {}, { token: stranger.token });
  expect([withdrawn.status, await written()]).toEqual([200, ['stranger claim.withdrawn']]);
});

it('appointment requests and reviews are announced without the patient', async () => {
  const { token, id } = await r.request(listing);
  expect(await written()).toEqual(team('appointment.requested'));
  await r.answer(id, 'offer');
  await r.asPatient(token, 'accept');
  expect(await written()).toEqual(team('appointment.changed', 'appointment.changed'));

  const link = await r.linkFor(listing);
  expect((await r.save(link)).status).toBeLessThan(300);
  expect(await written()).toEqual([]);
  await r.publishAll();
  expect(await written()).toEqual(everyone('review.published'));
  expect((await r.remove(link)).status).toBe(200);
  expect(await written()).toEqual(everyone('review.removed'));
});

it('a plan is announced to its account', async () => {
  const body = { plan: 'professional', until: '2025-12-01T00:00:00Z', reason: 'A thank-you' };
  const given = await r.app.post(`/api/admin/users/${manager.userId}/billing/give`, body, { token: admin.token });
  expect([given.status, await written()]).toEqual([200, ['manager subscription.changed']]);
});

it('an import announces its result, and each listing that it changed', async () => {
  const { app } = r;
  const run = await importText(app, `id,name,website\n${listing},,https://imported.example\n,Dr. New One,\n`);
  expect(run).toMatchObject({ status: 'done', rowsNew: 1, rowsChanged: 1 });
  const events = await written();
  expect(events).toEqual([
    ...team('listing.updated'),
    'admin listing.updated',
    'admin listing.created',
    'admin import.done',
  ]);
  app.deps.clock.advance(60_000);
  expect((await app.post(`/api/admin/imports/${run.id}/undo`, {}, { token: admin.token })).status).toBe(200);
  expect((await written()).toSorted()).toEqual(
    [...everyone('listing.updated'), 'admin listing.deleted', 'admin import.undone'].toSorted(),
  );
});
