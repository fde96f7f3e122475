import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { staffRoles } from '#shared/roles.ts';
import { email, id, idParam, line, ok, sentTime } from '../values.ts';
import { PASSWORD_MAX, PASSWORD_MIN_ADMIN, signedInReply } from './accounts.ts';

const nullable = z.string().nullable();
const staffRole = z.enum(staffRoles, 'Please choose a role.');

const member = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: staffRole,
  twoFactor: z.boolean(),
  lastSeenAt: sentTime.nullable(),
});
const invitation = z.object({
  id,
  email: z.string(),
  role: staffRole,
  invitedBy: nullable,
  invitedAt: sentTime,
  expiresAt: sentTime,
  expired: z.boolean(),
});
const staffList = z.object({ members: z.array(member), invitations: z.array(invitation) });
export type StaffMember = z.output<typeof member>;
export type StaffInvitation = z.output<typeof invitation>;

export const listStaff = endpoint('GET', '/api/admin/staff', {
  summary: 'The staff with their roles, and open invitations',
  reply: staffList,
});

export const invitationForm = z.object({ email, role: staffRole });
const password = z.string().min(1, 'Please enter your own password.').max(1000, "That's not your password.");
export const inviteStaff = endpoint('POST', '/api/admin/staff/invitations', {
  summary:
    "Invite someone to the staff by email. A repeated invitation replaces the open one. Requires the caller's password",
  body: invitationForm.extend({ password }),
  reply: staffList,
  errors: { already_staff: 409 },
});
export const withdrawInvitation = endpoint('DELETE', '/api/admin/staff/invitations/:id', {
  summary: 'Withdraw an open invitation',
  params: idParam,
  reply: staffList,
});

const token = z.string().regex(/^[\w-]{20,200}$/, "This link isn't valid.");
export const viewStaffInvitation = endpoint('POST', '/api/staff-invitations/view', {
  summary: 'The role, the sender, and the recipient of a staff invitation, by the token of its link',
  body: z.object({ token }),
  reply: z.object({
    role: staffRole,
    invitedBy: nullable,
    email: z.string(),
    hasAccount: z.boolean(),
    expiresAt: sentTime,
  }),
});
export const acceptStaffInvitation = endpoint('POST', '/api/user/staff-invitations/accept', {
  summary: 'Accept an invitation to the staff that was sent to the caller’s email address, which this verifies',
  body: z.object({ token }),
  reply: ok,
  errors: { other_address: 403 },
});

export const joinForm = z.object({
  name: line(200).pipe(z.string().min(1, 'Please enter your name.')),
  password: z
    .string()
    .min(1, 'Please choose a password.')
    .min(PASSWORD_MIN_ADMIN, `Please use at least ${PASSWORD_MIN_ADMIN} characters.`)
    .max(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`),
});
export const joinStaff = endpoint('POST', '/api/staff-invitations/join', {
  summary: 'Accept an invitation to the staff without an account: creates one for the invited address and logs in',
  body: joinForm.extend({ token }),
  reply: signedInReply,
  errors: { email_taken: 409 },
});
