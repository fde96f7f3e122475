import { setTimeout as pause } from 'node:timers/promises';
import { LOG_DAYS, RETRY_DAYS, RETRY_MINUTES } from '#shared/accounts/webhook-events.ts';
import { OutboundError, postJson } from '#server/articles/outbound.ts';
import { audit } from '#server/audit/audit.ts';
import type { Deps } from '#server/base/http/context.ts';
import { emailWebhookDisabled } from '../emails.ts';
import * as sql from './queries-deliveries.ts';
import { disableEndpoint } from './queries-endpoints.ts';
import { signBody } from './signature.ts';

const DAY_MS = 24 * 3_600_000;
export const SECRET_PURPOSE = 'webhook-secret';
const TIMEOUT_MS = 10_000;
const REPLY_BYTES = 1_000;
const CONCURRENCY = 48;
/** A run starts no more requests after this, so that other jobs and a stop of the server don't wait. */
const RUN_MS = 20_000;
/** Requests that finish within this time share one search for more deliveries. */
const GATHER_MS = 3;
const DELETE_BATCH = 10_000;

/** The limits of this module for tests, which can't wait for real timeouts. */
interface DeliveryRules {
  timeoutMs?: number;
  runMs?: number;
}

/** Sends all due events. Several servers may run it: each claims other deliveries. */
export async function deliverWebhooks(deps: Deps, rules: DeliveryRules = {}): Promise<void> {
  const endsAt = performance.now() + (rules.runMs ?? RUN_MS);
  const inFlight = new Set<Promise<void>>();
  while (performance.now() < endsAt) {
    const claimed = await sql.claimDue(deps.db, deps.clock.now(), CONCURRENCY - inFlight.size);
    for (const delivery of claimed) {
      const sent: Promise<void> = attemptDelivery(deps, delivery, rules)
        .catch((error: unknown) => deps.log.error({ err: error, delivery: delivery.id }, 'webhook delivery not saved'))
        .finally(() => inFlight.delete(sent));
      inFlight.add(sent);
    }
    if (inFlight.size === 0) break;
    await Promise.race(inFlight);
    await pause(GATHER_MS);
  }
  await Promise.all(inFlight);
}

/** Sends a claimed delivery once and stores the outcome. */
export async function attemptDelivery(
  deps: Deps,
  delivery: sql.ClaimedDelivery,
  { timeoutMs = TIMEOUT_MS }: DeliveryRules = {},
): Promise<void> {
  const outcome = await post(deps, delivery, timeoutMs);
  if (outcome.error === null) await sql.saveSuccess(deps.db, delivery, outcome);
  else await recordFailure(deps, delivery, outcome);
}

async function post(deps: Deps, delivery: sql.ClaimedDelivery, timeoutMs: number): Promise<sql.Outcome> {
  const at = deps.clock.now();
  const { path, ...data } = delivery.data;
  const event = {
    id: `evt_${delivery.eventId}`,
    type: delivery.type,
    createdAt: delivery.createdAt.toISOString(),
    data: { ...data, url: deps.config.PUBLIC_URL + path },
  };
  const secrets = [
    delivery.secret,
    ...(delivery.oldSecret && delivery.oldSecretUntil && delivery.oldSecretUntil > at ? [delivery.oldSecret] : []),
  ].map((sealed) => deps.secret.open(SECRET_PURPOSE, sealed));
  const started = performance.now();
  const outcome = (part: Pick<sql.Outcome, 'status' | 'reply' | 'error'>): sql.Outcome => ({
    attemptedAt: at,
    durationMs: Math.round(performance.now() - started),
    ...part,
  });
  try {
    const { status, text } = await postJson(
      delivery.url,
      { 'user-agent': 'directory-webhooks', 'directory-signature': signBody(JSON.stringify(event), secrets, at) },
      event,
      { allowLoopback: deps.config.AI_ALLOW_LOOPBACK, timeoutMs, maxBytes: REPLY_BYTES, cutsReply: true },
    );
    const reply = text.replaceAll('\0', '');
    const isAccepted = status >= 200 && status < 300;
    return outcome({ status, reply, error: isAccepted ? null : `The server answered with ${status}.` });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return outcome({ status: null, reply: null, error: error.message });
  }
}

/** An event is tried at least once, and then until three days after the change. */
function nextAttempt({ attempts, createdAt, state }: sql.ClaimedDelivery, now: Date): Date | null {
  const last = createdAt.getTime() + RETRY_DAYS * DAY_MS;
  if (state !== 'waiting' || now.getTime() >= last) return null;
  const minutes = RETRY_MINUTES[Math.min(attempts, RETRY_MINUTES.length) - 1]!;
  return new Date(Math.min(now.getTime() + minutes * 60_000, last));
}

async function recordFailure(deps: Deps, delivery: sql.ClaimedDelivery, outcome: sql.Outcome): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction(async (trx) => {
    const endpoint = await sql.saveFailure(trx, delivery, outcome, nextAttempt(delivery, now));
    if (!endpoint || endpoint.isDisabled || now.getTime() - endpoint.failingSince.getTime() < RETRY_DAYS * DAY_MS)
      return;
    const owner = await disableEndpoint(trx, delivery.endpointId, now);
    if (!owner) return;
    await emailWebhookDisabled(trx, deps, owner, { url: owner.url, error: outcome.error! });
    await audit(trx, null, {
      at: now,
      action: 'webhook.disabled',
      subject: 'user',
      subjectId: owner.userId,
      after: { webhook: delivery.endpointId, url: owner.url },
      note: `It failed for ${RETRY_DAYS} days.`,
    });
  });
}

export async function deleteOldDeliveries({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - LOG_DAYS * DAY_MS);
  while ((await sql.deleteDeliveriesBefore(db, before, DELETE_BATCH)) === DELETE_BATCH);
}
