/** The roles that a group's owner can give. */
export const invitedRoles = ['regional', 'editor', 'billing', 'reader'] as const;
export type InvitedRole = (typeof invitedRoles)[number];
export type GroupRole = 'owner' | InvitedRole;

/** The table of actions and roles. The server's calls and the screens both ask `mayInGroup`. */
export const groupGrants = {
  /** See the locations. A regional manager sees only their own. */
  see: ['owner', 'regional', 'editor', 'billing', 'reader'],
  /** See how often the locations were viewed, called, and asked for appointments, and their reviews. */
  figures: ['owner', 'regional', 'editor', 'reader'],
  /** Change listings, answer patients and reviews, and undo a change of many locations. */
  edit: ['owner', 'regional', 'editor'],
  /** Change the name of the group. */
  rename: ['owner', 'editor'],
  /** See and set the cost centers of the locations. */
  costs: ['owner', 'billing'],
  /** See the plan and the invoices, and open the billing portal. */
  bill: ['owner', 'billing'],
  /** Create, replace, and revoke the API keys of the group. A key can do what an editor can. */
  keys: ['owner', 'editor'],
  /** Invite and remove people, add, claim, and remove locations, and end the group. */
  manage: ['owner'],
} as const satisfies Record<string, readonly GroupRole[]>;
export type GroupAction = keyof typeof groupGrants;

export const mayInGroup = (role: GroupRole, action: GroupAction): boolean =>
  (groupGrants[action] as readonly GroupRole[]).includes(role);

export const groupRoleNames: Record<GroupRole, string> = {
  owner: 'Owner',
  regional: 'Regional manager',
  editor: 'Editor',
  billing: 'Billing',
  reader: 'Read only',
};

export const groupRoleTexts: Record<InvitedRole, string> = {
  regional: 'Edits some locations, and sees only their figures.',
  editor: 'Edits all locations and renames the group.',
  billing: 'Sees the plan and the invoices, and sets the cost centers.',
  reader: 'Sees all locations and figures.',
};

export const MAX_LOCATIONS = 1_000;
