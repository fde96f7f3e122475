import type { Knex } from 'knex';
import { facts } from '#shared/billing/plans.ts';
import { findFirstPayments } from '../queries-transactions.ts';

const DAY = 86_400_000;

interface GuaranteedPayment {
  invoiceId: string;
  cents: number;
  until: Date;
}

/** The first payments of these users that the money-back guarantee still covers. */
export async function findGuaranteedPayments(
  db: Knex,
  userIds: readonly number[],
  now: Date,
): Promise<Map<number, GuaranteedPayment>> {
  if (userIds.length === 0) return new Map();
  const period = facts.moneyBackDays * DAY;
  const payments = await findFirstPayments(db, userIds, new Date(now.getTime() - period));
  return new Map(
    payments.map(({ userId, invoiceId, cents, paidAt }) => [
      userId,
      { invoiceId, cents, until: new Date(paidAt.getTime() + period) },
    ]),
  );
}
