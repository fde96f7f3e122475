import type { Actor, Ctx } from '#server/base/http/context.ts';
import * as sql from './queries-viewers.ts';

/** Three heartbeats of the page, so that one lost request does not hide a reviewer. */
const EXPIRES_MS = 45_000;

/** Records that the caller has a pending claim open, and returns the claims that other reviewers have open. */
export async function viewClaim({ db, clock, actor }: Ctx<Actor>, claimId: number): Promise<sql.ViewerRow[]> {
  const now = clock.now();
  const viewer = { claimId, userId: actor.userId, now, expired: new Date(now.getTime() - EXPIRES_MS) };
  await sql.renewViewer(db, viewer);
  return sql.findOtherViewers(db, viewer);
}

export const leaveClaim = async ({ db, actor }: Ctx<Actor>, claimId: number): Promise<void> =>
  void (await sql.deleteViewer(db, claimId, actor.userId));
