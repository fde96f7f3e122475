import { z } from 'zod';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { endpoint } from '../endpoint.ts';
import { apiKeyList } from './api-keys.ts';
import { emailProblem } from './email-delivery.ts';
import { roles } from '#shared/roles.ts';
import { after, id, idParam, line, ok, pageNumber, pageSize, sentTime } from '../values.ts';

const nullable = z.string().nullable();
const userSummary = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  subscriptionPlan: z.string(),
  subscriptionStatus: z.string(),
  subscriptionExpiresAt: sentTime.nullable(),
  createdAt: sentTime,
  lastSeenAt: sentTime.nullable(),
  listings: z.int(),
  sessions: z.int(),
});

export const findUsers = endpoint('GET', '/api/admin/users', {
  summary: 'Find accounts. X-Total-Count has the total; with `after`, the next 1,000 accounts',
  query: z.object({
    q: line(200).optional(),
    role: z.enum(roles).optional(),
    plan: line(40).optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
    after: after.optional(),
  }),
  reply: z.array(userSummary),
});

export const openUser = endpoint('GET', '/api/admin/users/:id', {
  summary: 'Get one account with its listings, claims, and API keys',
  params: idParam,
  reply: z.object({
    user: userSummary.extend({ twoFactor: z.boolean(), emailProblem }),
    listings: z.array(z.object({ id, name: z.string(), city: nullable, state: nullable, href: z.string() })),
    claims: z.array(z.object({ id, listing: z.string(), status: z.string(), submittedAt: sentTime })),
    apiKeys: apiKeyList,
  }),
});

export const endUserSessions = endpoint('POST', '/api/admin/users/:id/sign-out', {
  summary: 'Sign an account out everywhere',
  params: idParam,
  reply: z.object({ ended: z.int() }),
});

export const resendUserVerification = endpoint('POST', '/api/admin/users/:id/resend-verification', {
  summary: 'Email the link again that verifies the address of an account',
  params: idParam,
  reply: z.object({ email: z.string() }),
  errors: { already_verified: 409 },
});

const password = z.string().min(1, 'Please enter your own password.').max(1000, "That's not your password.");
export const changeRole = endpoint('POST', '/api/admin/users/:id/role', {
  summary: "Give an account a staff role, or remove it. Requires the caller's password",
  params: idParam,
  /** `role` wins over `makeAdmin`, which can only give or remove the administrator role. */
  body: z
    .object({ makeAdmin: z.boolean().optional(), role: z.enum(roles).optional(), password, ...baseValues })
    .refine(({ makeAdmin, role }) => makeAdmin !== undefined || role !== undefined, {
      message: 'Please choose a role.',
      path: ['role'],
    }),
  reply: ok,
  errors: { ...editConflictError, last_admin: 409 },
});
export const deleteUser = endpoint('DELETE', '/api/admin/users/:id', {
  summary: "Delete an account permanently. Listings are released and claims anonymized. Requires the caller's password",
  params: idParam,
  body: z.object({ password }),
  reply: ok,
  errors: { last_admin: 409, subscription_running: 409 },
});
