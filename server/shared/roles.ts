/** An account's role. Everyone but users is staff. */
export const roles = ['user', 'analyst', 'reviewer', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];
export const staffRoles = ['admin', 'editor', 'reviewer', 'analyst'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const isStaff = (role: Role): role is StaffRole => role !== 'user';

export const roleNames: Record<Role, string> = {
  user: 'User',
  admin: 'Administrator',
  editor: 'Editor',
  reviewer: 'Reviewer',
  analyst: 'Analyst',
};
export const roleSummaries: Record<StaffRole, string> = {
  admin: 'Everything, including users, settings, backups, and staff.',
  editor: 'Articles, topics, and ads.',
  reviewer: 'Claims and inboxes, and corrections to listings.',
  analyst: 'Reads analytics, reports, listings, and articles. Changes nothing.',
};
