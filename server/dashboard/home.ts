import type { z } from 'zod';
import { findMissingParts } from '#shared/listings/completeness.ts';
import type { ComparedFigures, HomeFigures, ownerHome, viewOwnerHome } from '#contract/dashboard.ts';
import { isEntitled } from '#shared/billing/entitlement.ts';
import { listingPath } from '#shared/listings/listing-path.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { addShown, findShown } from '#server/insights/days/shown.ts';
import { comparePeriods, sumListingActions } from '#server/insights/owner.ts';
import { getSubscription } from '#server/billing/manage.ts';
import { notFound } from '#server/base/http/errors.ts';
import { listOwnClaims } from '#server/claims/review/dossiers.ts';
import { findStartedClaims } from '#server/claims/started-claims.ts';
import { findHomeRows, findViewed, type HomeRow } from './queries.ts';

const PERIOD_DAYS = 30;

const addFigures = (a: HomeFigures, b: HomeFigures): HomeFigures => ({
  views: a.views + b.views,
  calls: a.calls + b.calls,
  appointments: a.appointments + b.appointments,
  reviews: a.reviews + b.reviews,
});
const addCompared = (a: ComparedFigures, b: ComparedFigures): ComparedFigures => ({
  now: addFigures(a.now, b.now),
  before: addFigures(a.before, b.before),
});

/** Reads what an account's dashboard shows its owner. */
export async function viewHomeOf(ctx: Ctx<Actor>, id: number): Promise<z.input<(typeof viewOwnerHome)['reply']>> {
  const user = await findViewed(ctx.db, id);
  if (!user) throw notFound("We couldn't find this account.");
  const owner = { ...ctx, actor: { ...ctx.actor, userId: id } };
  const [home, subscription, claims, started] = await Promise.all([
    findOwnerHome(owner),
    ctx.config.payments ? getSubscription(owner) : null,
    listOwnClaims(ctx.db, ctx, id),
    findStartedClaims(owner),
  ]);
  return { user, home, subscription, claims, started };
}

export async function findOwnerHome(ctx: Ctx<Actor>): Promise<z.input<(typeof ownerHome)['reply']>> {
  const { db, clock, config, actor } = ctx;
  const now = clock.now();
  const hasActivePlan = ({ ownerStatus, ownerPlan }: HomeRow): boolean =>
    isEntitled({ subscriptionStatus: ownerStatus, subscriptionPlan: ownerPlan }, config.payments);
  const rows = await findHomeRows(db, actor.userId);
  const periods = comparePeriods(PERIOD_DAYS, now);
  const active = rows.filter(hasActivePlan);
  const activeIds = active.map(({ id }) => id);
  const [figures, counted] = await Promise.all([
    sumListingActions(db, activeIds, periods),
    findShown(db, activeIds, periods),
  ]);
  const hasSponsored = config.payments ? active.filter(({ ownerPlan }) => ownerPlan === 'pro_max') : [];
  const sponsoredIds = new Set(hasSponsored.map(({ id }) => id));
  const shown = new Map(
    [...(counted ?? [])].map(([id, one]) => [id, sponsoredIds.has(id) ? one : { ...one, sponsored: null }]),
  );
  return {
    ...periods,
    figures: activeIds.length === 0 ? null : [...figures.values()].reduce(addCompared),
    shown: shown.size === 0 ? null : [...shown.values()].reduce(addShown),
    listings: rows.map((row) => ({
      ...row,
      href: listingPath(row),
      role: row.userId === actor.userId ? ('owner' as const) : ('manager' as const),
      changesUnderReview: row.identityChangedAt !== null,
      planActive: hasActivePlan(row),
      missing: findMissingParts(row, now),
      figures: figures.get(row.id) ?? null,
      shown: shown.get(row.id) ?? null,
    })),
  };
}
