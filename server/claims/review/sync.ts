import type { z } from 'zod';
import type { syncConsole } from '#contract/desktop.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { getDossiers } from './dossiers.ts';
import { listChangedIds, listLatestDecidedIds, listPendingIds, readDatabasePosition } from './queries-sync.ts';

/** The first sync includes this many decided claims. */
const FIRST_SYNC_DECIDED = 500;
/** Changes of listings are found by time, and the clocks of several servers may differ by this much. */
const SLACK_MS = 60_000;

/**
 * Sends a console the claims that changed since its cursor. A cursor holds the database's id, the oldest transaction that
 * was open when it was created, and the time. Everything that transaction or a later one changed is sent, so nothing is
 * missed, but a claim may be sent twice. With a cursor of another database or from the future, the console gets everything.
 */
export function syncClaims(ctx: Ctx<Actor>, cursor: string | null): Promise<z.input<(typeof syncConsole)['reply']>> {
  return ctx.db.transaction(
    async (trx) => {
      const { database, open } = await readDatabasePosition(trx);
      const from = readCursor(cursor);
      const asOf = ctx.clock.now();
      const pending = await listPendingIds(trx);
      const isValid = from !== null && from.database === database && from.open <= open;
      const ids = isValid
        ? await listChangedIds(trx, from.open, new Date(from.at), SLACK_MS)
        : [...pending, ...(await listLatestDecidedIds(trx, FIRST_SYNC_DECIDED))];
      return {
        cursor: `${database}.${open}.${asOf.getTime()}`,
        asOf,
        whole: !isValid,
        claims: await getDossiers(trx, ctx, ids),
        pending,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

function readCursor(cursor: string | null): { database: string; open: bigint; at: number } | null {
  const match = /^(\d{1,20})\.(\d{1,20})\.(\d{1,15})$/.exec(cursor ?? '');
  return match ? { database: match[1]!, open: BigInt(match[2]!), at: Number(match[3]) } : null;
}
