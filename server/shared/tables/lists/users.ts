import type { TableShape } from '../table-shape.ts';

/** The list of accounts in the admin panel. */
export const userTable = {
  reading: 'users.manage',
  changing: 'users.manage',
  columns: {
    id: { label: 'Number', kind: 'number', width: 90 },
    name: { label: 'Name', kind: 'text', width: 200 },
    email: { label: 'Email', kind: 'text', width: 240 },
    role: { label: 'Role', kind: 'text', width: 90 },
    plan: { label: 'Plan', kind: 'text', width: 130 },
    status: { label: 'Subscription', kind: 'text', width: 120 },
    planEnds: { label: 'Paid until', kind: 'time', width: 120 },
    listings: { label: 'Listings', kind: 'number', width: 90 },
    sessions: { label: 'Sign-ins', kind: 'number', width: 90 },
    emailVerified: { label: 'Email confirmed', kind: 'flag', width: 130 },
    twoFactor: { label: 'Two-factor', kind: 'flag', width: 110 },
    seen: { label: 'Last seen', kind: 'time', width: 130 },
    added: { label: 'Since', kind: 'time', width: 120 },
  },
  filters: {
    role: {
      label: 'Role',
      kind: 'choice',
      options: [
        ['user', 'Users'],
        ['admin', 'Admins'],
        ['editor', 'Editors'],
        ['reviewer', 'Reviewers'],
        ['analyst', 'Analysts'],
      ],
    },
    plan: {
      label: 'Plan',
      kind: 'choice',
      options: [
        ['free', 'Free'],
        ['professional', 'Professional'],
        ['pro_max', 'Pro Max'],
        ['enterprise', 'Enterprise'],
      ],
    },
    status: { label: 'Subscription', kind: 'flag', yes: 'Paying', no: 'Not paying' },
    emailVerified: { label: 'Email confirmed', kind: 'flag', yes: 'Email confirmed', no: 'Email not confirmed' },
    twoFactor: { label: 'Two-factor', kind: 'flag', yes: 'Two-factor on', no: 'Two-factor off' },
    planEnds: { label: 'Paid until', kind: 'days' },
    seen: { label: 'Last seen', kind: 'days' },
    listings: { label: 'Listings', kind: 'flag', yes: 'Owns a listing', no: 'Owns no listing' },
    added: { label: 'Since', kind: 'days' },
  },
  actions: {
    signOut: {
      label: 'Sign out everywhere',
      verb: 'Sign out',
      canUndo: false,
      effect: 'They are signed out on every device and log in again with their password.',
    },
  },
  defaultColumns: ['name', 'email', 'role', 'plan', 'status', 'listings', 'seen', 'added'],
  phoneColumns: ['email', 'role', 'plan'],
  defaultSort: '-id',
} as const satisfies TableShape;
