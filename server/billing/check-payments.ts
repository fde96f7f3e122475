import type Stripe from 'stripe';
import type { PaymentCheck } from '#contract/opening/setup.ts';
import { dollars, planName } from '#shared/billing/plans.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { getPlanPrices, listMissingPrices, type PlanPrice } from './prices.ts';

const EVENTS = /^(?:\*|customer\.|invoice\.|payment_intent\.|charge\.)/;

/** Asks Stripe about everything that selling plans needs, and changes nothing. */
export async function checkPayments(ctx: Ctx): Promise<{ isOn: boolean; checks: PaymentCheck[] }> {
  const { payments, config } = ctx;
  if (!payments) return { isOn: false, checks: [] };
  const { stripe, sandbox } = payments;
  const attempt = async (name: string, ask: () => Promise<{ isOk: boolean; text: string }>): Promise<PaymentCheck> => {
    try {
      return { name, ...(await ask()) };
    } catch (error) {
      return { name, isOk: false, text: `Stripe answers: ${(error as Error).message}` };
    }
  };
  const missing = listMissingPrices(config).filter((name) => !name.includes('LAUNCH'));
  const checks = await Promise.all([
    attempt('Keys', async () => {
      await stripe.balance.retrieve();
      const mode = sandbox ? 'the sandbox' : /_live_/.test(config.STRIPE_SECRET_KEY ?? '') ? 'live mode' : 'test mode';
      return { isOk: true, text: `The keys work, in ${mode}.` };
    }),
    ...[...getPlanPrices(config).values()]
      .filter(({ launch }) => !launch)
      .map((price) =>
        attempt(nameOf(price), async () => comparePrice(price, await stripe.prices.retrieve(price.priceId))),
      ),
    ...(missing.length > 0
      ? [
          Promise.resolve({
            name: 'Plans',
            isOk: false,
            text: `Not for sale, because no price is set: ${missing.join(', ')}.`,
          }),
        ]
      : []),
    attempt('Webhook', async () => {
      const url = `${config.PUBLIC_URL}/api/stripe/webhook`;
      const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
      const endpoint = data.find((one) => one.url === url && one.status === 'enabled');
      if (!endpoint) return { isOk: false, text: `No enabled webhook in Stripe sends events to ${url}.` };
      return endpoint.enabled_events.some((event) => EVENTS.test(event))
        ? { isOk: true, text: `Stripe sends events to ${url}.` }
        : {
            isOk: false,
            text: `The webhook sends none of the events customer.*, invoice.*, payment_intent.*, and charge.*.`,
          };
    }),
    attempt('Customer portal', async () => {
      const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 1 });
      return data.length > 0
        ? { isOk: true, text: 'The customer portal is on.' }
        : { isOk: false, text: 'Turn on the customer portal in Stripe’s settings.' };
    }),
  ]);
  return { isOn: true, checks };
}

const nameOf = ({ plan, interval }: PlanPrice): string => `${planName(plan)}, ${interval}`;

function comparePrice({ interval, cents }: PlanPrice, price: Stripe.Price): { isOk: boolean; text: string } {
  const wanted = `${dollars(cents)} per ${interval === 'yearly' ? 'year' : 'month'}`;
  const every = price.recurring?.interval === (interval === 'yearly' ? 'year' : 'month');
  const isOk = price.active && price.currency === 'usd' && price.unit_amount === cents && every;
  const sold = `${price.unit_amount === null ? 'another amount' : dollars(price.unit_amount)} per ${price.recurring?.interval ?? 'payment'}`;
  return isOk
    ? { isOk, text: `${wanted}, as the pricing page says.` }
    : {
        isOk,
        text: `The pricing page says ${wanted}, but the price in Stripe is ${sold}${price.active ? '' : ' and not active'}.`,
      };
}
