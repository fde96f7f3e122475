import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorker } from '#server/schedule.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { emailsTo, type SentEmail } from '#server/test/emails/sent-emails.ts';
import { askOwner, askOwners } from './ask-owners.ts';

const DAY = 86_400_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: '2026-02-02T15:20:00Z' });
});
afterAll(() => app.stop());

let owner: Awaited<ReturnType<TestApp['signIn']>>;
beforeEach(async () => {
  await app.deps.db('jobs').delete();
  owner = await app.signIn({ name: 'Dr. Ana Silva' });
});
const daysAgo = (days: number) => new Date(app.deps.clock.now().getTime() - days * DAY);
async function addListing(values: object = {}): Promise<number> {
  const stale = { name: 'Dr. Ana Silva', phone: '(512) 555-0142', city: 'Austin', state: 'TX', userId: owner.userId };
  const [row] = await app.deps
    .db('dentists')
    .insert({ ...stale, ...values })
    .returning('id');
  return row.id;
}
/** Runs the daily job and the jobs that it enqueues, without the delivery, so that the emails stay in the queue. */
async function ask(): Promise<SentEmail[]> {
  await askOwners(app.deps);
  for (const { id, payload } of await app.deps.db('jobs').where({ name: askOwner.name })) {
    await askOwner.handle(payload, app.deps);
    await app.deps.db('jobs').where({ id }).delete();
  }
  return emailsTo(app, owner.email);
}
const tokenOf = (email: SentEmail | undefined): string => new URL(email!.action!.url).searchParams.get('token')!;
const view = (token: string) => app.post('/api/confirmations/view', { token });
const confirm = async (token: string, listingIds: number[]) =>
  app.post('/api/confirmations', { token, listingIds, shown: (await view(token)).body.shown ?? '' });
const row = (id: number) => app.deps.db('dentists').where({ id }).first();

describe('the email to owners', () => {
  it('has the facts of a listing and says which are not stated yet', async () => {
    const id = await addListing({
      mondayHours: '9-5', tuesdayHours: '9-5', saturdayHours: 'closed', acceptsInsurance: true, parkingAvailable: false, whiteningPriceFrom: 299,
    }); // prettier-ignore
    const [email, ...others] = await ask();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      subject: 'Is Dr. Ana Silva still listed correctly?',
      action: { label: 'Still true' },
      otherAction: { label: 'Change something', url: `${app.url}/dashboard/listings/${id}/edit` },
      unsubscribe: expect.stringContaining('/email-settings?token='),
    });
    const facts = email!.text.join('\n');
    for (const line of [
      'Phone: (512) 555-0142',
      'Address: Austin, TX',
      'Hours: Mon and Tue 9:00 AM – 5:00 PM; Wed to Fri not stated; Sat closed; Sun not stated',
      'Services: not stated yet',
      'New patients: not stated yet',
      'Insurance: Yes',
      'Parking: No',
      'Whitening price: From $299',
    ])
      expect(facts).toContain(line);
  });

  it('is one for several listings', async () => {
    for (const name of ['Dr. One', 'Dr. Two', 'Dr. Three', 'Dr. Four', 'Dr. Five', 'Dr. Six'])
      await addListing({ name });
    const emails = await ask();
    expect(emails.map(({ subject }) => subject)).toEqual(['Are your 6 listings still correct?']);
    expect(emails[0]!.text.join('\n')).toContain('also shows one more listing.');
    expect((await view(tokenOf(emails[0]))).body.listings).toHaveLength(6);
  });

  it('is sent at most once in 90 days, also about another listing', async () => {
    await addListing();
    expect(await ask()).toHaveLength(1);
    app.deps.clock.advance(89 * DAY);
    await addListing();
    expect(await ask()).toHaveLength(1);
    app.deps.clock.advance(2 * DAY);
    expect(await ask()).toHaveLength(2);
  });

  it('is not about listings that were confirmed or changed within 90 days', async () => {
    const id = await addListing({ confirmedAt: daysAgo(89) });
    expect(await ask()).toEqual([]);
    await app.deps
      .db('dentists')
      .where({ id })
      .update({ confirmedAt: daysAgo(91) });
    const history = { dentistId: id, at: daysAgo(89), field: 'phone' };
    const [entry] = await app.deps
      .db('listingHistory')
      .insert({ ...history, source: 'owner' })
      .returning('id');
    expect(await ask()).toEqual([]);
    // A change by an import says nothing about the owner.
    await app.deps.db('listingHistory').where(entry).update({ source: 'import' });
    expect(await ask()).toHaveLength(1);
  });

  it('waits 90 days after a listing came to its owner', async () => {
    const id = await addListing();
    const came = { dentistId: id, at: daysAgo(1), field: 'userId', source: 'claim' };
    await app.deps.db('listingHistory').insert(came);
    expect(await ask()).toEqual([]);
  });

  it('goes to no one who turned it off, whose address is unverified or rejects email, or whose listing is deleted', async () => {
    const id = await addListing();
    const { db } = app.deps;
    const user = db('users').where({ id: owner.userId });
    await app.call('PUT', '/api/user/notifications', { token: owner.token, body: { confirmations: false } });
    expect(await ask()).toEqual([]);
    await app.call('PUT', '/api/user/notifications', { token: owner.token, body: { confirmations: true } });
    await user.clone().update({ emailVerifiedAt: null });
    expect(await ask()).toEqual([]);
    await user.clone().update({ emailVerifiedAt: daysAgo(100) });
    const rejection = { email: owner.email, reason: 'No such user', since: daysAgo(9), lastFailedAt: daysAgo(9) };
    await db('undeliverableEmails').insert(rejection);
    expect(await ask()).toEqual([]);
    await db('undeliverableEmails').update({ lastFailedAt: daysAgo(31) });
    await db('dentists')
      .where({ id })
      .update({ deletedAt: daysAgo(1) });
    expect(await ask()).toEqual([]);
    await db('dentists').where({ id }).update({ deletedAt: null });
    expect(await ask()).toHaveLength(1);
  });

  it('is sent once, however often and at once the job runs, and if a server is killed in the middle', async () => {
    await addListing();
    await addListing();
    const { db } = app.deps;
    // The transaction of a killed server rolls back: neither the mark nor the email stays.
    const killed = db.transaction(async (trx) => {
      await askOwner.handle({ userId: owner.userId }, { ...app.deps, db: trx });
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect([
      await emailsTo(app, owner.email),
      await db('confirmationRequests').where({ userId: owner.userId }),
    ]).toEqual([[], []]);
    await Promise.all([1, 2, 3].map(() => askOwner.handle({ userId: owner.userId }, app.deps)));
    expect(await emailsTo(app, owner.email)).toHaveLength(1);
    expect(await ask()).toHaveLength(1);
  });
});

describe('the link in the email', () => {
  it('shows the facts and changes nothing until they are confirmed, without a login', async () => {
    const id = await addListing({ confirmedAt: daysAgo(200) });
    const token = tokenOf((await ask())[0]);
    const opened = await view(token);
    expect([opened.status, opened.body.listings]).toEqual([
      200,
      [expect.objectContaining({ id, isConfirmed: false, confirmedAt: daysAgo(200).toISOString() })],
    ]);
    expect((await row(id)).confirmedAt).toEqual(daysAgo(200));
    app.deps.clock.advance(DAY);
    const now = app.deps.clock.now();
    expect((await confirm(token, [id])).body.listings).toEqual([expect.objectContaining({ id, isConfirmed: true })]);
    expect((await row(id)).confirmedAt).toEqual(now);
    const history = await app.deps.db('listingHistory').where({ dentistId: id });
    expect(history).toMatchObject([{ field: 'confirmedAt', source: 'owner', userId: owner.userId }]);
    // A second click changes nothing.
    app.deps.clock.advance(DAY);
    expect((await confirm(token, [id])).status).toBe(200);
    expect((await row(id)).confirmedAt).toEqual(now);
    expect(await app.deps.db('listingHistory').where({ dentistId: id })).toHaveLength(1);
  });

  it('confirms the chosen listings of its own mailing only', async () => {
    const [one, two] = [await addListing(), await addListing()];
    const fresh = await addListing({ confirmedAt: daysAgo(10) });
    const token = tokenOf((await ask())[0]);
    const [foreign] = await app.deps.db('dentists').insert({ name: 'Dr. Other' }).returning('id');
    expect((await confirm(token, [foreign.id, fresh])).body.error).toBe('invalid_token');
    expect((await confirm(token, [])).status).toBe(400);
    expect((await confirm(token, [one, foreign.id])).status).toBe(200);
    expect([(await row(one)).confirmedAt, (await row(two)).confirmedAt, (await row(foreign.id)).confirmedAt]).toEqual([
      app.deps.clock.now(), null, null,
    ]); // prettier-ignore
  });

  it('gives the facts that are stated its date, and leaves the others unknown', async () => {
    const id = await addListing({ acceptsInsurance: false, mondayHours: '9-5' });
    const token = tokenOf((await ask())[0]);
    const { facts } = (await confirm(token, [id])).body.listings[0];
    expect(facts).toContainEqual({ label: 'Insurance', text: 'No' });
    expect(facts).toContainEqual({ label: 'New patients', text: null });
    const { acceptsNewPatients, fieldSources } = await row(id);
    const stamp = { source: 'owner', at: app.deps.clock.now().toISOString() };
    expect(acceptsNewPatients).toBeNull();
    expect(fieldSources).toMatchObject({ acceptsInsurance: stamp, mondayHours: stamp });
    expect(fieldSources).not.toHaveProperty('acceptsNewPatients');
    expect(fieldSources).not.toHaveProperty('tuesdayHours');
  });

  it('confirms only what its owner saw', async () => {
    const id = await addListing();
    const token = tokenOf((await ask())[0]);
    const { shown } = (await view(token)).body;
    await app.deps.db('dentists').where({ id }).update({ phone: '(512) 555-0199' });
    const refused = await app.post('/api/confirmations', { token, listingIds: [id], shown });
    expect([refused.status, refused.body.error, refused.body.message]).toEqual([
      409, 'changed', 'Something changed after you opened this page. Please check it again.',
    ]); // prettier-ignore
    expect((await row(id)).confirmedAt).toBeNull();
    expect((await confirm(token, [id])).status).toBe(200);
  });

  it('ends after 60 days, with the next mailing, and with its owner or the owner’s address', async () => {
    const id = await addListing();
    const token = tokenOf((await ask())[0]);
    const { db } = app.deps;
    const statuses = async () => [(await view(token)).status, (await confirm(token, [id])).status];
    const user = db('users').where({ id: owner.userId });
    await user.clone().update({ email: `new-${owner.email}` });
    expect(await statuses()).toEqual([400, 400]);
    await user.clone().update({ email: owner.email });
    const other = await app.signIn({});
    await db('dentists').where({ id }).update({ userId: other.userId });
    expect(await statuses()).toEqual([400, 400]);
    await db('dentists').where({ id }).update({ userId: owner.userId });
    app.deps.clock.advance(60 * DAY + 1);
    expect(await statuses()).toEqual([400, 400]);
    app.deps.clock.advance(-2);
    expect((await view(token)).status).toBe(200);
    await db('confirmationRequests')
      .where({ dentistId: id })
      .update({ sentAt: daysAgo(1) });
    expect(await statuses()).toEqual([400, 400]);
    expect((await row(id)).confirmedAt).toBeNull();
  });

  it('can’t be forged or moved to another owner, time, or mailing', async () => {
    const id = await addListing();
    const [user, sent, signature] = tokenOf((await ask())[0]).split('.');
    for (const token of [
      '',
      'x',
      `${user}.${sent}.`,
      `${user}.${sent}.${signature!.slice(1)}`,
      `${user}.${Number(sent) + 1}.${signature}`,
      `${Number(user) + 1}.${sent}.${signature}`,
      `${user}.${sent}.${'A'.repeat(43)}`,
    ])
      expect([token, (await view(token)).status, (await confirm(token, [id])).status]).toEqual([token, 400, 400]);
    expect((await row(id)).confirmedAt).toBeNull();
  });
});

describe('a confirmation by phone', () => {
  it('sets the date with the staff as its source, and is in the audit log', async () => {
    const id = await addListing({ whiteningPriceFrom: 299, whiteningPriceOn: '2024-01-01' });
    const staff = await app.signIn({ role: 'reviewer' });
    const path = `/api/admin/listings/${id}/confirm`;
    expect((await app.post(path, {}, { token: owner.token })).status).toBe(403);
    expect((await app.post(path, {}, { token: (await app.signIn({ role: 'analyst' })).token })).status).toBe(403);
    expect((await app.post(path, {}, { token: staff.token })).body).toEqual({ ok: true });
    const now = app.deps.clock.now();
    expect(await row(id)).toMatchObject({
      confirmedAt: now,
      fieldSources: { whiteningPriceFrom: { source: 'staff' } },
    });
    expect(await app.deps.db('listingHistory').where({ dentistId: id })).toMatchObject([
      { field: 'confirmedAt', source: 'staff', userId: staff.userId },
    ]);
    const log = await app.deps.db('auditLog').where({ subject: 'listing', subjectId: String(id) });
    expect(log).toMatchObject([{ action: 'listing.confirmed', note: 'By phone', actorId: staff.userId }]);
    expect(await ask()).toEqual([]);
  });
});

it('the daily job is on the schedule and asks by itself', async () => {
  await addListing();
  await app.deps
    .db('jobs')
    .insert({ name: 'confirmations.ask-owners', payload: '{}', maxAttempts: 3, runAt: '-infinity' });
  const worker = startWorker(app.deps);
  await expect
    .poll(() => app.deps.db('confirmationRequests').where({ userId: owner.userId }).first(), { timeout: 10_000 })
    .toMatchObject({ sentAt: app.deps.clock.now() });
  await worker.stop();
});
