/** The origin of values from a file that isn't of a source. */
export const OTHER_FILE = 'file';
export const DEFAULT_PRIORITY = 3;

/** The places in the order of sources: 0 for people, 1 for the authority of a field, then the priorities from 1 to 5. */
const AUTHORITY_RANK = 1;

const boardFields = ['license', 'licenseState', 'licenseStatus', 'licenseExpires', 'licenseDiscipline'];

/** The fields for which a source is the authority. */
const authorityOf = (source: string): readonly string[] =>
  source === 'npi' ? ['npi', 'npiSince'] : source.startsWith('board-') ? boardFields : [];

export type OriginRanks = Record<string, Record<string, number>>;

/** The rank of each source by field, with that of all other fields under "*". A lower rank is a better origin. */
export const rankOrigins = (priorities: ReadonlyMap<string, number>): OriginRanks =>
  Object.fromEntries(
    [...priorities].map(([source, priority]) => [
      source,
      {
        '*': AUTHORITY_RANK + priority,
        ...Object.fromEntries(authorityOf(source).map((field) => [field, AUTHORITY_RANK])),
      },
    ]),
  );
