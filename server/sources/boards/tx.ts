import type { BoardFile } from './board-file.ts';

/** Dentist.csv of the board's licensee lists. */
export const texas: BoardFile = {
  state: 'TX',
  license: 'LIC_NBR',
  name: ['FIRST_NME', 'MIDDLE_NME', 'LAST_NME'],
  status: 'LIC_STA_DESC',
  expires: 'LIC_EXPR_DTE',
  zip: 'ZIP',
  discipline: { flag: 'DISC_ACTION', label: 'Disciplinary action' },
  statuses: [
    [/probat/i, 'probation'],
    [/revoked|surrender/i, 'revoked'],
    [/suspen/i, 'suspended'],
    [/expired|cancel|delinquent|lapsed/i, 'expired'],
    [/retired|inactive|deceased/i, 'inactive'],
    [/active/i, 'active'],
  ],
};
