import type { BoardFile } from './board-file.ts';

/** State Licenses and Credentials of data.ct.gov. */
export const connecticut: BoardFile = {
  state: 'CT',
  license: 'CredentialNumber',
  name: ['Name'],
  status: 'Status',
  expires: 'ExpirationDate',
  zip: 'Zip',
  profession: { column: 'Credential', words: /^dentist$/i },
  statuses: [
    [/probat/i, 'probation'],
    [/revoked|surrender/i, 'revoked'],
    [/suspen/i, 'suspended'],
    [/lapsed|expired/i, 'expired'],
    [/inactive|retired|deceased|closed/i, 'inactive'],
    [/^active/i, 'active'],
  ],
};
