interface SampleAccount {
  role: 'admin' | 'owner' | 'user';
  email: string;
  name: string;
  password: string;
}

/** Accounts that are created only with sample listings. Their passwords are printed at startup. */
export const sampleAccounts: readonly SampleAccount[] = [
  { role: 'admin', email: 'admin@example.com', name: 'Alex Admin', password: 'sample-admin-pearl-41' },
  { role: 'owner', email: 'owner@example.com', name: 'Olivia Owner', password: 'sample-owner-pearl-41' },
  { role: 'user', email: 'user@example.com', name: 'Uma User', password: 'sample-user-pearl-41' },
];
