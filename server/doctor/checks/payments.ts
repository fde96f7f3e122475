import type Stripe from 'stripe';
import {
  enterpriseIntervals,
  findEnterprisePriceId,
  getPlanPrices,
  listMissingPrices,
  type PlanPrice,
} from '#server/billing/prices.ts';
import { dateOf, stripePayments } from '#server/billing/stripe.ts';
import type { Payments } from '#server/base/http/context.ts';
import {
  combine,
  describeDuration,
  error,
  listSome,
  NotChecked,
  ok,
  skipped,
  warning,
  type Finding,
} from '../finding.ts';
import { findLastStripeEvent } from '../queries.ts';
import type { Examination } from '../surroundings.ts';

const KEYS = 'https://dashboard.stripe.com/apikeys';
const WEBHOOKS = 'https://dashboard.stripe.com/webhooks';
/** Without these, payments, renewals, refunds, and disputes show up only after the nightly comparison. */
const EVENTS = ['customer.subscription.updated', 'customer.subscription.deleted', 'invoice.paid', 'invoice.payment_failed', 'charge.refunded', 'charge.dispute.created']; // prettier-ignore
const PORTAL = 'https://dashboard.stripe.com/settings/billing/portal';
const LATE_MS = 15 * 60_000;

const noPayments = skipped('STRIPE_SECRET_KEY isn’t set.');

/** The server's own client, or one for the command. Null without a key. */
const findStripe = ({ config, payments }: Examination): Payments | null =>
  config.STRIPE_SECRET_KEY === undefined ? null : payments && !payments.sandbox ? payments : stripePayments(config);

/** Errors of Stripe name the key partly, so only their kind is shown. */
function describeProblem(problem: unknown): Finding {
  const { type, statusCode, code } = problem as Partial<Stripe.errors.StripeError>;
  if (type === 'StripeAuthenticationError')
    return error('Stripe refuses STRIPE_SECRET_KEY.', `Set STRIPE_SECRET_KEY to the secret key of ${KEYS}`);
  if (type === 'StripePermissionError')
    return warning(
      'STRIPE_SECRET_KEY is restricted and may not read this.',
      `Give the key read access to prices, webhook endpoints, events, and the customer portal: ${KEYS}`,
    );
  if (type === 'StripeConnectionError')
    return error(
      'Stripe can’t be reached from here.',
      'curl -v https://api.stripe.com/healthcheck\nOpen port 443 to it.',
    );
  if (type === undefined) throw problem;
  return error(`Stripe answered ${statusCode ?? code ?? type}.`, 'See https://status.stripe.com and try again.');
}

export async function checkStripe(examination: Examination): Promise<Finding> {
  const payments = findStripe(examination);
  if (!payments) return noPayments;
  const { config } = examination;
  const isTest = config.STRIPE_SECRET_KEY!.includes('_test_');
  if (isTest !== config.STRIPE_PUBLISHABLE_KEY?.includes('_test_'))
    return error(
      `STRIPE_SECRET_KEY is for ${isTest ? 'test' : 'live'} mode, and STRIPE_PUBLISHABLE_KEY isn’t.`,
      `Set both to the keys of one mode: ${KEYS}`,
    );
  try {
    await payments.stripe.prices.list({ limit: 1 });
  } catch (problem) {
    return describeProblem(problem);
  }
  return isTest && config.production
    ? warning('Stripe is in test mode, so no card is charged.', `Set the STRIPE_ keys to those of live mode: ${KEYS}`)
    : ok(`Stripe accepts the key, in ${isTest ? 'test' : 'live'} mode.`);
}

/** A STRIPE_PRICE_ variable by its price, for sentences. */
const variableOf = ({ plan, interval, launch }: PlanPrice): string =>
  `STRIPE_PRICE_${plan.toUpperCase()}${launch ? '_LAUNCH' : ''}_${interval.toUpperCase()}`;
const dollars = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;

function comparePrice(planPrice: PlanPrice, price: Stripe.Price): Finding | null {
  const name = `${variableOf(planPrice)} (${planPrice.priceId})`;
  const wanted = `${dollars(planPrice.cents)} a ${planPrice.interval === 'monthly' ? 'month' : 'year'}`;
  const fix = `Create a price of ${wanted} at https://dashboard.stripe.com/products and set ${variableOf(planPrice)} to its id.`;
  if (!price.active) return error(`${name} is archived at Stripe.`, fix);
  const interval = planPrice.interval === 'monthly' ? 'month' : 'year';
  const isSame =
    price.unit_amount === planPrice.cents &&
    price.currency === 'usd' &&
    price.recurring?.interval === interval &&
    price.recurring.interval_count === 1;
  if (isSame) return null;
  const actual = `${dollars(price.unit_amount)} ${price.currency.toUpperCase()}${price.recurring ? ` every ${price.recurring.interval_count === 1 ? '' : `${price.recurring.interval_count} `}${price.recurring.interval}` : ' once'}`;
  return error(`${name} is ${actual} at Stripe, and the plan is ${wanted}.`, fix);
}

export async function checkPrices(examination: Examination): Promise<Finding> {
  const payments = findStripe(examination);
  if (!payments) return noPayments;
  const { config } = examination;
  const problems: Finding[] = [];
  const missing = listMissingPrices(config).filter((name) => !name.includes('LAUNCH'));
  if (missing.length > 0)
    problems.push(
      warning(
        `Plans without a price aren’t for sale: ${listSome(missing)}.`,
        missing.map((name) => `Set ${name} to the id of a price: https://dashboard.stripe.com/products`).join('\n'),
      ),
    );
  const prices = [...getPlanPrices(config).values()];
  const compared = await Promise.all(
    prices.map(async (planPrice) => {
      try {
        return comparePrice(planPrice, await payments.stripe.prices.retrieve(planPrice.priceId));
      } catch (problem) {
        if ((problem as { code?: string }).code !== 'resource_missing') return describeProblem(problem);
        return error(
          `Stripe has no price ${planPrice.priceId} (${variableOf(planPrice)}).`,
          `Set ${variableOf(planPrice)} to the id of a price in the same mode as the key: https://dashboard.stripe.com/products`,
        );
      }
    }),
  );
  problems.push(...compared.filter((finding) => finding !== null));
  for (const interval of enterpriseIntervals(config)) {
    const id = findEnterprisePriceId(config, interval)!;
    const price = await payments.stripe.prices.retrieve(id).catch(() => null);
    const period = interval === 'monthly' ? 'month' : 'year';
    if (!price?.active || price.unit_amount === null || price.recurring?.interval !== period)
      problems.push(
        error(
          `STRIPE_PRICE_ENTERPRISE_${interval.toUpperCase()} (${id}) is not an active price per unit and ${period} at Stripe.`,
          `Create one at https://dashboard.stripe.com/products and set STRIPE_PRICE_ENTERPRISE_${interval.toUpperCase()} to its id.`,
        ),
      );
  }
  return combine(problems, ok(`Stripe has the prices of all ${prices.length} plans and periods.`));
}

export async function checkWebhook(examination: Examination): Promise<Finding> {
  const payments = findStripe(examination);
  if (!payments) return noPayments;
  const { config, database, machine } = examination;
  if (config.PUBLIC_URL === undefined) throw new NotChecked('PUBLIC_URL isn’t set.');
  const address = `${config.PUBLIC_URL}/api/stripe/webhook`;
  const last = await database()
    .then(findLastStripeEvent)
    .then(({ receivedAt }) => receivedAt)
    .catch(() => undefined);
  try {
    const { data: endpoints } = await payments.stripe.webhookEndpoints.list({ limit: 100 });
    const endpoint = endpoints.find(({ url }) => url === address);
    if (!endpoint)
      return error(
        `Stripe has no webhook endpoint for ${address}.`,
        `Add it at ${WEBHOOKS} with the events customer.*, invoice.*, payment_intent.*, and charge.*, and set STRIPE_WEBHOOK_SECRET to its signing secret.`,
      );
    if (endpoint.status !== 'enabled') return error('Stripe has turned the webhook off.', `Turn it on at ${WEBHOOKS}`);
    const sent = endpoint.enabled_events as string[];
    const absent = sent.includes('*') ? [] : EVENTS.filter((event) => !sent.includes(event));
    const undelivered = await payments.stripe.events.list({ delivery_success: false, limit: 1 });
    const [oldest] = undelivered.data;
    const problems: Finding[] = [];
    if (absent.length > 0)
      problems.push(warning(`The webhook doesn’t send ${listSome(absent)}.`, `Add the events to it at ${WEBHOOKS}`));
    if (oldest && machine.readTime() - dateOf(oldest.created).getTime() > LATE_MS)
      problems.push(
        error(
          `Stripe couldn’t deliver an event ${describeDuration(machine.readTime() - dateOf(oldest.created).getTime())} ago.`,
          `See its response at ${WEBHOOKS}. After 400, set STRIPE_WEBHOOK_SECRET to the signing secret shown there.`,
        ),
      );
    return combine(
      problems,
      ok(
        `The webhook is on${last ? `, and its last event arrived ${describeDuration(machine.readTime() - last.getTime())} ago` : last === null ? ', and no event has arrived yet' : ''}.`,
      ),
    );
  } catch (problem) {
    return describeProblem(problem);
  }
}

/** Subscribers change their card and cancel in Stripe's customer portal. */
export async function checkPortal(examination: Examination): Promise<Finding> {
  const payments = findStripe(examination);
  if (!payments) return noPayments;
  try {
    const { data } = await payments.stripe.billingPortal.configurations.list({ active: true, limit: 1 });
    return data.length > 0
      ? ok('The customer portal is on.')
      : error('The customer portal is off.', `Turn it on at ${PORTAL}`);
  } catch (problem) {
    return describeProblem(problem);
  }
}
