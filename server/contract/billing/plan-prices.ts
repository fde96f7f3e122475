import { z } from 'zod';
import { intervals, paidPlanIds, type Interval, type PaidPlanId } from '#shared/billing/plans.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../values.ts';

const plan = z.enum(paidPlanIds);
const interval = z.enum(intervals);

/** The name of a plan's price in settings, such as pro_max_yearly. */
export const priceSlot = (plan: PaidPlanId, interval: Interval) => `${plan}_${interval}` as const;
export const priceSlots = paidPlanIds.flatMap((plan) =>
  intervals.map((interval) => ({ plan, interval, slot: priceSlot(plan, interval) })),
);

/** The prices at Stripe as they are stored. */
export const storedPlanPrices = z.object({
  /** The ids that administrators chose, by slot. */
  chosen: z.record(z.string(), z.string()),
  /** Each price that was ever on sale, by its id, because people keep the one with which they subscribed. */
  known: z.record(z.string(), z.object({ plan, interval, launch: z.boolean(), cents: z.int().nullable() })),
  /** The reasons for which prices can't be sold, as sentences by price id. */
  problems: z.record(z.string(), z.string()),
});
export type StoredPlanPrices = z.output<typeof storedPlanPrices>;
export const noPlanPrices: StoredPlanPrices = { chosen: {}, known: {}, problems: {} };

const planPrices = z.object({
  testMode: z.boolean(),
  prices: z.array(
    z.object({
      plan,
      interval,
      /** Null if the plan isn't for sale. */
      priceId: z.string().nullable(),
      /** False for the server's setting. */
      isChosen: z.boolean(),
      cents: z.int().nullable(),
    }),
  ),
  /** The prices of the Stripe account that a plan can have. */
  available: z.array(z.object({ priceId: z.string(), name: z.string(), interval, cents: z.int() })),
  problems: z.array(z.string()),
});

export const readPlanPrices = endpoint('GET', '/api/admin/plan-prices', {
  summary: 'The price of each plan, and the prices of the Stripe account to choose from',
  reply: planPrices,
  errors: { payments_off: 409, payment_provider: 502 },
});
export const savePlanPrices = endpoint('PUT', '/api/admin/plan-prices', {
  summary: 'Choose the price of plans. Omitted ones stay, and an empty one is that of the server’s settings',
  body: z
    .object(
      Object.fromEntries(priceSlots.map(({ slot }) => [slot, text(255)])) as Record<
        ReturnType<typeof priceSlot>,
        ReturnType<typeof text>
      >,
    )
    .partial(),
  reply: planPrices,
  errors: { payments_off: 409, payment_provider: 502 },
});
