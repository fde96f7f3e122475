import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { after, id, idParam, line, ok, pageNumber, pageSize, sentTime } from './values.ts';

const nullable = z.string().nullable();
const staffUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['user', 'admin']),
  subscriptionPlan: z.string(),
  subscriptionStatus: z.string(),
  subscriptionExpiresAt: sentTime.nullable(),
  createdAt: sentTime,
  lastSeenAt: sentTime.nullable(),
  listings: z.int(),
  sessions: z.int(),
});
export type StaffUser = z.output<typeof staffUser>;

export const findUsers = endpoint('GET', '/api/admin/users', {
  summary: 'Accounts; the total is in X-Total-Count. With after: the 1,000 that follow',
  query: z.object({
    q: line(200).optional(),
    role: z.enum(['user', 'admin']).optional(),
    plan: line(40).optional(),
    page: pageNumber.optional(),
    pageSize: pageSize.optional(),
    after: after.optional(),
  }),
  reply: z.array(staffUser),
});

export const openUser = endpoint('GET', '/api/admin/users/:id', {
  summary: 'One account with its listings and claims',
  params: idParam,
  reply: z.object({
    user: staffUser.extend({ twoFactor: z.boolean() }),
    listings: z.array(z.object({ id, name: z.string(), city: nullable, state: nullable, href: z.string() })),
    claims: z.array(z.object({ id, listing: z.string(), status: z.string(), submittedAt: sentTime })),
  }),
});

export const endUserSessions = endpoint('POST', '/api/admin/users/:id/sign-out', {
  summary: 'Sign an account out everywhere',
  params: idParam,
  reply: z.object({ ended: z.int() }),
});

const password = z.string().min(1, 'Please enter your own password.').max(1000, 'This is not your password.');
export const changeRole = endpoint('POST', '/api/admin/users/:id/role', {
  summary: 'Make an account an administrator, or take that back; needs the own password once more',
  params: idParam,
  body: z.object({ makeAdmin: z.boolean(), password }),
  reply: ok,
  errors: { last_admin: 409 },
});
export const deleteUser = endpoint('DELETE', '/api/admin/users/:id', {
  summary: 'Delete an account for good: listings are released, claims anonymised; needs the own password once more',
  params: idParam,
  body: z.object({ password }),
  reply: ok,
  errors: { last_admin: 409, subscription_running: 409 },
});
