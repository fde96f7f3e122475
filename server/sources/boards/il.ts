import type { BoardFile } from './board-file.ts';

/** Professional Licensing of data.illinois.gov. */
export const illinois: BoardFile = {
  state: 'IL',
  license: 'License Number',
  name: ['First Name', 'Middle', 'Last Name'],
  status: 'License Status',
  expires: 'Expiration Date',
  zip: 'Zip',
  profession: { column: 'Description', words: /^(?:licensed )?dentist$/i },
  discipline: { flag: 'Ever Disciplined', label: 'Ever disciplined' },
  statuses: [
    [/probat/i, 'probation'],
    [/revoked|surrender|relinquish/i, 'revoked'],
    [/suspen|refuse to renew/i, 'suspended'],
    [/not renewed|expired|lapsed/i, 'expired'],
    [/inactive|retired|deceased|terminated/i, 'inactive'],
    [/^active/i, 'active'],
  ],
};
