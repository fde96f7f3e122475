import { z } from 'zod';
import { claimDossier } from './claims/claims.ts';
import { endpoint } from './endpoint.ts';
import { sentTime } from './values.ts';

/** The API version that a console needs. It works with servers whose range at /readyz includes it. */
export const CONSOLE_API_VERSION = 1;

const syncReply = z.object({
  /** Send it with the next call to get only later changes. */
  cursor: z.string(),
  asOf: sentTime,
  /** True if the reply is complete: on the first call, or when the cursor is unknown to this database. */
  whole: z.boolean(),
  claims: z.array(claimDossier),
  /** The ids of all pending claims. A cached claim that isn't listed is no longer pending. */
  pending: z.array(z.int()),
});
export type SyncReply = z.output<typeof syncReply>;

export const syncConsole = endpoint('GET', '/api/admin/sync', {
  summary: 'What the staff console keeps for work without a network: claims, those that changed since a cursor',
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: syncReply,
});
