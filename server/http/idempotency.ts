import { createHash } from 'node:crypto';
import { rows } from '#server/db/knex.ts';
import type { Actor, Ctx } from './context.ts';
import { asRefusal, badRequest, Refusal } from './errors.ts';

/** How long an answer is kept for a call that is sent again. */
const KEPT_HOURS = 24;

const form = /^[\w-]{8,100}$/;

interface Said {
  value?: unknown;
  headers?: Record<string, string>;
  refusal?: { code: string; message: string; fields?: Record<string, string> };
}
export interface Outcome {
  value: unknown;
  headers: Record<string, string>;
  status: number;
}

/**
 * Does the work of a call once for its key, however often it arrives, and answers each time as it answered first. The key,
 * the work and the answer are one transaction: after a crash either all of it is there or nothing. Of two at once the
 * second waits for the first. A refusal is an answer too; a fault is not, and may be tried again.
 */
export async function onlyOnce(
  ctx: Ctx<Actor>,
  key: string,
  call: string,
  input: unknown,
  work: (ctx: Ctx<Actor>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!form.test(key)) throw badRequest('An Idempotency-Key is 8 to 100 letters, digits and hyphens.');
  const asked = createHash('sha256')
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
        { before: new Date(now.getTime() - KEPT_HOURS * 3_600_000) },
      );
      const [mine] = await rows(
        trx,
        `insert into idempotency_keys (user_id, key, asked, created_at) values (:userId, :key, :asked, :now)
       on conflict do nothing returning key`,
        { ...id, asked, now },
      );
      if (!mine) return replay(trx, id, asked);
      let outcome: Outcome | null = null;
      let refusal: Refusal | null = null;
      try {
        outcome = await trx.transaction((inner) => work({ ...ctx, db: inner }));
      } catch (error) {
        refusal = asRefusal(error);
        // Busy now is not an answer for good.
        if (!refusal || refusal.status >= 500 || refusal.status === 429) throw error;
      }
      const said: Said = refusal
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
          answer: JSON.stringify(said),
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
  asked: Buffer,
): Promise<Outcome | Refusal> {
  const [kept] = await rows<{ asked: Buffer; status: number; answer: Said }>(
    trx,
    'select asked, status, answer from idempotency_keys where user_id = :userId and key = :key',
    id,
  );
  if (!kept?.asked.equals(asked))
    throw new Refusal(422, 'key_reused', 'This Idempotency-Key was used for another request.');
  const { refusal, value, headers } = kept.answer;
  const again = { 'Idempotent-Replay': '1' };
  if (refusal)
    return new Refusal(kept.status, refusal.code, refusal.message, { fields: refusal.fields, headers: again });
  return { value, status: kept.status, headers: { ...headers, ...again } };
}
