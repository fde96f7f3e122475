import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, idParam, ok, sentTime } from '../values.ts';

export const manager = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string().nullable(),
  invitedAt: sentTime,
  acceptedAt: sentTime.nullable(),
  expired: z.boolean(),
});
export type Manager = z.output<typeof manager>;
const managers = z.array(manager);
export const listManagers = endpoint('GET', '/api/user/dentists/:id/managers', {
  summary: 'Managers and invitations of a listing',
  params: idParam,
  reply: managers,
});
export const inviteManager = endpoint('POST', '/api/user/dentists/:id/managers', {
  summary: 'Invite someone by email to manage a listing',
  params: idParam,
  body: z.object({ email }),
  reply: managers,
  errors: { subscription_required: 403 },
});
export const removeManager = endpoint('DELETE', '/api/user/dentists/:id/managers/:manager', {
  summary: 'Remove a manager or an invitation',
  params: idParam.extend({ manager: idParam.shape.id }),
  reply: managers,
});
export const leaveListing = endpoint('POST', '/api/user/dentists/:id/leave', {
  summary: 'Stop managing a listing',
  params: idParam,
  reply: ok,
});
export const viewInvitation = endpoint('POST', '/api/invitations/view', {
  summary: 'Who invites to which listing or group, by the token of the emailed link. Needs no login',
  body: z.object({ token: z.string().max(100) }),
  reply: z.object({
    inviter: z.string(),
    listing: z.string(),
    place: z.string(),
    email: z.string(),
    hasAccount: z.boolean(),
  }),
});
export const acceptInvitation = endpoint('POST', '/api/user/invitations', {
  summary: 'Accept an invitation to manage a listing, or to join a group. Verifies the address that it was sent to',
  body: z.object({ token: z.string().max(100) }),
  /** The id of the listing, or of the group. */
  reply: z.object({ id: z.int(), name: z.string(), isGroup: z.boolean() }),
  errors: { other_address: 403 },
});
