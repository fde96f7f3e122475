import type { BoardFile } from './board-file.ts';

/** The licensure file of the Department of Health, separated by vertical bars. */
export const florida: BoardFile = {
  state: 'FL',
  license: 'License-Number',
  name: ['First-Name', 'Middle-Name', 'Last-Name'],
  status: 'License-Status-Description',
  expires: 'Expire-Date',
  profession: { column: 'Profession-Name', words: /^dentist$/i },
  discipline: { flag: 'Board-Action-Indicator', label: 'Board action' },
  statuses: [
    [/probat|obligat|conditional/i, 'probation'],
    [/revoked|relinquish/i, 'revoked'],
    [/suspen/i, 'suspended'],
    [/delinquent|null and void|expired/i, 'expired'],
    [/retired|inactive|deceased|closed/i, 'inactive'],
    [/clear|active/i, 'active'],
  ],
};
