import Stripe from 'stripe';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import type { Config } from '#server/base/config.ts';
import type { Deps, Payments } from '#server/base/http/context.ts';
import { conflict, Refusal, unavailable } from '#server/base/http/errors.ts';
import type { Sandbox } from '../stripe-sandbox/sandbox.ts';
import { apiVersion } from '../stripe-sandbox/api-version.ts';

const commonOptions = {
  apiVersion,
  maxNetworkRetries: 2,
  timeout: 20_000,
  telemetry: false,
  appInfo: { name: DEFAULT_BRAND },
} as const satisfies Stripe.StripeConfig;

/** `extra` lets tests replace the network. */
export const stripePayments = (config: Config, extra: Pick<Stripe.StripeConfig, 'httpClient'> = {}): Payments => ({
  stripe: new Stripe(config.STRIPE_SECRET_KEY!, { ...commonOptions, ...extra }),
  publishableKey: config.STRIPE_PUBLISHABLE_KEY!,
  webhookSecret: config.STRIPE_WEBHOOK_SECRET!,
  sandbox: false,
});

export const sandboxPayments = (sandbox: Sandbox): Payments => ({
  stripe: new Stripe(sandbox.secretKey, { ...commonOptions, host: sandbox.host, port: sandbox.port, protocol: 'http' }),
  publishableKey: sandbox.publishableKey,
  webhookSecret: sandbox.webhookSecret,
  sandbox: true,
});

export function paymentsOf(deps: Pick<Deps, 'payments' | 'config'>): Payments {
  if (!deps.config.payments) throw conflict('This directory takes no payments.', 'payments_off');
  if (!deps.payments) throw unavailable("Payments aren't available right now. Please try again later.", 60);
  return deps.payments;
}

/** Translates Stripe errors into messages for users, and connection errors into a 503. */
export async function callProvider<T>(deps: Pick<Deps, 'log'>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (error instanceof Stripe.errors.StripeCardError) throw new Refusal(402, 'card_declined', error.message);
    deps.log.error(
      { type: error.type, code: error.code, status: error.statusCode, requestId: error.requestId },
      'Stripe returned an error',
    );
    if (error instanceof Stripe.errors.StripeConnectionError || error instanceof Stripe.errors.StripeRateLimitError)
      throw unavailable("We can't reach our payment provider right now. Please try again in a moment.", 5);
    throw new Refusal(502, 'payment_provider', 'Failed to initialize payment. Please try again.');
  }
}

export const idOf = (ref: string | { id: string } | null | undefined): string | null =>
  ref == null ? null : typeof ref === 'string' ? ref : ref.id;
export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
