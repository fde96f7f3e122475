import type { Deps } from '../context.ts';
import { ifPossible } from '../errors.ts';

/** The idle timeout until an admin chooses another. */
export const DEFAULT_IDLE_MINUTES = 30;

interface SessionTimes {
  sessionId: string;
  lastSeenAt: Date;
  expiresAt: Date;
  idleMinutes: number;
}

/** Deletes an expired session and returns the reason. Deleted, so that a longer timeout chosen later can't revive it. */
export async function endIfExpired(deps: Deps, row: SessionTimes): Promise<string | null> {
  const now = deps.clock.now();
  const idle = now.getTime() - row.lastSeenAt.getTime() > row.idleMinutes * 60_000;
  if (!idle && row.expiresAt > now) return null;
  await ifPossible(deps.db('authSessions').where({ id: row.sessionId, lastSeenAt: row.lastSeenAt }).delete());
  return idle
    ? `You were signed out after ${row.idleMinutes} minutes without activity. Please log in again.`
    : 'Your session has ended. Please log in again.';
}
