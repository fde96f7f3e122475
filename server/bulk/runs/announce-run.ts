import type { Knex } from 'knex';
import { announce } from '#server/base/webhooks/announce.ts';
import type { RunStatus } from './queries-runs.ts';

/** Announces that a run left the state `running`, or was undone, to administrators' webhooks. */
export const announceRun = (trx: Knex, id: number, status: Exclude<RunStatus, 'running'>, at: Date): Promise<void> => {
  const type = status === 'cancelled' ? 'import.canceled' : (`import.${status}` as const);
  return announce(trx, { type, at, id, data: { importId: id }, path: `/api/admin/imports/${id}` }, { staff: true });
};
