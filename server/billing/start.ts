import { ConfigError } from '#server/base/config.ts';
import type { Deps, Payments } from '#server/base/http/context.ts';
import { matchTakesPayments } from './takes-payments.ts';
import { enterpriseIntervals, findEnterprisePriceId, listMissingPrices, getPlanPrices } from './prices.ts';
import { subscribeSampleAccounts } from './sample.ts';
import { startSandbox, type Sandbox } from '../stripe-sandbox/sandbox.ts';
import { sandboxPayments, stripePayments } from './stripe.ts';

/** Uses Stripe if there is a key, or else the sandbox outside production. Production without a key takes no payments. */
export async function startPayments(deps: Deps): Promise<{ payments?: Payments; sandbox?: Sandbox }> {
  await matchTakesPayments(deps.db, deps.config.payments, deps.clock.now());
  if (!deps.config.payments) {
    deps.log.info('no STRIPE_SECRET_KEY, so claims and listings are free, and plans are hidden');
    return {};
  }
  const enterprise = enterpriseIntervals(deps.config).map((interval) => findEnterprisePriceId(deps.config, interval));
  const ids = new Set([...getPlanPrices(deps.config).keys(), ...enterprise]);
  if (ids.size + listMissingPrices(deps.config).length !== 8 + enterprise.length)
    throw new ConfigError('Two of the STRIPE_PRICE_ variables have the same price id.');
  if (deps.config.STRIPE_SECRET_KEY) {
    const missing = listMissingPrices(deps.config).filter((name) => !name.includes('LAUNCH'));
    if (missing.length > 0) deps.log.warn({ missing }, 'plans without a price id are not for sale');
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
