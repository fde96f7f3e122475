import type { IncomingMessage } from 'node:http';
import type Stripe from 'stripe';
import type { Deps } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { enqueueDisputeSync, enqueueSync } from './jobs.ts';
import { recordEvent } from './queries.ts';
import { dateOf, paymentsOf } from './stripe.ts';

const MAX_BYTES = 1_000_000;

/** Records a signed event once and enqueues a sync, which reads the current state from Stripe. */
export async function receiveWebhook(deps: Deps, body: Buffer, signature: string | undefined): Promise<void> {
  const event = verifyEvent(deps, body, signature);
  const customerId = customerOfEvent(event);
  await deps.db.transaction(async (trx) => {
    const isNew = await recordEvent(trx, {
      id: event.id,
      type: event.type,
      customerId,
      happenedAt: dateOf(event.created),
      receivedAt: deps.clock.now(),
    });
    if (!isNew) return;
    if (customerId) await enqueueSync(trx, customerId);
    else if (event.type.startsWith('charge.dispute.'))
      await enqueueDisputeSync(trx, event.data.object as { id?: unknown });
  });
}

function verifyEvent(deps: Deps, body: Buffer, signature: string | undefined): Stripe.Event {
  const { stripe, webhookSecret } = paymentsOf(deps);
  try {
    // Checks the age against the real time, not against the clock that tests inject.
    const event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret);
    if (typeof event?.id === 'string' && typeof event.type === 'string' && typeof event.created === 'number')
      return event;
  } catch (error) {
    deps.log.warn({ reason: (error as Error).name }, 'rejected a webhook');
  }
  throw new Refusal(400, 'bad_signature', "The webhook's signature is invalid.");
}

function customerOfEvent(event: Stripe.Event): string | null {
  const object = event.data.object as { id?: string; object?: string; customer?: string | { id: string } | null };
  if (object.object === 'customer') return object.id ?? null;
  return typeof object.customer === 'string' ? object.customer : (object.customer?.id ?? null);
}

export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_BYTES)
      throw new Refusal(413, 'too_large', 'Your request is too large.', { headers: { Connection: 'close' } });
    parts.push(part);
  }
  return Buffer.concat(parts);
}
