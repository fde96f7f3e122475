import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { callsWithoutGroup, scopeOf } from '#shared/accounts/api-calls.ts';
import { labelScope } from '#shared/accounts/api-scopes.ts';
import { isEntitled } from '#shared/billing/entitlement.ts';
import { isStaff } from '#shared/roles.ts';
import type { Actor, Deps } from '../context.ts';
import { forbidden, ifPossible, Refusal, tooMany } from '../errors.ts';
import { countInBatch } from '../limits/limits.ts';
import { findKey, markKeyUsed } from './queries-api-keys.ts';
import { hashToken, newToken } from './token.ts';

/** Secret scanners and people recognize a key by its prefix. */
const PREFIX = 'enk_';
const CHECKSUM_LENGTH = 6;
const SESSION_TOKEN_LENGTH = 43;
/** `last_used_at` is written at most this often. */
const TOUCH_MS = 60_000;
/** A key has no session. No session has this id, and it is a valid one in a query. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000';

const checksumOf = (text: string) =>
  createHash('sha256').update(`checksum ${text}`).digest('base64url').slice(0, CHECKSUM_LENGTH);

export function newApiKey(): string {
  const start = PREFIX + newToken();
  return start + checksumOf(start);
}

/** A session's token is shorter than a key, so one that happens to begin with the prefix is no key. */
export const looksLikeKey = (token: string): boolean =>
  token.startsWith(PREFIX) && token.length !== SESSION_TOKEN_LENGTH;

const hasChecksum = (token: string) => checksumOf(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);

const invalidKey = (message: string, code = 'invalid_key') =>
  new Refusal(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

/**
 * Authenticates a call with an API key as the key's owner, or the owner of its group, counts it, and refuses it unless one of the key's scopes has the
 * call. `call` is absent outside the API, where no key is accepted.
 */
export async function authenticateKey(deps: Deps, req: Request, key: string, call?: string): Promise<Actor> {
  if (!hasChecksum(key)) throw invalidKey('This API key is not complete. Please copy all of it.');
  const row = await findKey(deps.db, hashToken(key));
  if (!row) throw invalidKey('This API key doesn’t exist. It may have been revoked.');
  const now = deps.clock.now();
  if (row.expiresAt <= now) throw invalidKey('This API key has expired. Please create another one.', 'key_expired');
  await limitKey(deps, req, row.keyId);
  const {
    keyId,
    keyName,
    groupId,
    groupName,
    scopes,
    expiresAt: _,
    lastUsedAt,
    twoFactorRequired,
    twoFactorOn,
    ...owner
  } = row;
  const usedBefore = new Date(now.getTime() - TOUCH_MS);
  if (!lastUsedAt || lastUsedAt <= usedBefore) await ifPossible(markKeyUsed(deps.db, keyId, now, usedBefore));
  const scope = call === undefined ? undefined : scopeOf.get(call);
  if (!scope) throw forbidden('API keys can’t do this. Please log in instead.', 'not_for_keys');
  if (!scopes.includes(scope))
    throw forbidden(
      `This API key doesn’t include “${labelScope(scope, groupId !== null).label}” (${scope}), which this call needs.`,
      'scope_missing',
    );
  if (groupId !== null && callsWithoutGroup.has(call!))
    throw forbidden('An API key of a group can’t add listings. Please use a key of your own.', 'not_for_keys');
  const role = groupId === null ? owner.role : 'user';
  return {
    ...owner,
    role,
    ...(groupId !== null && { groupId }),
    madeWith: `API key “${keyName}” of ${groupName ?? owner.name}`,
    entitled: isEntitled(owner, deps.config.payments),
    sessionId: NO_SESSION,
    carrier: 'key',
    mustEnrol: isStaff(role) && twoFactorRequired && !twoFactorOn,
  };
}

/** A read-only database refuses the count, and still answers reads. */
async function limitKey(deps: Deps, req: Request, keyId: number): Promise<void> {
  const limit = deps.config.LIMIT_KEY;
  const count = await ifPossible(countInBatch(deps, 'LIMIT_KEY', String(keyId)));
  if (!count) return;
  req.res!.set({
    'RateLimit-Policy': `${limit.hits};w=${limit.seconds}`,
    'RateLimit-Limit': String(limit.hits),
    'RateLimit-Remaining': String(Math.max(0, limit.hits - count.hits)),
    'RateLimit-Reset': String(Math.max(1, Math.ceil(count.wait))),
  });
  if (count.hits > limit.hits)
    throw tooMany(count.wait, `This API key may make ${limit.hits} calls in ${limit.seconds} seconds. Please wait.`);
}
