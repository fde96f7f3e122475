import { z } from 'zod';
import { claimDossier } from './claims.ts';
import { endpoint } from './endpoint.ts';
import { sentTime } from './values.ts';

/** The version of the API a console is written for. It works with a server that says the same at /readyz. */
export const CONSOLE_API_VERSION = 1;

const syncReply = z.object({
  /** Give it back with the next call to get only what has changed since. */
  cursor: z.string(),
  asOf: sentTime,
  /** True when everything is here: after the first call, or when the cursor means nothing to this database. */
  whole: z.boolean(),
  claims: z.array(claimDossier),
  /** The ids of all claims that wait now; a claim that waited and is not among them does not wait any more. */
  pending: z.array(z.int()),
});
export type SyncReply = z.output<typeof syncReply>;

export const syncConsole = endpoint('GET', '/api/admin/sync', {
  summary: 'What the staff console keeps for work without a network: claims, those that changed since a cursor',
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: syncReply,
});
