import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Email } from '#server/base/email/email.ts';
import { eraseAccount } from '#server/accounts/erase/erase-account.ts';
import { recordEmails } from '#server/test/emails/emails.ts';
import { paid } from '#server/test/people/owners.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { answerBank, cards, payWith, settle } from '#server/test/people/paying.ts';
import { settleTransfers } from './settle.ts';

type Person = Awaited<ReturnType<TestApp['signIn']>>;

const DAY = 86_400_000;
let app: TestApp;
let ann: Person;
let buyer: Person;
let id: number;
let emails: Email[];
beforeAll(async () => {
  app = await testApp({ sandbox: 'delivering', env: { LIMIT_CONTACT: '1000/60' } });
  emails = recordEmails(app);
});
afterAll(() => app.stop());

beforeEach(async () => {
  ann = await app.signIn({ ...paid, name: 'Ann Seller' });
  buyer = await app.signIn({ name: 'Bo Buyer' });
  const at = app.deps.clock.now();
  const [listing] = await app.deps
    .db('dentists')
    .insert({
      name: 'Dr. Ana Silva',
      city: 'Austin',
      state: 'TX',
      userId: ann.userId,
      isVerified: true,
      ownershipReviewedAt: at,
    }) // prettier-ignore
    .returning('id');
  id = listing.id;
});

const offer = (email = buyer.email, who = ann) =>
  app.post(`/api/user/dentists/${id}/transfer`, { email }, { token: who.token });
const answer = (transferId: number, action: 'accept' | 'confirm' | 'decline', who = buyer) =>
  app.post(`/api/user/transfers/${transferId}/${action}`, undefined, { token: who.token });
const cancel = (who = ann) => app.call('DELETE', `/api/user/dentists/${id}/transfer`, { token: who.token });
const latest = async (who = ann) => (await app.get(`/api/user/dentists/${id}/transfer`, { token: who.token })).body;
const row = () => app.deps.db('dentists').where({ id }).first();
const invoices = async (who = buyer) => (await app.get('/api/billing/invoices', { token: who.token })).body;
const emailsTo = ({ email }: Person): Email[] => emails.filter(({ to }) => to === email);

describe('a transfer of a listing', () => {
  it('is offered by email, paid by its recipient, and then done, with a check and an email to each side', async () => {
    const offered = (await offer()).body;
    expect(offered).toMatchObject({ status: 'offered', email: buyer.email });
    const [invitation] = emailsTo(buyer);
    expect(invitation!.subject).toBe('Ann Seller offers you the listing of Dr. Ana Silva');
    const token = /token=([\w-]+)/.exec(invitation!.action!.url)![1];
    const seen = await app.post(`/api/transfers/${offered.id}/view`, { token });
    expect(seen.body).toMatchObject({
      from: 'Ann Seller',
      hasAccount: true,
      isRecipient: false,
      onNextInvoice: null,
      feeCents: 2_500,
      listing: { name: 'Dr. Ana Silva', place: 'Austin, TX' },
    });
    expect((await app.get('/api/user/transfers', { token: buyer.token })).body).toMatchObject([
      { id: offered.id, isRecipient: true, onNextInvoice: false },
    ]);

    const accepted = (await answer(offered.id, 'accept')).body;
    expect(accepted).toMatchObject({ status: 'paying', listingId: id, clientSecret: expect.any(String) });
    // The same page in another tab, or after a reload, continues the same payment.
    expect((await answer(offered.id, 'accept')).body.clientSecret).toBe(accepted.clientSecret);
    expect(await row()).toMatchObject({ userId: ann.userId });
    expect((await payWith(app, accepted.clientSecret, cards.declined)).status).toBe(402);
    expect((await answer(offered.id, 'confirm')).body).toMatchObject({ status: 'paying' });
    await payWith(app, accepted.clientSecret, cards.asksBank);
    await answerBank(app, accepted.clientSecret, true);
    expect((await answer(offered.id, 'confirm')).body).toMatchObject({ status: 'done', clientSecret: null });
    expect((await answer(offered.id, 'accept')).body).toMatchObject({ status: 'done' });

    expect(await row()).toMatchObject({ userId: buyer.userId, isVerified: false });
    expect(await invoices()).toMatchObject([
      { cents: 2_500, status: 'paid', description: 'Ownership transfer: Dr. Ana Silva' },
    ]);
    expect(await app.deps.db('claimRequests').where({ dentistId: id })).toMatchObject([
      { kind: 'new_owner', userId: buyer.userId, status: 'pending' },
    ]);
    const entries = await app.deps
      .db('auditLog')
      .where({ subject: 'listing', subjectId: String(id) })
      .orderBy('id');
    expect(entries.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['listing.transfer_offered', 'Ann Seller'],
      ['listing.transferred', 'Bo Buyer'],
    ]);
    expect(emailsTo(buyer).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['You now own the listing of Dr. Ana Silva', 'Receipt for your payment of $25']),
    );
    expect(emailsTo(ann).map(({ subject }) => subject)).toEqual([
      'You offered to transfer the listing of Dr. Ana Silva',
      'The listing of Dr. Ana Silva has a new owner',
    ]);
    const admin = await app.signIn({ role: 'admin' });
    expect((await app.get('/api/admin/home', { token: admin.token })).body.changed).toContainEqual(
      expect.objectContaining({ kind: 'transfers', by: 'Bo Buyer', what: 'Dr. Ana Silva', subjectId: id }),
    );
    expect((await app.get(`/api/admin/listings/${id}`, { token: admin.token })).body.transfers).toMatchObject([
      { status: 'done', email: buyer.email, fromName: 'Ann Seller' },
    ]);
    // Ann no longer has access to the listing.
    expect((await app.get(`/api/user/dentists/${id}/transfer`, { token: ann.token })).status).toBe(404);
    expect(await latest(buyer)).toBeNull();
  });

  it('is done at once if the fee can go on the next invoice of a plan, and billed once', async () => {
    const { body } = await app.post('/api/get-or-create-subscription', { priceId: 'price_sandbox_professional_monthly' }, { token: buyer.token }); // prettier-ignore
    await payWith(app, body.clientSecret, cards.good);
    await settle(app);
    const { id: transferId } = (await offer()).body;
    const answers = await Promise.all([answer(transferId, 'accept'), answer(transferId, 'accept')]);
    expect(answers.map(({ body: { status } }) => status)).toEqual(['done', 'done']);
    await settle(app);
    expect(await row()).toMatchObject({ userId: buyer.userId });
    const { stripe } = app.deps.payments!;
    const { stripeCustomerId } = await app.deps.db('users').where({ id: buyer.userId }).first();
    const invoice = await stripe.invoices.create({
      customer: stripeCustomerId,
      pending_invoice_items_behavior: 'include',
    });
    expect(invoice.total).toBe(2_500);
  });

  it('is finished by the webhook if the browser of the recipient never reports the payment', async () => {
    const { id: transferId } = (await offer()).body;
    const { clientSecret } = (await answer(transferId, 'accept')).body;
    await payWith(app, clientSecret, cards.good);
    await settle(app);
    await settleTransfers(app.deps);
    expect(await row()).toMatchObject({ userId: buyer.userId });
  });

  it('can be canceled by the owner, who refunds a fee that was just paid', async () => {
    const { id: transferId } = (await offer()).body;
    const { clientSecret } = (await answer(transferId, 'accept')).body;
    await payWith(app, clientSecret, cards.good);
    expect((await cancel()).body).toMatchObject({ status: 'canceled' });
    await settle(app);
    expect(await row()).toMatchObject({ userId: ann.userId, isVerified: true });
    expect(await invoices()).toMatchObject([{ cents: 2_500, status: 'refunded' }]);
    expect((await answer(transferId, 'confirm')).body).toMatchObject({ status: 'canceled', clientSecret: null });
    expect((await answer(transferId, 'accept')).body).toMatchObject({ error: 'offer_ended' });
    expect(emailsTo(buyer).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['The offer of Dr. Ana Silva was withdrawn', 'Your refund of $25']),
    );
    expect((await cancel()).body).toMatchObject({ error: 'no_offer' });
  });

  it('can be declined, which voids the invoice', async () => {
    const { id: transferId } = (await offer()).body;
    const { clientSecret } = (await answer(transferId, 'accept')).body;
    expect((await answer(transferId, 'decline')).body).toMatchObject({ status: 'declined' });
    expect((await payWith(app, clientSecret, cards.good)).status).toBe(400);
    expect(await invoices()).toEqual([]);
    expect(await latest()).toMatchObject({ status: 'declined' });
    expect(emailsTo(ann).at(-1)!.subject).toBe('Your offer of Dr. Ana Silva was declined');
    // It can be offered again.
    expect((await offer()).body).toMatchObject({ status: 'offered' });
  });

  it('expires after 14 days, and its recipient’s address is forgotten after 30 more', async () => {
    const { id: transferId } = (await offer()).body;
    await answer(transferId, 'accept');
    app.deps.clock.advance(14 * DAY + 60_000);
    expect((await answer(transferId, 'accept')).status).toBe(409);
    await settleTransfers(app.deps);
    expect(await latest()).toMatchObject({ status: 'expired', email: buyer.email });
    expect(emailsTo(ann).at(-1)!.subject).toBe('Your offer of Dr. Ana Silva has expired');
    app.deps.clock.advance(31 * DAY);
    await settleTransfers(app.deps);
    expect(await latest()).toMatchObject({ status: 'expired', email: null });
    expect((await app.post(`/api/transfers/${transferId}/view`, {}, { token: buyer.token })).status).toBe(200);
  });

  it('ends when the listing gets another owner or is deleted', async () => {
    const { id: transferId } = (await offer()).body;
    expect((await app.post(`/api/user/dentists/${id}/unclaim`, {}, { token: ann.token })).status).toBe(200);
    expect((await answer(transferId, 'accept')).body.error).toBe('offer_ended');
    const seen = await app.post(`/api/transfers/${transferId}/view`, {}, { token: buyer.token });
    expect(seen.body.status).toBe('canceled');
    await settleTransfers(app.deps);
    expect(await app.deps.db('listingTransfers').where({ id: transferId }).first()).toMatchObject({
      status: 'canceled',
    });
  });

  it('ends when staff transfer the listing', async () => {
    await offer();
    const admin = await app.signIn({ role: 'admin' });
    const other = await app.signIn();
    const body = { email: other.email, chargeFee: false };
    expect((await app.post(`/api/admin/listings/${id}/transfer`, body, { token: admin.token })).status).toBe(200);
    expect(await app.deps.db('listingTransfers').where({ dentistId: id })).toMatchObject([{ status: 'canceled' }]);
  });
});

describe('an offer', () => {
  it('belongs to the owner and to the verified address that got it', async () => {
    const eve = await app.signIn({ name: 'Eve' });
    await app.deps.db('listingManagers').insert({
      dentistId: id,
      email: eve.email,
      userId: eve.userId,
      invitedAt: app.deps.clock.now(),
      acceptedAt: app.deps.clock.now(),
    });
    // A manager can't offer the listing, and neither can a stranger.
    expect((await offer(buyer.email, eve)).status).toBe(403);
    expect((await app.get(`/api/user/dentists/${id}/transfer`, { token: eve.token })).status).toBe(403);
    expect((await offer(eve.email, buyer)).status).toBe(404);
    expect((await offer(ann.email)).body.fields.email).toBe('You already own this listing.');
    const { id: transferId } = (await offer()).body;
    expect((await cancel(eve)).status).toBe(403);
    for (const action of ['accept', 'confirm', 'decline'] as const)
      expect((await answer(transferId, action, eve)).body.error).toBe('other_address');
    expect((await app.post(`/api/transfers/${transferId}/view`, {}, { token: eve.token })).status).toBe(404);
    expect((await app.post(`/api/transfers/${transferId}/view`, { token: 'made-up' })).status).toBe(404);
    await app.deps.db('users').where({ id: buyer.userId }).update({ emailVerifiedAt: null });
    expect((await answer(transferId, 'accept')).body.error).toBe('email_unverified');
    expect((await app.get('/api/user/transfers', { token: buyer.token })).body).toEqual([]);
  });

  it('is one at a time; a repeated one replaces the link', async () => {
    const first = (await offer()).body;
    expect((await offer('another@example.com')).body.error).toBe('already_offered');
    const [second, third] = await Promise.all([offer(), offer()]);
    expect([second.body.id, third.body.id]).toEqual([first.id, first.id]);
    const tokens = emailsTo(buyer).map(({ action }) => /token=([\w-]+)/.exec(action!.url)![1]);
    expect(tokens).toHaveLength(3);
    const states = await Promise.all(
      tokens.map(async (token) => (await app.post(`/api/transfers/${first.id}/view`, { token })).status),
    );
    expect(states.toSorted()).toEqual([200, 404, 404]);
  });

  it('is in the data export of its recipient, and ends with their account', async () => {
    const { id: transferId } = (await offer()).body;
    const exported = (await app.get('/api/user/export', { token: buyer.token })).body;
    expect(exported.transfers).toMatchObject([{ dentistId: id, email: buyer.email, status: 'offered' }]);
    await app.deps.db.transaction(async (trx) => {
      await eraseAccount(trx, app.deps.secret, buyer.userId, app.deps.clock.now());
    });
    expect(await app.deps.db('listingTransfers').where({ id: transferId }).first()).toMatchObject({
      status: 'canceled',
      email: null,
      tokenHash: null,
    });
  });
});
