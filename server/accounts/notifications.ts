import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import {
  notificationKinds,
  type NotificationKind,
  type NotificationSettings,
  type saveNotifications,
} from '#contract/accounts/notifications.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { Refusal, unauthorized } from '#server/base/http/errors.ts';
import * as sql from './queries-notifications.ts';

export { findOptedOut } from './queries-notifications.ts';

type TokenDeps = Pick<Deps, 'secret' | 'config'>;

const sign = ({ secret }: Pick<Deps, 'secret'>, text: string): string =>
  createHmac('sha256', secret.key('unsubscribe')).update(text).digest('base64url');

/** The page that turns off the emails of one kind. The link never expires, because people keep emails for years. */
export function unsubscribeLink(deps: TokenDeps, userId: number, kind: NotificationKind): string {
  const text = `${userId}.${kind}`;
  return `${deps.config.PUBLIC_URL}/email-settings?token=${text}.${sign(deps, text)}`;
}

function readToken(deps: Pick<Deps, 'secret'>, token: string): { userId: number; kind: NotificationKind } | null {
  const [, text, user, name, signature] = /^((\d{1,9})\.(\w+))\.([\w-]+)$/.exec(token) ?? [];
  const kind = notificationKinds.find((one) => one === name);
  if (!text || !signature || !kind) return null;
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(deps, text))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { userId: Number(user), kind };
}

export const findOwnNotifications = ({ db, actor }: Ctx<Actor>): Promise<NotificationSettings> =>
  sql.findNotifications(db, actor.userId);

export async function saveOwnNotifications(
  change: z.output<(typeof saveNotifications)['body']>,
  { db, actor }: Ctx<Actor>,
): Promise<NotificationSettings> {
  if (!(await sql.upsertNotifications(db, actor.userId, change))) throw unauthorized();
  return sql.findNotifications(db, actor.userId);
}

/** The link proves that its user received the email, so it needs no login. It can only turn emails off. */
export async function unsubscribe(token: string, ctx: Ctx): Promise<NotificationKind> {
  const link = readToken(ctx, token);
  if (!link || !(await sql.upsertNotifications(ctx.db, link.userId, { [link.kind]: false })))
    throw new Refusal(400, 'invalid_token', 'This link is not valid. You can change your emails on your account page.');
  return link.kind;
}
