import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { healthDataPolicy } from '#contract/policies/health-data-policy.ts';
import type { policies, PolicyFacts } from '#contract/policies/policies.ts';
import { privacyPolicy } from '#contract/policies/privacy-policy.ts';
import type { SiteSettings } from '#shared/site-settings.ts';
import { findPublicAds } from '#server/ads/ads.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { ifPossible } from '#server/base/http/errors.ts';
import * as sql from './queries-policies.ts';

export async function findPolicies(ctx: Ctx): Promise<z.input<(typeof policies)['reply']>> {
  const { slots } = await findPublicAds(ctx);
  const { MAP_TILES_URL } = ctx.config;
  const { terms, privacy } = ctx.settings.current;
  const facts: PolicyFacts = {
    ads: slots.length > 0,
    payments: ctx.config.payments,
    mapTiles: MAP_TILES_URL ? new URL(MAP_TILES_URL.replaceAll(/\{[zxy]\}/g, '0')).host : null,
  };
  return {
    ...facts,
    own: { terms, privacy },
    changedAt: {
      privacy: await findChange(ctx, 'privacy', [...privacyPolicy(facts), ...(privacy ? [privacy] : [])]),
      health: await findChange(ctx, 'health', healthDataPolicy(facts)),
      terms: await findTermsChange(ctx),
    },
  };
}

/** The day of the terms as they come with the code. */
const FIRST_TERMS = new Date('2025-06-01T00:00:00Z');

/** The terms change with the operator's text and the facts that they name. */
const namedFacts = ({ brand, company, address, supportHours, terms }: SiteSettings) => [
  brand,
  company,
  address,
  supportHours,
  ...(terms ? [terms] : []),
];

async function findTermsChange(ctx: Ctx): Promise<Date | null> {
  const { current, defaults } = ctx.settings;
  const isFirst = isDeepStrictEqual(namedFacts(current), namedFacts(defaults));
  if (isFirst && !(await sql.findVersion(ctx.db, 'terms'))) return FIRST_TERMS;
  return findChange(ctx, 'terms', namedFacts(current));
}

/** The day on which a policy got its present content. A new content is stored when it is first shown. */
async function findChange(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  policy: keyof z.input<(typeof policies)['reply']>['changedAt'],
  content: readonly unknown[],
): Promise<Date | null> {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const stored = await sql.findVersion(db, policy);
  if (stored?.fingerprint === fingerprint) return stored.since;
  const since = clock.now();
  // A read-only database refuses the write, so the day isn't known.
  let isStored = false;
  await ifPossible(sql.insertVersion(db, { policy, fingerprint, since }).then(() => void (isStored = true)));
  return isStored ? since : null;
}
