import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { DELIVERY_PAGE, MAX_WEBHOOKS, type createWebhook } from '#contract/accounts/webhooks.ts';
import { SECRET_OVERLAP_HOURS } from '#shared/accounts/webhook-events.ts';
import { can } from '#shared/permissions.ts';
import { checkEndpoint, OutboundError, resolveEndpoint } from '#server/articles/outbound.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { emailWebhookCreated } from '../emails.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';
import { attemptDelivery, SECRET_PURPOSE } from './deliver.ts';
import * as deliveries from './queries-deliveries.ts';
import * as sql from './queries-endpoints.ts';

const noSuchWebhook = () => notFound('We couldn’t find this webhook. It may have been removed already.');
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`;

export const listOwnWebhooks = (ctx: Ctx<Actor>) => sql.listEndpoints(ctx.db, ctx.actor.userId);

async function requireEndpoint(ctx: Ctx<Actor>, id: number): Promise<sql.EndpointRow> {
  const endpoint = await sql.findOwnEndpoint(ctx.db, ctx.actor.userId, id);
  if (!endpoint) throw noSuchWebhook();
  return endpoint;
}

function auditWebhook(trx: Knex, ctx: Ctx<Actor>, action: string, { id, url, events }: sql.EndpointRow): Promise<void> {
  const after = { webhook: id, url, events };
  const { userId } = ctx.actor;
  return audit(trx, ctx.actor, { at: ctx.clock.now(), action, subject: 'user', subjectId: userId, after });
}

/** Refuses an address that no delivery may go to. A name that can't be resolved now is saved, and the test event reports it. */
async function checkAddress({ config }: Ctx, address: string): Promise<string> {
  const rules = { allowLoopback: config.AI_ALLOW_LOOPBACK };
  try {
    const url = checkEndpoint(address, rules);
    await resolveEndpoint(url, rules).catch((error: Error) => {
      if (!error.message.includes('could not be resolved')) throw error;
    });
    return url.href;
  } catch (error) {
    if (error instanceof OutboundError) throw badRequest(error.message, { url: error.message });
    throw error;
  }
}

export async function addWebhook(ctx: Ctx<Actor>, body: z.output<(typeof createWebhook)['body']>) {
  const events = [...new Set(body.events)];
  if (events.includes('import') && !can(ctx.actor.role, 'imports.manage')) {
    const sentence = 'Only administrators can import listings.';
    throw badRequest(sentence, { events: sentence });
  }
  await confirmOwnPassword(ctx, body.password);
  const url = await checkAddress(ctx, body.url);
  const { userId } = ctx.actor;
  const secret = newSecret();
  return ctx.db.transaction(async (trx) => {
    if ((await sql.lockAndCountEndpoints(trx, userId)) >= MAX_WEBHOOKS)
      throw conflict(`You have ${MAX_WEBHOOKS} webhooks. Please remove one first.`, 'too_many_webhooks');
    const sealed = ctx.secret.seal(SECRET_PURPOSE, secret);
    const row = await sql.insertEndpoint(trx, { userId, url, events, secret: sealed, createdAt: ctx.clock.now() });
    await emailWebhookCreated(trx, ctx, ctx.actor, { url });
    await auditWebhook(trx, ctx, 'webhook.created', row);
    return { ...row, secret };
  });
}

/** Both secrets sign for a while, so that the receiver can switch without a gap. */
export async function rotateSecret(ctx: Ctx<Actor>, id: number, password: string) {
  await confirmOwnPassword(ctx, password);
  const secret = newSecret();
  const until = new Date(ctx.clock.now().getTime() + SECRET_OVERLAP_HOURS * 3_600_000);
  return ctx.db.transaction(async (trx) => {
    const sealed = ctx.secret.seal(SECRET_PURPOSE, secret);
    const row = await sql.replaceSecret(trx, ctx.actor.userId, id, { secret: sealed, until });
    if (!row) throw noSuchWebhook();
    await auditWebhook(trx, ctx, 'webhook.rotated', row);
    return { ...row, secret };
  });
}

/** Also sends the events that were waiting when it was turned off. */
export const enableWebhook = (ctx: Ctx<Actor>, id: number): Promise<sql.EndpointRow> =>
  ctx.db.transaction(async (trx) => {
    const row = await sql.enableEndpoint(trx, ctx.actor.userId, id);
    if (!row) throw noSuchWebhook();
    await auditWebhook(trx, ctx, 'webhook.enabled', row);
    return row;
  });

export const removeWebhook = (ctx: Ctx<Actor>, id: number): Promise<void> =>
  ctx.db.transaction(async (trx) => {
    const row = await sql.deleteEndpoint(trx, ctx.actor.userId, id);
    if (!row) throw noSuchWebhook();
    await auditWebhook(trx, ctx, 'webhook.removed', row);
  });

export async function findDeliveries(ctx: Ctx<Actor>, id: number, before: number | undefined) {
  await requireEndpoint(ctx, id);
  const items = await deliveries.listDeliveries(ctx.db, id, before ?? null, DELIVERY_PAGE + 1);
  return { items: items.slice(0, DELIVERY_PAGE), hasMore: items.length > DELIVERY_PAGE };
}

async function sendNow(ctx: Ctx<Actor>, endpointId: number, id: number): Promise<deliveries.LoggedDelivery> {
  const claimed = await deliveries.claimOne(ctx.db, endpointId, id);
  if (!claimed)
    throw conflict(
      'This event is already being sent, or an earlier one about the same subject has to go first. Please reload the log.',
      'not_possible',
    );
  await attemptDelivery(ctx, claimed);
  const sent = await deliveries.findDelivery(ctx.db, endpointId, id);
  if (!sent) throw noSuchWebhook();
  return sent;
}

export async function sendTest(ctx: Ctx<Actor>, id: number): Promise<deliveries.LoggedDelivery> {
  await requireEndpoint(ctx, id);
  return sendNow(ctx, id, await deliveries.insertTest(ctx.db, id, ctx.clock.now()));
}

export async function sendAgain(ctx: Ctx<Actor>, id: number, deliveryId: number): Promise<deliveries.LoggedDelivery> {
  await requireEndpoint(ctx, id);
  if (!(await deliveries.findDelivery(ctx.db, id, deliveryId)))
    throw notFound('We couldn’t find this delivery. The log keeps them for 30 days.');
  return sendNow(ctx, id, deliveryId);
}
