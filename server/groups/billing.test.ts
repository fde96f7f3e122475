import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueQuantity } from '#server/billing/billing.ts';
import { groups, type Groups } from '#server/test/people/groups.ts';
import { moveClock, settle } from '#server/test/people/paying.ts';

vi.setConfig({ testTimeout: 60_000 });

let g: Groups;
let staff: string;
beforeAll(async () => {
  g = await groups({ STRIPE_PRICE_ENTERPRISE_MONTHLY: 'price_sandbox_enterprise_monthly' }, 'delivering');
  staff = (await g.app.signIn({ role: 'admin' })).token;
});
afterAll(() => g.app.stop());

type Group = Awaited<ReturnType<Groups['make']>>;
const start = (group: Group, interval = 'monthly') =>
  g.app.post(
    `/api/admin/users/${group.people.owner.userId}/billing/enterprise`,
    { interval, reason: 'They signed the offer.' },
    { token: staff },
  );
const billing = async (group: Group, role: 'owner' | 'billing' = 'billing') =>
  (await g.app.get(`/api/user/groups/${group.id}/billing`, { token: group.people[role].token })).body;
const change = (group: Group, path: string, body: object) =>
  g.app.post(`/api/user/groups/${group.id}${path}`, body, { token: group.people.owner.token });

/** Runs a change, and returns the quantities that it sent to Stripe. */
async function sent(work: () => Promise<{ status: number }>): Promise<number[]> {
  const update = vi.spyOn(g.app.deps.payments!.stripe.subscriptions, 'update');
  try {
    expect((await work()).status).toBe(200);
    await g.app.jobs();
    await settle(g.app);
    return update.mock.calls.map(([, params]) => params!.items![0]!.quantity!);
  } finally {
    update.mockRestore();
  }
}

async function claimAndApprove(group: Group): Promise<{ id: number; status: number }> {
  const form = {
    requestorName: 'Olive Owner',
    requestorEmail: 'olive@example.com',
    requestorPhone: '(512) 555-0142',
    relationshipToPractice: 'owner',
    proof: 'letter',
    ids: [group.unclaimed],
  };
  const { id } = (await change(group, '/claims', form)).body;
  const decided = await g.app.call('PATCH', `/api/admin/claim-requests/${id}`, {
    token: staff,
    body: { status: 'approved' },
  });
  return { id, status: decided.status };
}

describe('Enterprise', () => {
  it('is one subscription for all locations, whose quantity each change of them sets with one request', async () => {
    const group = await g.make();
    const [first, second, third] = group.ids as [number, number, number];
    const started = await start(group);
    expect([started.status, started.body]).toMatchObject([200, { plan: 'enterprise', quantity: 3, cents: 12_000 }]);
    await settle(g.app);
    expect(await billing(group)).toMatchObject({
      label: 'Renews On',
      subscription: { interval: 'monthly', quantity: 3, unitCents: 4_000, cents: 12_000 },
      invoices: [{ status: 'open', cents: 12_000, description: 'Enamel Enterprise' }],
    });

    expect(await sent(() => change(group, '/locations', { ids: [group.spare] }))).toEqual([4]);
    let claim = 0;
    const approve = async () => {
      const approved = await claimAndApprove(group);
      claim = approved.id;
      return approved;
    };
    expect(await sent(approve)).toEqual([5]);
    const reverse = () =>
      g.app.post(`/api/admin/claim-requests/${claim}/reverse`, { reason: 'A mistake.' }, { token: staff });
    expect(await sent(reverse)).toEqual([4]);
    const { token } = group.people.owner;
    expect(await sent(() => g.app.post(`/api/user/dentists/${first}/unclaim`, {}, { token }))).toEqual([3]);
    const buyer = await g.app.signIn({ email: 'buyer@example.com' });
    const transfer = { email: buyer.email, chargeFee: false, note: '' };
    expect(await sent(() => g.app.post(`/api/admin/listings/${second}/transfer`, transfer, { token: staff }))).toEqual([2]); // prettier-ignore
    expect(await sent(() => change(group, '/locations/remove', { ids: [third, group.spare] }))).toEqual([1]);
    // A repeated job finds nothing to change.
    const again = async () => {
      await enqueueQuantity(g.app.deps.db, group.people.owner.userId);
      return { status: 200 };
    };
    expect(await sent(again)).toEqual([]);
    expect(await billing(group)).toMatchObject({ subscription: { quantity: 1, cents: 4_000 } });
  });

  it('charges the next period and the changes of this one on one invoice', async () => {
    const group = await g.make();
    await start(group);
    await moveClock(g.app, 15);
    expect(await sent(() => change(group, '/locations', { ids: [group.spare] }))).toEqual([4]);
    await moveClock(g.app, 16);
    await settle(g.app);
    const { invoices, subscription } = await billing(group);
    expect(subscription.quantity).toBe(4);
    // Half a month of the fourth location, and a month of all four.
    expect(invoices.map(({ cents }: { cents: number }) => cents)).toEqual([18_000, 12_000]);
  });

  it('repairs a quantity that was changed at Stripe', async () => {
    const group = await g.make();
    await start(group);
    const { itemId, id } = await g.app.deps.db('subscriptions').where({ userId: group.people.owner.userId }).first();
    await g.app.deps.payments!.stripe.subscriptions.update(id, { items: [{ id: itemId, quantity: 9 }] });
    await settle(g.app);
    await settle(g.app);
    expect((await billing(group)).subscription.quantity).toBe(3);
  });

  it('is started once, and only with a price', async () => {
    const group = await g.make();
    const refused = await start(group, 'yearly');
    expect([refused.status, refused.body.error]).toEqual([409, 'no_price']);
    expect((await billing(group)).subscription).toBe(null);
    const outcomes = await Promise.all([start(group), start(group)]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const customer = await g.app.deps.db('users').where({ id: group.people.owner.userId }).first();
    const { data } = await g.app.deps.payments!.stripe.subscriptions.list({ customer: customer.stripeCustomerId });
    expect(data).toHaveLength(1);
  });

  it('lets the billing role open the portal of the account that pays', async () => {
    const group = await g.make();
    const open = (role: 'owner' | 'billing') =>
      g.app.post(`/api/user/groups/${group.id}/billing/portal`, {}, { token: group.people[role].token });
    expect([(await open('billing')).status, (await open('owner')).body.error]).toEqual([409, 'nothing_to_manage']);
    await start(group);
    expect((await open('billing')).body.url).toContain('/portal/');
    expect((await billing(group, 'owner')).canManage).toBe(true);
  });

  it('shows the locations per cost center', async () => {
    const group = await g.make();
    await g.app.call('PUT', `/api/user/groups/${group.id}/cost-centers`, {
      token: group.people.billing.token,
      body: { costCenters: group.ids.slice(1).map((id) => ({ id, costCenter: 'West 7' })) },
    });
    expect(await billing(group)).toMatchObject({
      locations: 3,
      costCenters: [
        { costCenter: 'West 7', locations: 2 },
        { costCenter: null, locations: 1 },
      ],
    });
  });
});
