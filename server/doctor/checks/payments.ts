import type Stripe from 'stripe';
import { noPlanPrices } from '#contract/billing/plan-prices.ts';
import { planName, type Interval, type PlanId } from '#shared/billing/plans.ts';
import {
  enterpriseIntervals,
  findEnterprisePriceId,
  listCurrentPrices,
  listMissingPrices,
  priceVariable,
  type PriceSources,
} from '#server/billing/prices.ts';
import { findPlanPrices, findStripePrice, readAmount } from '#server/billing/stripe-prices.ts';
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
const PRODUCTS = 'https://dashboard.stripe.com/products';
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

interface NamedPrice {
  plan: PlanId;
  interval: Interval;
  priceId: string;
  fix: string;
}

/** The prices of plans for sale, and those of Enterprise. */
function listNamedPrices(sources: PriceSources): NamedPrice[] {
  const plans = listCurrentPrices(sources).map((price) => ({
    ...price,
    fix: `Choose another price under /admin/subscriptions, or set ${priceVariable(price)} to the id of one: ${PRODUCTS}`,
  }));
  const enterprise = enterpriseIntervals(sources.config).map((interval) => ({
    plan: 'enterprise' as const,
    interval,
    priceId: findEnterprisePriceId(sources.config, interval)!,
    fix: `Set STRIPE_PRICE_ENTERPRISE_${interval.toUpperCase()} to the id of a price per location: ${PRODUCTS}`,
  }));
  return [...plans, ...enterprise];
}

async function comparePrice(stripe: Stripe, { plan, interval, priceId, fix }: NamedPrice): Promise<Finding | null> {
  const name = `The price of ${planName(plan)}, paid ${interval} (${priceId}),`;
  try {
    const price = await findStripePrice(stripe, priceId);
    const amount = price ? readAmount(price, interval) : { fault: 'is not at Stripe' };
    return 'fault' in amount ? error(`${name} ${amount.fault}.`, fix) : null;
  } catch (problem) {
    return describeProblem(problem);
  }
}

export async function checkPrices(examination: Examination): Promise<Finding> {
  const payments = findStripe(examination);
  if (!payments) return noPayments;
  const planPrices = await examination
    .database()
    .then(findPlanPrices)
    .catch(() => noPlanPrices);
  const sources = { config: examination.config, settings: { planPrices } };
  const problems: Finding[] = [];
  const missing = listMissingPrices(sources).filter((name) => !name.includes('LAUNCH'));
  if (missing.length > 0)
    problems.push(
      warning(
        `Plans without a price aren’t for sale: ${listSome(missing)}.`,
        `Choose their prices under /admin/subscriptions, or set ${listSome(missing)} to the ids of prices: ${PRODUCTS}`,
      ),
    );
  const prices = listNamedPrices(sources);
  const compared = await Promise.all(prices.map((price) => comparePrice(payments.stripe, price)));
  problems.push(...compared.filter((finding) => finding !== null));
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
