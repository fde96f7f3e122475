import type { z } from 'zod';
import type { syncConsole } from '#contract/desktop.ts';
import type { Actor, Ctx } from '#server/http/context.ts';
import { claimDossiersByIds } from './dossiers.ts';
import { changedClaims, latestDecided, pendingIds, standing } from './queries-sync.ts';

/** How many decided claims a console gets to begin with. */
const DECIDED = 500;
/** Changes of listings are found by time; clocks of several servers may differ by this much. */
const SLACK_MS = 60_000;

/**
 * What a console keeps, from where it left off. A cursor names the database, the oldest transaction that was open when it
 * was given, and when that was; whatever that transaction or a later one touched is sent, so nothing is missed and some
 * things may come twice. A cursor of another database, or from the future, begins anew.
 */
export function sync(ctx: Ctx<Actor>, cursor: string | null): Promise<z.input<(typeof syncConsole)['reply']>> {
  return ctx.db.transaction(
    async (trx) => {
      const { database, open } = await standing(trx);
      const from = readCursor(cursor);
      const asOf = ctx.clock.now();
      const pending = await pendingIds(trx);
      const known = from !== null && from.database === database && from.open <= open;
      const ids = known
        ? await changedClaims(trx, from.open, new Date(from.at - SLACK_MS))
        : [...pending, ...(await latestDecided(trx, DECIDED))];
      return {
        cursor: `${database}.${open}.${asOf.getTime()}`,
        asOf,
        whole: !known,
        claims: await claimDossiersByIds(trx, ctx, ids),
        pending,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

function readCursor(cursor: string | null): { database: string; open: bigint; at: number } | null {
  const found = /^(\d{1,20})\.(\d{1,20})\.(\d{1,15})$/.exec(cursor ?? '');
  return found ? { database: found[1]!, open: BigInt(found[2]!), at: Number(found[3]) } : null;
}
