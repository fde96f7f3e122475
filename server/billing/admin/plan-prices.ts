import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  priceSlots,
  type readPlanPrices as readContract,
  type savePlanPrices as saveContract,
  type StoredPlanPrices,
} from '#contract/billing/plan-prices.ts';
import { planName, type Interval } from '#shared/billing/plans.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest } from '#server/base/http/errors.ts';
import { hasDuplicates, listCurrentPrices } from '../prices.ts';
import { findPlanPrices, findSubscribedPrices, lockPlanPrices, savePlanPrices } from '../queries-plan-prices.ts';
import { callProvider, paymentsOf } from '../stripe.ts';
import { findStripePrice, readAmount } from '../stripe-prices.ts';

type Reply = z.input<(typeof readContract)['reply']>;
/** More prices than an account for plans has. */
const MOST_PRICES = 500;

const intervalOf = ({ recurring }: Stripe.Price): Interval => (recurring?.interval === 'year' ? 'yearly' : 'monthly');

export async function listPlanPrices(ctx: Ctx<Actor>): Promise<Reply> {
  const { stripe, sandbox, publishableKey } = paymentsOf(ctx);
  const offered = await callProvider(ctx, () =>
    stripe.prices
      .list({ active: true, type: 'recurring', currency: 'usd', limit: 100 })
      .autoPagingToArray({ limit: MOST_PRICES }),
  );
  const planPrices = await findPlanPrices(ctx.db);
  const current = listCurrentPrices(sourcesOf(ctx, planPrices));
  return {
    testMode: sandbox || publishableKey.startsWith('pk_test_'),
    prices: priceSlots.map(({ plan, interval, slot }) => {
      const price = current.find((one) => one.plan === plan && one.interval === interval && !one.launch);
      return {
        plan,
        interval,
        priceId: price?.priceId ?? null,
        isChosen: slot in planPrices.chosen,
        cents: price?.cents ?? null,
      };
    }),
    available: offered.flatMap((price) => {
      const interval = intervalOf(price);
      const amount = readAmount(price, interval);
      return 'cents' in amount
        ? [{ priceId: price.id, name: price.nickname ?? '', interval, cents: amount.cents }]
        : [];
    }),
    problems: Object.values(planPrices.problems),
  };
}

const sourcesOf = ({ config }: Pick<Ctx, 'config'>, planPrices: StoredPlanPrices) => ({
  config,
  settings: { planPrices },
});

/** Stores the chosen prices, after Stripe has said that each exists and fits its plan. */
export async function choosePlanPrices(body: z.output<(typeof saveContract)['body']>, ctx: Ctx<Actor>): Promise<Reply> {
  const { stripe } = paymentsOf(ctx);
  const refusals: Record<string, string> = {};
  const amounts: Record<string, number> = {};
  await callProvider(ctx, async () => {
    for (const { slot, interval } of priceSlots) {
      const priceId = body[slot];
      if (!priceId) continue;
      const price = await findStripePrice(stripe, priceId);
      const amount = price ? readAmount(price, interval) : { fault: 'is not at Stripe' };
      if ('cents' in amount) amounts[priceId] = amount.cents;
      else refusals[slot] = `The price ${priceId} ${amount.fault}.`;
    }
  });
  if (Object.keys(refusals).length > 0) throw badRequest(Object.values(refusals).join(' '), refusals);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (trx) => {
    const stored = await lockPlanPrices(trx);
    const chosen = { ...stored.chosen };
    for (const { slot } of priceSlots) {
      if (body[slot] === undefined) continue;
      if (body[slot] === '') delete chosen[slot];
      else chosen[slot] = body[slot];
    }
    const known = { ...stored.known };
    // Prices that were on sale stay known, because people keep the price with which they subscribed.
    for (const { priceId, plan, interval, launch, cents } of listCurrentPrices(sourcesOf(ctx, stored)))
      known[priceId] ??= { plan, interval, launch, cents };
    const sources = sourcesOf(ctx, { ...stored, chosen });
    if (hasDuplicates(sources)) throw badRequest('Two plans have the same price. Please choose one for each.');
    const current = listCurrentPrices(sources);
    const subscribed = await findSubscribedPrices(
      trx,
      current.map(({ priceId }) => priceId),
    );
    for (const { priceId, plan, interval, launch } of current) {
      const before = known[priceId];
      if (before && before.plan !== plan && subscribed.includes(priceId))
        throw badRequest(
          `People have subscribed to ${planName(before.plan)} with the price ${priceId}. Please choose another one.`,
        );
      const cents = amounts[priceId] ?? before?.cents;
      if (cents !== undefined) known[priceId] = { plan, interval, launch, cents };
    }
    const problems = Object.fromEntries(
      Object.entries(stored.problems).filter(
        ([priceId]) => !(priceId in amounts) && current.some((price) => price.priceId === priceId),
      ),
    );
    await savePlanPrices(trx, { chosen, known, problems }, now, ctx.actor.userId);
    await audit(trx, ctx.actor, {
      at: now,
      action: 'plan_prices.updated',
      subject: 'settings',
      subjectId: 'plan_prices',
      before: stored.chosen,
      after: chosen,
    });
  });
  await ctx.settings.reload();
  return listPlanPrices(ctx);
}
