import type { Knex } from 'knex';
import type { z } from 'zod';
import { MAX_KEYS, type createApiKey } from '#contract/accounts/api-keys.ts';
import { KEY_OVERLAP_HOURS, scopeLabels, type ApiScope } from '#shared/accounts/api-scopes.ts';
import { can } from '#shared/permissions.ts';
import { audit } from '#server/audit/audit.ts';
import { newApiKey } from '#server/base/http/callers/api-key.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, notFound } from '#server/base/http/errors.ts';
import { emailKeyCreated } from '../emails.ts';
import * as sql from '../queries-api-keys.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';

const DAY_MS = 24 * 3_600_000;
const HINT_LENGTH = 4;

const noSuchKey = () => notFound('We couldn’t find this API key. It may be revoked already.');

export const listOwnKeys = (ctx: Ctx<Actor>) => sql.listKeys(ctx.db, ctx.actor.userId);

/** An audit entry about a key names its owner, whose page lists the keys. */
function auditKey(
  trx: Knex,
  ctx: Ctx<Actor>,
  action: string,
  { id, name, scopes, expiresAt }: { id: number; name: string; scopes: string[]; expiresAt: Date },
  userId = ctx.actor.userId,
): Promise<void> {
  const after = { key: id, name, scopes, expiresAt };
  return audit(trx, ctx.actor, { at: ctx.clock.now(), action, subject: 'user', subjectId: userId, after });
}

async function addKey(
  trx: Knex,
  ctx: Ctx<Actor>,
  { name, scopes, lifetimeMs }: { name: string; scopes: string[]; lifetimeMs: number },
) {
  const { userId } = ctx.actor;
  const createdAt = ctx.clock.now();
  if ((await sql.lockAndCountKeys(trx, userId, createdAt)) >= MAX_KEYS)
    throw conflict(`You have ${MAX_KEYS} API keys. Please revoke one first.`, 'too_many_keys');
  const key = newApiKey();
  const row = await sql.insertKey(trx, {
    userId,
    name,
    scopes,
    keyHash: hashToken(key),
    hint: key.slice(-HINT_LENGTH),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  await emailKeyCreated(trx, ctx, ctx.actor, {
    name,
    can: scopes.map((scope) => scopeLabels[scope as ApiScope].label),
  });
  return { ...row, key };
}

export async function createKey(ctx: Ctx<Actor>, body: z.output<(typeof createApiKey)['body']>) {
  const { name, days, password } = body;
  const scopes = [...new Set(body.scopes)];
  if (scopes.includes('import') && !can(ctx.actor.role, 'imports.manage')) {
    const sentence = 'Only administrators can import listings.';
    throw badRequest(sentence, { scopes: sentence });
  }
  await confirmOwnPassword(ctx, password);
  return ctx.db.transaction(async (trx) => {
    const added = await addKey(trx, ctx, { name, scopes, lifetimeMs: days * DAY_MS });
    await auditKey(trx, ctx, 'key.created', added);
    return added;
  });
}

/** The new key has the old one's name, scopes, and lifetime. Both work for a while, so that no program stops. */
export async function rotateKey(ctx: Ctx<Actor>, id: number, password: string) {
  await confirmOwnPassword(ctx, password);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const old = await sql.findOwnKey(trx, ctx.actor.userId, id);
    if (!old) throw noSuchKey();
    if (old.expiresAt <= now)
      throw conflict('This API key has expired. Please create another one instead.', 'key_expired');
    const lifetimeMs = Math.max(DAY_MS, old.expiresAt.getTime() - old.createdAt.getTime());
    const added = await addKey(trx, ctx, { name: old.name, scopes: old.scopes, lifetimeMs });
    await sql.endKeyBy(trx, id, new Date(now.getTime() + KEY_OVERLAP_HOURS * 3_600_000));
    await auditKey(trx, ctx, 'key.rotated', added);
    return added;
  });
}

/** Revokes a key of the caller, or, for staff, of another account. */
export async function revokeKey(ctx: Ctx<Actor>, userId: number, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const key = await sql.deleteKey(trx, userId, id);
    if (!key) throw noSuchKey();
    await auditKey(trx, ctx, 'key.revoked', key, userId);
  });
}
