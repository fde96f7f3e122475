import { createHash } from 'node:crypto';
import { rows } from '#server/base/db/knex.ts';
import type { Actor, Ctx } from './context.ts';
import { asRefusal, badRequest, Refusal } from './errors.ts';

/** How long a stored response can be replayed. */
const RETENTION_HOURS = 24;

const KEY_FORMAT = /^[\w-]{8,100}$/;

interface StoredReply {
  value?: unknown;
  headers?: Record<string, string>;
  refusal?: { code: string; message: string; fields?: Record<string, string> };
}
interface Outcome {
  value: unknown;
  headers: Record<string, string>;
  status: number;
}

/**
 * Runs a call once per idempotency key and replays the stored response on every retry. The key, the work, and the response
 * share a transaction, so a crash keeps all or none of them. A concurrent duplicate waits for the first. Refusals are
 * stored too; server errors are not, so those can be retried.
 */
export async function runOnce(
  ctx: Ctx<Actor>,
  key: string,
  call: string,
  input: unknown,
  work: (ctx: Ctx<Actor>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!KEY_FORMAT.test(key)) throw badRequest('An Idempotency-Key has 8 to 100 letters, digits, and hyphens.');
  const requestHash = createHash('sha256')
    .update(JSON.stringify([call, input]))
    .digest();
  const now = ctx.clock.now();
  const id = { userId: ctx.actor.userId, key };
  return ctx.db
    .transaction(async (trx) => {
      await rows(
        trx,
        `delete from idempotency_keys where ctid = any (array(
         select ctid from idempotency_keys where created_at < :before order by created_at limit 20 for update skip locked))`,
        { before: new Date(now.getTime() - RETENTION_HOURS * 3_600_000) },
      );
      const [claimedKey] = await rows(
        trx,
        `insert into idempotency_keys (user_id, key, asked, created_at) values (:userId, :key, :asked, :now)
       on conflict do nothing returning key`,
        { ...id, asked: requestHash, now },
      );
      if (!claimedKey) return replay(trx, id, requestHash);
      let outcome: Outcome | null = null;
      let refusal: Refusal | null = null;
      try {
        outcome = await trx.transaction((inner) => work({ ...ctx, db: inner }));
      } catch (error) {
        refusal = asRefusal(error);
        // Temporary errors aren't stored, so that a retry can succeed.
        if (!refusal || refusal.status >= 500 || refusal.status === 429) throw error;
      }
      const storedReply: StoredReply = refusal
        ? {
            refusal: {
              code: refusal.code,
              message: refusal.message,
              ...(refusal.fields ? { fields: refusal.fields } : {}),
            },
          }
        : { value: outcome!.value, headers: outcome!.headers };
      await rows(
        trx,
        `update idempotency_keys set status = :status, answer = :answer where user_id = :userId and key = :key`,
        {
          ...id,
          status: refusal?.status ?? outcome!.status,
          answer: JSON.stringify(storedReply),
        },
      );
      return outcome ?? refusal!;
    })
    .then((result) => {
      if (result instanceof Refusal) throw result;
      return result;
    });
}

async function replay(
  trx: Parameters<typeof rows>[0],
  id: { userId: number; key: string },
  requestHash: Buffer,
): Promise<Outcome | Refusal> {
  const [stored] = await rows<{ asked: Buffer; status: number; answer: StoredReply }>(
    trx,
    'select asked, status, answer from idempotency_keys where user_id = :userId and key = :key',
    id,
  );
  if (!stored?.asked.equals(requestHash))
    throw new Refusal(422, 'key_reused', 'This Idempotency-Key was already used for another request.');
  const { refusal, value, headers } = stored.answer;
  const replayHeader = { 'Idempotent-Replay': '1' };
  if (refusal)
    return new Refusal(stored.status, refusal.code, refusal.message, { fields: refusal.fields, headers: replayHeader });
  return { value, status: stored.status, headers: { ...headers, ...replayHeader } };
}
