import type { z } from 'zod';
import type { giveUserPlan as giveContract, UserBillingIn } from '#contract/billing/admin-billing.ts';
import { planName } from '#shared/billing/plans.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict } from '#server/base/http/errors.ts';
import { emailEnded } from '../emails.ts';
import { findBuyer, lockBuyer, lockEndedGifts, updateBillingState } from '../queries.ts';
import { freeBillingState, isGiven, isLive } from '../state.ts';
import { auditBilling, getUserBilling, requireFutureDate, requireUserPlan } from './admin.ts';
import { emailFreeTime } from './emails.ts';

/** A given plan has no subscription at Stripe, and a job ends it. */
export async function giveUserPlan(
  ctx: Ctx<Actor>,
  id: number,
  { plan, until, reason }: z.output<(typeof giveContract)['body']>,
): Promise<UserBillingIn> {
  if (plan && !until) throw badRequest('Please choose a date.', { until: 'Please choose a date.' });
  if (until) requireFutureDate(ctx, until, ctx.clock.now());
  await ctx.db.transaction(async (trx) => {
    await lockBuyer(trx, id);
    const { user, subscription } = await requireUserPlan({ ...ctx, db: trx }, id);
    if (subscription && isLive(subscription.status))
      throw conflict(
        'This account pays for a plan. Postpone its next charge instead, or cancel it first.',
        'subscription_running',
      );
    if (!plan && !isGiven(user)) throw conflict("This account doesn't have a given plan.", 'nothing_given');
    const describe = (name: string, ends: Date | null) => ({ plan: name, expiresAt: ends });
    const before = describe(user.subscriptionPlan, user.subscriptionExpiresAt);
    if (plan) {
      await updateBillingState(
        trx,
        id,
        {
          subscriptionPlan: plan,
          subscriptionStatus: 'active',
          subscriptionExpiresAt: until!,
          stripeSubscriptionId: null,
        },
        ctx.clock.now(),
      );
      await emailFreeTime(trx, ctx, user, { plan, until: until!, isGift: true });
    } else {
      await updateBillingState(trx, id, freeBillingState, ctx.clock.now());
      await emailEnded(trx, ctx, user, { plan: user.subscriptionPlan, ended: ctx.clock.now() });
    }
    await auditBilling(trx, ctx, user, {
      action: plan ? 'billing.given' : 'billing.given_ended',
      reason,
      what: plan ? `Gave ${planName(plan)} without charge` : `Ended the given plan ${planName(user.subscriptionPlan)}`,
      before,
      after: plan ? describe(plan, until!) : describe('free', null),
    });
  });
  return getUserBilling(ctx, id);
}

/** Ends the given plans whose date has passed, and emails their owners. */
export async function endGivenPlans(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (trx) => {
    for (const { id, subscriptionPlan: plan } of await lockEndedGifts(trx, now)) {
      const user = (await findBuyer(trx, id))!;
      await updateBillingState(trx, id, freeBillingState, now);
      await emailEnded(trx, deps, user, { plan, ended: user.subscriptionExpiresAt ?? now });
      await audit(trx, null, {
        at: now,
        action: 'billing.given_ended',
        subject: 'user',
        subjectId: id,
        note: `The given plan ${planName(plan)} of ${user.email} reached its date.`,
      });
    }
  });
}
