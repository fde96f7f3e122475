import { z } from 'zod';
import { apiScopes, keyDays } from '#shared/accounts/api-scopes.ts';
import { endpoint } from '../endpoint.ts';
import { id, idParam, line, ok, sentTime } from '../values.ts';

/** An account or a group has at most this many keys. */
export const MAX_KEYS = 20;

const password = z.string().min(1, 'Please enter your password.').max(1000, "That's not your password.");
const apiKey = z.object({
  id,
  name: z.string(),
  /** The last characters of the key. */
  hint: z.string(),
  scopes: z.array(z.string()),
  createdAt: sentTime,
  expiresAt: sentTime,
  lastUsedAt: sentTime.nullable(),
  /** The group that the key belongs to. Absent for a key of a person. */
  group: z.object({ id, name: z.string() }).optional(),
  /** The name of the person that made a group's key. Null once that account is deleted. */
  madeBy: z.string().nullable().optional(),
});
export type ApiKey = z.output<typeof apiKey>;
export const apiKeyList = z.array(apiKey);

export const apiKeyForm = z.object({
  name: line(60).pipe(z.string().min(1, 'Please name the program that will use this key.')),
  scopes: z
    .array(z.enum(apiScopes, 'Please choose from the list.'))
    .min(1, 'Please choose what this key may do.')
    .max(apiScopes.length, 'Please choose each only once.'),
  days: z.literal(keyDays, 'A key lasts 30, 90, or 365 days.').default(90),
  /** The group that the key belongs to. Without it, the key belongs to the caller. */
  groupId: id.optional(),
  password,
});
const newKey = apiKey.extend({
  /** The key itself, which no other call returns. */
  key: z.string(),
});

export const listApiKeys = endpoint('GET', '/api/user/api-keys', {
  summary: 'List the API keys of this account and of its groups, without the keys themselves',
  reply: apiKeyList,
});
export const createApiKey = endpoint('POST', '/api/user/api-keys', {
  summary: 'Create an API key. Only this reply contains it. Requires the password',
  body: apiKeyForm,
  reply: newKey,
  errors: { too_many_keys: 409 },
});
export const rotateApiKey = endpoint('POST', '/api/user/api-keys/:id/rotate', {
  summary: 'Replace an API key by a new one that can do the same. The old one works for another 24 hours',
  params: idParam,
  body: z.object({ password }),
  reply: newKey,
  errors: { too_many_keys: 409, key_expired: 409 },
});
export const revokeApiKey = endpoint('DELETE', '/api/user/api-keys/:id', {
  summary: 'Revoke an API key at once, on every server',
  params: idParam,
  reply: ok,
});
export const revokeUserApiKey = endpoint('DELETE', '/api/admin/users/:id/api-keys/:key', {
  summary: "Revoke someone's API key at once, on every server",
  params: idParam.extend({ key: idParam.shape.id }),
  reply: ok,
});
