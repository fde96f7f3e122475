import { ConfigError } from '#server/base/config.ts';
import type { Deps, Payments } from '#server/base/http/context.ts';
import { listMissingPrices, getPlanPrices } from './prices.ts';
import { subscribeSampleAccounts } from './sample.ts';
import { startSandbox, type Sandbox } from '../stripe-sandbox/sandbox.ts';
import { sandboxPayments, stripePayments } from './stripe.ts';

/** Uses Stripe if there is a key, or else the sandbox, which the configuration does not allow in production. */
export async function startPayments(deps: Deps): Promise<{ payments: Payments; sandbox?: Sandbox }> {
  const ids = [...getPlanPrices(deps.config).keys()];
  if (new Set(ids).size + listMissingPrices(deps.config).length !== 8)
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
