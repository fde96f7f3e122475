import type Stripe from 'stripe';
import { hasPlan } from '#shared/billing/entitlement.ts';
import type { PaidPlanId } from '#shared/billing/plans.ts';
import type { Deps } from '#server/base/http/context.ts';
import { sampleAccounts } from '#server/sample/accounts.ts';
import { getOrCreateCustomer } from './customers.ts';
import { sandboxPriceId } from '../stripe-sandbox/prices.ts';
import { findBuyerByEmail } from './queries.ts';
import { paymentsOf } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Subscribes sample accounts in the sandbox, so that they have a card, invoices, and a billing portal. */
export async function subscribeSampleAccounts(deps: Deps): Promise<void> {
  const { stripe } = paymentsOf(deps);
  for (const { email } of sampleAccounts) {
    const user = await findBuyerByEmail(deps.db, email);
    if (!user || user.stripeCustomerId !== null || !hasPlan(user)) continue;
    const customer = await getOrCreateCustomer(deps, user);
    const subscription = await stripe.subscriptions.create({
      customer,
      items: [{ price: sandboxPriceId(user.subscriptionPlan as PaidPlanId, 'yearly', false) }],
      billing_mode: { type: 'flexible' },
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      expand: ['latest_invoice.confirmation_secret'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    const intent = invoice.confirmation_secret!.client_secret.split('_secret_')[0]!;
    await stripe.paymentIntents.confirm(intent, {
      payment_method_data: {
        type: 'card',
        // The types only allow raw cards in the browser, but the sandbox accepts its test card from the server too.
        ...({ card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } } as object),
      },
    });
    await syncCustomer(deps, customer);
  }
}
