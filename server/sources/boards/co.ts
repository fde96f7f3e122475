import type { BoardFile } from './board-file.ts';

/** Professional and Occupational Licenses in Colorado. */
export const colorado: BoardFile = {
  state: 'CO',
  license: 'licenseNumber',
  name: ['firstName', 'middleName', 'lastName'],
  status: 'licenseStatusDescription',
  expires: 'licenseExpirationDate',
  zip: 'mailZipCode',
  profession: { column: 'licenseType', words: /^DEN$/ },
  discipline: { action: 'programAction', from: 'disciplineEffectiveDate', until: 'disciplineCompleteDate' },
  statuses: [
    [/probat|conditions|restrict/i, 'probation'],
    [/revoked|surrender|relinquish/i, 'revoked'],
    [/suspen/i, 'suspended'],
    [/expired|lapsed/i, 'expired'],
    [/inactive|retired|deceased|withdrawn|void/i, 'inactive'],
    [/active/i, 'active'],
  ],
};
