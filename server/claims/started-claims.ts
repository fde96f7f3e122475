import type { z } from 'zod';
import type { listStartedClaims } from '#contract/claims/started-claims.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict, notFound } from '#server/base/http/errors.ts';
import * as sql from './queries-started-claims.ts';

type StartedClaims = z.input<(typeof listStartedClaims)['reply']>;

const KEPT_DAYS = 30;
const DAY = 86_400_000;
const MOST_STARTED = 20;

export const findStartedClaims = (ctx: Ctx<Actor>): Promise<StartedClaims> =>
  sql.selectStartedClaims(ctx.db, ctx.actor.userId, MOST_STARTED);

export async function startClaim(ctx: Ctx<Actor>, dentistId: number): Promise<void> {
  const listing = await sql.findClaimable(ctx.db, dentistId);
  if (!listing) throw notFound("We couldn't find this listing.");
  if (listing.userId !== null) throw conflict('This practice has already been claimed.', 'already_claimed');
  await sql.upsertStartedClaim(ctx.db, {
    userId: ctx.actor.userId,
    dentistId,
    at: ctx.clock.now(),
    most: MOST_STARTED,
  });
}

export const forgetStartedClaim = (ctx: Ctx<Actor>, dentistId: number): Promise<void> =>
  sql.deleteStartedClaim(ctx.db, ctx.actor.userId, dentistId);

export const deleteOldStarts = ({ db, clock }: Deps): Promise<void> =>
  sql.deleteStartsBefore(db, new Date(clock.now().getTime() - KEPT_DAYS * DAY));
