import { z } from 'zod';
import { webhookKinds } from '#shared/accounts/webhook-events.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, line, ok, sentTime } from '../values.ts';

/** An account has at most this many endpoints. */
export const MAX_WEBHOOKS = 10;
/** Deliveries of a page of the log. */
export const DELIVERY_PAGE = 20;

const password = z.string().min(1, 'Please enter your password.').max(1000, "That's not your password.");
const webhook = z.object({
  id,
  url: z.string(),
  events: z.array(z.string()),
  createdAt: sentTime,
  /** The first failure since the last success. */
  failingSince: sentTime.nullable(),
  /** It was turned off then, because it only failed for three days. */
  disabledAt: sentTime.nullable(),
  /** The earlier secret also signs until then. */
  oldSecretUntil: sentTime.nullable(),
});
export type Webhook = z.output<typeof webhook>;

export const webhookForm = z.object({
  url: line(500).pipe(z.string().min(1, 'Please enter the address of your server.')),
  events: z
    .array(z.enum(webhookKinds, 'Please choose from the list.'))
    .min(1, 'Please choose at least one kind of event.')
    .max(webhookKinds.length, 'Please choose each only once.'),
  password,
});
const webhookWithSecret = webhook.extend({
  /** Verifies the signatures. No other call returns it. */
  secret: z.string(),
});

const delivery = z.object({
  id: z.int(),
  /** The `id` of the event, after `evt_`. */
  eventId: z.string(),
  type: z.string(),
  createdAt: sentTime,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** The next attempt of a waiting delivery. */
  dueAt: sentTime,
  attempts: z.int(),
  attemptedAt: sentTime.nullable(),
  /** The HTTP status of the last attempt, and the first 1,000 bytes of the reply. */
  status: z.int().nullable(),
  durationMs: z.int().nullable(),
  reply: z.string().nullable(),
  error: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

const longId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'This is not a valid id.')
  .transform(Number);

export const listWebhooks = endpoint('GET', '/api/user/webhooks', {
  summary: 'List the webhooks of this account, without their secrets',
  reply: z.array(webhook),
});
export const createWebhook = endpoint('POST', '/api/user/webhooks', {
  summary: 'Add a webhook. Only this reply contains its secret. Requires the password',
  body: webhookForm,
  reply: webhookWithSecret,
  errors: { too_many_webhooks: 409 },
});
export const rotateWebhookSecret = endpoint('POST', '/api/user/webhooks/:id/rotate', {
  summary: 'Replace the secret of a webhook. For another 24 hours both secrets sign',
  params: idParam,
  body: z.object({ password }),
  reply: webhookWithSecret,
});
export const testWebhook = endpoint('POST', '/api/user/webhooks/:id/test', {
  summary: 'Send a test event to a webhook, and return how its server answered',
  params: idParam,
  reply: delivery,
});
export const enableWebhook = endpoint('POST', '/api/user/webhooks/:id/enable', {
  summary: 'Turn on a webhook that was turned off because it failed',
  params: idParam,
  reply: webhook,
});
export const deleteWebhook = endpoint('DELETE', '/api/user/webhooks/:id', {
  summary: 'Remove a webhook with its log',
  params: idParam,
  reply: ok,
});
export const listDeliveries = endpoint('GET', '/api/user/webhooks/:id/deliveries', {
  summary: 'List the deliveries of a webhook in the last 30 days, the newest first',
  params: idParam,
  query: z.object({ before: longId.optional() }),
  reply: z.object({ items: z.array(delivery), hasMore: z.boolean() }),
});
export const redeliver = endpoint('POST', '/api/user/webhooks/:id/deliveries/:delivery/redeliver', {
  summary: 'Send an event again now, with the same id, and return how the server answered',
  params: idParam.extend({ delivery: longId }),
  reply: delivery,
  errors: { not_possible: 409 },
});
