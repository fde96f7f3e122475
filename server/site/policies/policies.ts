import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { healthDataPolicy } from '#contract/policies/health-data-policy.ts';
import type { policies, PolicyFacts, PolicyPart } from '#contract/policies/policies.ts';
import { privacyPolicy } from '#contract/policies/privacy-policy.ts';
import { findPublicAds } from '#server/ads/ads.ts';
import type { Ctx } from '#server/base/http/context.ts';
import { ifPossible } from '#server/base/http/errors.ts';
import * as sql from './queries-policies.ts';

const documents: Readonly<Record<'privacy' | 'health', (facts: PolicyFacts) => readonly PolicyPart[]>> = {
  privacy: privacyPolicy,
  health: healthDataPolicy,
};

export async function findPolicies(ctx: Ctx): Promise<z.input<(typeof policies)['reply']>> {
  const { slots } = await findPublicAds(ctx);
  const { MAP_TILES_URL } = ctx.config;
  const facts: PolicyFacts = {
    ads: slots.length > 0,
    payments: ctx.config.payments,
    mapTiles: MAP_TILES_URL ? new URL(MAP_TILES_URL.replaceAll(/\{[zxy]\}/g, '0')).host : null,
  };
  return {
    ...facts,
    changedAt: { privacy: await findChange(ctx, 'privacy', facts), health: await findChange(ctx, 'health', facts) },
  };
}

/** The day on which a policy got its present content. A new content is stored when it is first shown. */
async function findChange(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  policy: keyof typeof documents,
  facts: PolicyFacts,
): Promise<Date | null> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(documents[policy](facts)))
    .digest('base64url');
  const stored = await sql.findVersion(db, policy);
  if (stored?.fingerprint === fingerprint) return stored.since;
  const since = clock.now();
  // A read-only database refuses the write, so the day isn't known.
  let isStored = false;
  await ifPossible(sql.insertVersion(db, { policy, fingerprint, since }).then(() => void (isStored = true)));
  return isStored ? since : null;
}
