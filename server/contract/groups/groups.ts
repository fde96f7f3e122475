import { z } from 'zod';
import { MAX_LOCATIONS, invitedRoles } from '#shared/groups/group-roles.ts';
import { endpoint } from '../endpoint.ts';
import { email, id, idParam, line, ok, sentTime } from '../values.ts';

const nullable = z.string().nullable();
const role = z.enum(['owner', ...invitedRoles]);
const invitedRole = z.enum(invitedRoles, 'Please choose a role.');

const figures = z.object({ views: z.int(), calls: z.int(), appointments: z.int(), reviews: z.int() });
export type GroupFigures = z.output<typeof figures>;
const compared = z.object({ now: figures, before: figures });
export type GroupCompared = z.output<typeof compared>;

const location = z.object({
  id: z.int(),
  name: z.string(),
  practiceName: nullable,
  address: nullable,
  city: nullable,
  state: nullable,
  href: z.string(),
  isVerified: z.boolean(),
  holidayHours: nullable,
  /** Null unless the caller's role sees cost centers. */
  costCenter: nullable,
  /** Appointment requests without an answer. Null unless the caller’s role sees figures. */
  waiting: z.int().nullable(),
  /** Null unless the caller’s role sees figures. */
  figures: compared.nullable(),
});
export type GroupLocation = z.output<typeof location>;

const person = z.object({
  id: z.int(),
  email: z.string(),
  name: nullable,
  role: invitedRole,
  /** The locations of a regional manager. */
  locations: z.array(z.int()),
  acceptedAt: sentTime.nullable(),
  expired: z.boolean(),
});
export type GroupPerson = z.output<typeof person>;

const groupLine = z.object({ id: z.int(), name: z.string(), slug: z.string(), role, locations: z.int() });

const group = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  role,
  /** Invitations and new locations need the plan. */
  planActive: z.boolean(),
  period: z.object({ from: z.string(), to: z.string() }),
  previous: z.object({ from: z.string(), to: z.string() }),
  /** The sum of the locations that the caller sees. Null unless their role sees figures. */
  figures: compared.nullable(),
  locations: z.array(location),
  /** The public page. Empty texts mean the site’s own color, no logo, and no description. */
  brand: z.object({ isPublic: z.boolean(), accent: z.string(), logo: z.string(), about: z.string() }),
  /** Empty unless the caller manages the group. */
  people: z.array(person),
  /** The owner's other listings, which can become locations. Empty unless the caller manages the group. */
  addable: z.array(z.object({ id: z.int(), name: z.string(), city: nullable, state: nullable })),
});
export type Group = z.output<typeof group>;

const groupName = line(80).pipe(z.string().min(2, 'Please enter the name of the group.'));
const ids = z.array(id).min(1, 'Please choose a location.').max(MAX_LOCATIONS);
const personParam = idParam.extend({ person: idParam.shape.id });

export const myGroups = endpoint('GET', '/api/user/groups', {
  summary: 'The groups that the caller owns or has a role in',
  reply: z.object({ groups: z.array(groupLine), mayCreate: z.boolean() }),
});
export const createGroup = endpoint('POST', '/api/user/groups', {
  summary: 'Create a group',
  body: z.object({ name: groupName }),
  reply: groupLine,
  errors: { subscription_required: 403 },
});
export const openGroup = endpoint('GET', '/api/user/groups/:id', {
  summary:
    'A group with its locations and their last 30 days against the 30 before, as far as the caller’s role sees them',
  params: idParam,
  reply: group,
});
export const changeGroup = endpoint('PUT', '/api/user/groups/:id', {
  summary: 'Rename a group',
  params: idParam,
  body: z.object({ name: groupName }),
  reply: group,
});
export const endGroup = endpoint('DELETE', '/api/user/groups/:id', {
  summary: 'End a group. Its listings stay with their owner',
  params: idParam,
  reply: ok,
  errors: { claim_pending: 409 },
});
export const addLocations = endpoint('POST', '/api/user/groups/:id/locations', {
  summary: 'Add listings of the group’s owner to the group',
  params: idParam,
  body: z.object({ ids }),
  reply: group,
  errors: { subscription_required: 403 },
});
export const removeLocations = endpoint('POST', '/api/user/groups/:id/locations/remove', {
  summary: 'Take locations out of the group. They become single listings of the group’s owner',
  params: idParam,
  body: z.object({ ids }),
  reply: group,
});
export const setCostCenters = endpoint('PUT', '/api/user/groups/:id/cost-centers', {
  summary: 'Set the cost centers of locations. Null removes one',
  params: idParam,
  body: z.object({
    costCenters: z.array(z.object({ id, costCenter: line(60).nullable() })).max(MAX_LOCATIONS),
  }),
  reply: group,
});
export const groupCsv = endpoint('GET', '/api/user/groups/:id/csv', {
  summary: 'The locations as CSV, with their figures and cost centers if the caller’s role sees them',
  params: idParam,
  streams: 'text/csv',
  download: true,
});

const roleBody = z.object({
  role: invitedRole,
  /** For regional managers. */
  locations: z.array(id).max(MAX_LOCATIONS).default([]),
});
export const invitePerson = endpoint('POST', '/api/user/groups/:id/people', {
  summary: 'Invite someone by email to a role in the group',
  params: idParam,
  body: roleBody.extend({ email }),
  reply: group,
  errors: { subscription_required: 403, already_manager: 409, too_many: 409 },
});
export const changePerson = endpoint('PUT', '/api/user/groups/:id/people/:person', {
  summary: 'Change the role of a person or of an invitation',
  params: personParam,
  body: roleBody,
  reply: group,
});
export const removePerson = endpoint('DELETE', '/api/user/groups/:id/people/:person', {
  summary: 'Remove a person or an invitation',
  params: personParam,
  reply: group,
});
export const leaveGroup = endpoint('POST', '/api/user/groups/:id/leave', {
  summary: 'Leave a group',
  params: idParam,
  reply: ok,
});
