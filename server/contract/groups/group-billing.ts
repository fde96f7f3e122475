import { z } from 'zod';
import { intervals } from '#shared/billing/plans.ts';
import { mySubscription, myInvoices } from '../billing/billing.ts';
import { endpoint } from '../endpoint.ts';
import { idParam } from '../values.ts';

const billing = z.object({
  ...mySubscription.reply.pick({ plan: true, planName: true, status: true, label: true, date: true, testMode: true })
    .shape,
  /** The subscription for all locations of the owner’s groups. Null if the plan was agreed on with staff instead. */
  subscription: z
    .object({
      interval: z.enum(intervals),
      quantity: z.int(),
      /** The price of one location. */
      unitCents: z.int(),
      cents: z.int(),
    })
    .nullable(),
  /** The locations of all groups of the owner, which the next change of the subscription charges for. */
  locations: z.int(),
  /** The most locations first. */
  costCenters: z.array(z.object({ costCenter: z.string().nullable(), locations: z.int() })),
  invoices: myInvoices.reply,
  /** False if there is nothing at the payment provider yet. */
  canManage: z.boolean(),
});
export type GroupBilling = z.output<typeof billing>;

export const groupBilling = endpoint('GET', '/api/user/groups/:id/billing', {
  summary: 'The subscription that pays for a group, with its locations per cost center and its invoices',
  params: idParam,
  reply: billing,
});
export const openGroupPortal = endpoint('POST', '/api/user/groups/:id/billing/portal', {
  summary: 'Get a link to the payment provider’s billing portal of the account that pays for a group',
  params: idParam,
  reply: z.object({ url: z.string() }),
  errors: { nothing_to_manage: 409, payments_off: 409 },
});
