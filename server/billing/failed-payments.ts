import type { Knex } from 'knex';
import type { Me } from '#contract/accounts/accounts.ts';
import { planName } from '#shared/billing/plans.ts';
import type { Deps } from '#server/base/http/context.ts';
import { emailPaymentReminder } from './emails.ts';
import { updateBillingState } from './queries.ts';
import {
  findFailedRenewal,
  lockEndedGrace,
  lockUnpaidRenewals,
  markTransactionEmailed,
} from './queries-transactions.ts';
import { billingStateOf, GRACE_DAYS, graceEndOf } from './state.ts';

const DAY = 86_400_000;
/** Days after the failed renewal on which a reminder is sent. The first email is sent when the renewal fails. */
const REMINDER_DAYS = [3, 7, 12] as const;

/** The failed renewal of an account, for the banner on its pages. */
export async function findFailedPayment(db: Knex, userId: number): Promise<Me['failedPayment']> {
  const renewal = await findFailedRenewal(db, userId);
  if (!renewal) return null;
  const { plan, cents } = renewal;
  return { plan, planName: planName(plan), cents, featuresUntil: graceEndOf(renewal).toISOString() };
}

/** Ends the paid features of accounts whose renewal failed 14 days ago, and reminds the others. */
export async function followFailedRenewals(deps: Deps): Promise<void> {
  while ((await endGracePeriods(deps)) > 0);
  while ((await remindUnpaid(deps)) > 0);
}

const endGracePeriods = (deps: Deps): Promise<number> =>
  deps.db.transaction(async (trx) => {
    const now = deps.clock.now();
    const subscriptions = await lockEndedGrace(trx, new Date(now.getTime() - GRACE_DAYS * DAY));
    for (const subscription of subscriptions)
      await updateBillingState(trx, subscription.userId!, billingStateOf(subscription, now), now);
    return subscriptions.length;
  });

/** After an outage, only the latest reminder that is due is sent. */
const remindUnpaid = (deps: Deps): Promise<number> =>
  deps.db.transaction(async (trx) => {
    const now = deps.clock.now();
    const renewals = await lockUnpaidRenewals(trx, now, REMINDER_DAYS);
    for (const renewal of renewals) {
      const age = now.getTime() - renewal.currentPeriodStart.getTime();
      const reminders = REMINDER_DAYS.filter((days) => age >= days * DAY).length;
      await markTransactionEmailed(trx, renewal.invoiceId, { failuresMailed: 1 + reminders });
      // A reminder that couldn't be sent in time would name a date in the past.
      if (age < GRACE_DAYS * DAY)
        await emailPaymentReminder(trx, deps, renewal, {
          ...renewal,
          failedAt: renewal.currentPeriodStart,
          featuresUntil: graceEndOf(renewal),
          isLast: reminders === REMINDER_DAYS.length,
        });
    }
    return renewals.length;
  });
