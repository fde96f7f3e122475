import type { Knex } from 'knex';
import type { z } from 'zod';
import { MAX_KEYS, type createApiKey } from '#contract/accounts/api-keys.ts';
import { KEY_OVERLAP_HOURS, labelScope, type ApiScope } from '#shared/accounts/api-scopes.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { can } from '#shared/permissions.ts';
import { audit } from '#server/audit/audit.ts';
import { newApiKey } from '#server/base/http/callers/api-key.ts';
import { hashToken } from '#server/base/http/callers/token.ts';
import type { Actor, Ctx } from '#server/base/http/context.ts';
import { badRequest, conflict, forbidden, notFound } from '#server/base/http/errors.ts';
import { emailKeyCreated } from '../emails.ts';
import { findUserById } from '../queries.ts';
import * as sql from '../queries-api-keys.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';

const DAY_MS = 24 * 3_600_000;
const HINT_LENGTH = 4;

const noSuchKey = () => notFound('We couldn’t find this API key. It may be revoked already.');

/** The key as a reply. A group is named only on its own keys. */
export const shownKey = ({ userId: _user, madeById: _maker, groupId, groupName, madeBy, ...key }: sql.KeyRow) => ({
  ...key,
  ...(groupId !== null && { group: { id: groupId, name: groupName! }, madeBy }),
});

export const listOwnKeys = async (ctx: Ctx<Actor>) => (await sql.listKeys(ctx.db, ctx.actor.userId)).map(shownKey);

/** An audit entry about a key names its owner, whose page lists the keys, or its group and who made it. */
function auditKey(trx: Knex, ctx: Ctx<Actor>, action: string, key: sql.KeyRow): Promise<void> {
  const { id, name, scopes, expiresAt, userId, groupId, groupName, madeBy, madeById } = key;
  const after = { key: id, name, scopes, expiresAt, ...(groupId !== null && { group: groupName, madeBy, madeById }) };
  const about = groupId === null ? { subject: 'user', subjectId: userId } : { subject: 'group', subjectId: groupId };
  return audit(trx, ctx.actor, { at: ctx.clock.now(), action, ...about, after });
}

/** Locks the group, so that concurrent calls count its keys one after the other. */
async function lockGroup(trx: Knex, { actor }: Ctx<Actor>, id: number) {
  const group = await sql.lockGroupOf(trx, actor.userId, id);
  if (!group) throw notFound('We couldn’t find this group.');
  if (!mayInGroup(group.role, 'keys'))
    throw forbidden('Your role in this group doesn’t let you use its API keys.', 'role_not_allowed');
  return group;
}

interface NewKey {
  name: string;
  scopes: string[];
  lifetimeMs: number;
  groupId: number | null;
}

async function addKey(trx: Knex, ctx: Ctx<Actor>, { name, scopes, lifetimeMs, groupId }: NewKey) {
  const { userId } = ctx.actor;
  const createdAt = ctx.clock.now();
  const group = groupId === null ? null : await lockGroup(trx, ctx, groupId);
  if ((await sql.lockAndCountKeys(trx, group ? { groupId: group.id } : { userId }, createdAt)) >= MAX_KEYS)
    throw conflict(
      `${group ? 'This group has' : 'You have'} ${MAX_KEYS} API keys. Please revoke one first.`,
      'too_many_keys',
    );
  const key = newApiKey();
  const id = await sql.insertKey(trx, {
    userId: group ? null : userId,
    groupId,
    madeBy: group && userId,
    name,
    scopes,
    keyHash: hashToken(key),
    hint: key.slice(-HINT_LENGTH),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  });
  const recipient = group ? (await findUserById(trx, group.ownerId))! : ctx.actor;
  await emailKeyCreated(trx, ctx, recipient, {
    name,
    can: scopes.map((scope) => labelScope(scope as ApiScope, group !== null).label),
    group: group && { name: group.name, madeBy: group.ownerId === userId ? null : ctx.actor.name },
  });
  return { row: (await sql.findKeyFor(trx, userId, id))!, key };
}

export async function createKey(ctx: Ctx<Actor>, body: z.output<(typeof createApiKey)['body']>) {
  const { name, days, password, groupId = null } = body;
  const scopes = [...new Set(body.scopes)];
  if (scopes.includes('import') && (groupId !== null || !can(ctx.actor.role, 'imports.manage'))) {
    const sentence =
      groupId === null ? 'Only administrators can import listings.' : 'An API key of a group can’t import listings.';
    throw badRequest(sentence, { scopes: sentence });
  }
  await confirmOwnPassword(ctx, password);
  return ctx.db.transaction(async (trx) => {
    const { row, key } = await addKey(trx, ctx, { name, scopes, lifetimeMs: days * DAY_MS, groupId });
    await auditKey(trx, ctx, 'key.created', row);
    return { ...shownKey(row), key };
  });
}

/** The new key has the old one's name, scopes, and lifetime. Both work for a while, so that no program stops. */
export async function rotateKey(ctx: Ctx<Actor>, id: number, password: string) {
  await confirmOwnPassword(ctx, password);
  const now = ctx.clock.now();
  return ctx.db.transaction(async (trx) => {
    const old = await sql.findKeyFor(trx, ctx.actor.userId, id);
    if (!old) throw noSuchKey();
    if (old.expiresAt <= now)
      throw conflict('This API key has expired. Please create another one instead.', 'key_expired');
    const lifetimeMs = Math.max(DAY_MS, old.expiresAt.getTime() - old.createdAt.getTime());
    const { row, key } = await addKey(trx, ctx, { ...old, lifetimeMs });
    await sql.endKeyBy(trx, id, new Date(now.getTime() + KEY_OVERLAP_HOURS * 3_600_000));
    await auditKey(trx, ctx, 'key.rotated', row);
    return { ...shownKey(row), key };
  });
}

/** Revokes a key of the caller or their group, or, for staff, of another account. */
export async function revokeKey(ctx: Ctx<Actor>, userId: number, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const key = await sql.findKeyFor(trx, userId, id);
    if (!key || !(await sql.deleteKey(trx, id))) throw noSuchKey();
    await auditKey(trx, ctx, 'key.revoked', key);
  });
}
