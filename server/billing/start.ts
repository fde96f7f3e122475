import { ConfigError } from '#server/base/config.ts';
import type { Deps, Payments } from '#server/base/http/context.ts';
import { enqueue } from '#server/base/jobs/queue.ts';
import { matchTakesPayments } from './takes-payments.ts';
import { hasDuplicates, listMissingPrices } from './prices.ts';
import { subscribeSampleAccounts } from './sample.ts';
import { comparePricesAtStart } from './stripe-prices.ts';
import { startSandbox, type Sandbox } from '../stripe-sandbox/sandbox.ts';
import { sandboxPayments, stripePayments } from './stripe.ts';

/** Uses Stripe if there is a key, or else the sandbox outside production. Production without a key takes no payments. */
export async function startPayments(deps: Deps): Promise<{ payments?: Payments; sandbox?: Sandbox }> {
  await matchTakesPayments(deps.db, deps.config.payments, deps.clock.now());
  if (!deps.config.payments) {
    deps.log.info('no STRIPE_SECRET_KEY, so claims and listings are free, and plans are hidden');
    return {};
  }
  if (hasDuplicates(deps))
    throw new ConfigError('Two plans have the same price id. Correct the STRIPE_PRICE_ variables.');
  if (deps.config.STRIPE_SECRET_KEY) {
    const missing = listMissingPrices(deps).filter((name) => !name.includes('LAUNCH'));
    if (missing.length > 0) deps.log.warn({ missing }, 'plans without a price id are not for sale');
    await enqueue(deps.db, comparePricesAtStart, {}, { key: comparePricesAtStart.name });
    return { payments: stripePayments(deps.config) };
  }
  const sandbox = await startSandbox(deps);
  const payments = sandboxPayments(sandbox);
  if (deps.config.SAMPLE_DATA > 0)
    await subscribeSampleAccounts({ ...deps, payments }).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not subscribe the sample accounts'),
    );
  return { payments, sandbox };
}
