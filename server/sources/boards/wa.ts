import type { BoardFile } from './board-file.ts';

/** The Health Care Provider Credential Data of data.wa.gov. */
export const washington: BoardFile = {
  state: 'WA',
  license: 'CredentialNumber',
  name: ['FirstName', 'MiddleName', 'LastName'],
  status: 'Status',
  expires: 'ExpirationDate',
  profession: { column: 'CredentialType', words: /^dentist\b/i },
  dates: 'yyyymmdd',
  discipline: { flag: 'ActionTaken', label: 'Action taken' },
  statuses: [
    [/probat|conditions|restrict|monitor/i, 'probation'],
    [/revoked|surrender/i, 'revoked'],
    [/suspen/i, 'suspended'],
    [/expired/i, 'expired'],
    [/inactive|retired|deceased|closed/i, 'inactive'],
    [/active/i, 'active'],
  ],
};
