import type { IncomingMessage } from 'node:http';
import type Stripe from 'stripe';
import type { Deps } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { enqueueSync } from './jobs.ts';
import { keepEvent } from './queries.ts';
import { dateOf, paymentsOf } from './stripe.ts';

const LIMIT = 1_000_000;

/** Takes a signed event once and answers; what follows from it is looked up at the provider by a job. */
export async function receive(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  const event = verified(deps, body, signature);
  const customerId = customerIn(event);
  await deps.db.transaction(async (trx) => {
    const isNew = await keepEvent(trx, {
      id: event.id,
      type: event.type,
      customerId,
      happenedAt: dateOf(event.created),
      receivedAt: deps.clock.now(),
    });
    if (isNew && customerId) await enqueueSync(trx, customerId);
  });
}

function verified(deps: Deps, body: Buffer, signature: string | undefined): Stripe.Event {
  const { stripe, webhookSecret } = paymentsOf(deps);
  try {
    // The age of a signature is measured by the real time, on which sender and receiver agree.
    const event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret);
    if (typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.created === 'number')
      return event;
  } catch (error) {
    deps.log.warn({ reason: (error as Error).name }, 'a webhook was refused');
  }
  throw new Refusal(400, 'bad_signature', 'This webhook is not signed as it should be.');
}

function customerIn(event: Stripe.Event): string | null {
  const thing = event.data.object as { id?: string; object?: string; customer?: string | { id: string } | null };
  if (thing.object === 'customer') return thing.id ?? null;
  return typeof thing.customer === 'string' ? thing.customer : (thing.customer?.id ?? null);
}

export async function bytesOf(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LIMIT)
      throw new Refusal(413, 'too_large', 'Your request is too large.', { headers: { Connection: 'close' } });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
