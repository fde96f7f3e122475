import { dayNames } from '#shared/listings/opening-hours.ts';

export interface SourceInfo {
  key: string;
  name: string;
  /** The listing fields that it fills. */
  fills: readonly string[];
  license: string;
  /** The sentence that the license asks to show. */
  attribution: string | null;
  /** The page that offers the file, or explains how it is read. */
  page: string;
  /** A file is fetched only from these hosts and their subdomains. Websites have their own. */
  hosts: readonly string[];
  /** The address that it is fetched from, unless staff enter another. */
  address?: string;
  /** How often the publisher updates it, if that is known. */
  updated: string | null;
  /** The state whose licenses it has. */
  state?: string;
  /** The kind of its reader. The importer recognizes the registry's files. */
  kind: 'registry' | 'geocoder' | 'board' | 'places' | 'website';
}

const PUBLIC_RECORD = 'Public record';

const board = (
  state: string,
  name: string,
  page: string,
  hosts: readonly string[],
  { updated = null, hasDiscipline = true }: { updated?: string | null; hasDiscipline?: boolean } = {},
): SourceInfo => ({
  key: `board-${state.toLowerCase()}`,
  name,
  fills: [
    'license',
    'licenseState',
    'licenseStatus',
    'licenseExpires',
    ...(hasDiscipline ? ['licenseDiscipline'] : []),
  ],
  license: PUBLIC_RECORD,
  attribution: null,
  page,
  hosts,
  updated,
  state,
  kind: 'board',
});

export const sources: readonly SourceInfo[] = [
  {
    key: 'npi',
    name: 'NPI registry',
    fills: ['npi', 'npiSince', 'name', 'title', 'specialty', 'gender', 'phone', 'address', 'license', 'practice'],
    license: PUBLIC_RECORD,
    attribution: null,
    page: 'https://download.cms.gov/nppes/NPI_Files.html',
    address: 'https://download.cms.gov/nppes/NPI_Files.html',
    hosts: ['cms.gov'],
    updated: 'Every month, with changes every week',
    kind: 'registry',
  },
  {
    key: 'census',
    name: 'Census geocoder',
    fills: ['lat', 'lng', 'pointExactness'],
    license: 'Public domain',
    attribution: null,
    page: 'https://geocoding.geo.census.gov/geocoder/locations/addressbatch',
    hosts: ['geo.census.gov'],
    address: 'https://geocoding.geo.census.gov/geocoder/locations/addressbatch',
    updated: null,
    kind: 'geocoder',
  },
  board('TX', 'Texas State Board of Dental Examiners', 'https://tsbde.texas.gov/', ['tsbde.texas.gov'], {
    updated: 'Every day',
  }),
  board(
    'WA',
    'Washington State Department of Health',
    'https://data.wa.gov/Health/Health-Care-Provider-Credential-Data/qxh8-f4bd',
    ['data.wa.gov'],
  ),
  board(
    'CO',
    'Colorado Dental Board',
    'https://data.colorado.gov/Regulations/Professional-and-Occupational-Licenses-in-Colorado/7s5z-vewr',
    ['data.colorado.gov'],
  ),
  board(
    'CT',
    'Connecticut Department of Public Health',
    'https://data.ct.gov/Business/State-Licenses-and-Credentials/ngch-56tr',
    ['data.ct.gov'],
    { hasDiscipline: false },
  ),
  board('IL', 'Illinois Department of Financial and Professional Regulation', 'https://data.illinois.gov/', [
    'data.illinois.gov',
    'idfpr.illinois.gov',
  ]),
  board('FL', 'Florida Board of Dentistry', 'https://mqa-internet.doh.state.fl.us/downloadnet/Licensure.aspx', [
    'mqa-internet.doh.state.fl.us',
  ]),
  {
    key: 'overture',
    name: 'Overture Maps',
    fills: [
      'website',
      'phone',
      'facebookUrl',
      'instagramUrl',
      'tiktokUrl',
      'twitterUrl',
      'youtubeUrl',
      'lat',
      'lng',
      'pointExactness',
      'operatingStatus',
      'operatingConfidence',
    ],
    license: 'CDLA-Permissive 2.0',
    attribution: '© Overture Maps Foundation',
    page: 'https://docs.overturemaps.org/getting-data/',
    hosts: ['overturemaps.org'],
    updated: 'Every month',
    kind: 'places',
  },
  {
    key: 'website',
    name: 'Practice websites',
    fills: [...dayNames.map((day) => `${day}Hours`), 'languages', 'insurancePlans', 'services', 'bookingUrl'],
    license: 'Facts that the practice publishes, each quoted with its page',
    attribution: null,
    page: 'https://www.rfc-editor.org/rfc/rfc9309',
    hosts: [],
    updated: null,
    kind: 'website',
  },
];

export const sourceKeys: readonly string[] = sources.map(({ key }) => key);
export const findSource = (key: string): SourceInfo | undefined => sources.find((source) => source.key === key);
