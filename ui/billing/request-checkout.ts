import { getOrCreateSubscription, type Offer } from '#contract/billing/billing.ts';
import { planName } from '#shared/billing/plans.ts';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';

/** A payment that is ready to be confirmed. */
export interface Checkout {
  offer: Offer;
  clientSecret: string;
  subscriptionId: string;
}

type Outcome =
  | { kind: 'checkout'; checkout: Checkout }
  | { kind: 'paid'; checkout: Checkout }
  | { kind: 'subscribed' }
  | { kind: 'change' }
  | { kind: 'failed'; sentence: string };

/** Starts a subscription. Its own file, because only people who chose a plan need it. */
export async function requestCheckout(offer: Offer): Promise<Outcome> {
  try {
    const subscription = await api(getOrCreateSubscription, {
      body: { priceId: offer.priceId, planName: planName(offer.plan) },
    });
    const { existing, status, interval, clientSecret, subscriptionId } = subscription;
    if (existing && (status === 'active' || status === 'trial'))
      // The same plan with another billing period is a plan change, which shows its amount first.
      return { kind: interval !== null && interval !== offer.interval ? 'change' : 'subscribed' };
    if (status === 'active')
      return { kind: 'paid', checkout: { offer, clientSecret: '', subscriptionId: subscriptionId! } };
    if (!clientSecret || !subscriptionId) return { kind: 'failed', sentence: 'No payment client secret received' };
    return { kind: 'checkout', checkout: { offer, clientSecret, subscriptionId } };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'other_plan') return { kind: 'change' };
    return { kind: 'failed', sentence: sentenceOf(error, 'Failed to initialize payment. Please try again.') };
  }
}
