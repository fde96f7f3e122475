import { readFileSync } from 'node:fs';
import { makeNpi } from './npi.ts';

/** The true header of the registry's provider file, with 330 columns. */
export const headerLine = readFileSync(new URL('./nppes-header.csv', import.meta.url), 'latin1').trim();
const registryHeaders: readonly string[] = headerLine.slice(1, -1).split('","');

/** A row of the registry, by short names of its columns. */
export interface RegistryRow {
  npi: string;
  entity?: '1' | '2' | '';
  organization?: string;
  last?: string;
  first?: string;
  middle?: string;
  suffix?: string;
  credentials?: string;
  address?: string;
  address2?: string;
  city?: string;
  state?: string;
  zip?: string;
  country?: string;
  phone?: string;
  enumerated?: string;
  updated?: string;
  deactivated?: string;
  reactivated?: string;
  gender?: string;
  /** Taxonomy, license, license state, and whether it is the primary one. */
  taxonomies?: [code: string, license?: string, state?: string, primary?: 'Y' | 'N'][];
}

const places: Record<Exclude<keyof RegistryRow, 'taxonomies'>, string> = {
  npi: 'NPI',
  entity: 'Entity Type Code',
  organization: 'Provider Organization Name (Legal Business Name)',
  last: 'Provider Last Name (Legal Name)',
  first: 'Provider First Name',
  middle: 'Provider Middle Name',
  suffix: 'Provider Name Suffix Text',
  credentials: 'Provider Credential Text',
  address: 'Provider First Line Business Practice Location Address',
  address2: 'Provider Second Line Business Practice Location Address',
  city: 'Provider Business Practice Location Address City Name',
  state: 'Provider Business Practice Location Address State Name',
  zip: 'Provider Business Practice Location Address Postal Code',
  country: 'Provider Business Practice Location Address Country Code (If outside U.S.)',
  phone: 'Provider Business Practice Location Address Telephone Number',
  enumerated: 'Provider Enumeration Date',
  updated: 'Last Update Date',
  deactivated: 'NPI Deactivation Date',
  reactivated: 'NPI Reactivation Date',
  gender: 'Provider Gender Code',
};
const indexes = Object.entries(places).map(
  ([key, header]) => [key as keyof typeof places, registryHeaders.indexOf(header)] as const,
);
const firstTaxonomy = registryHeaders.indexOf('Healthcare Provider Taxonomy Code_1');

export function formatRow(row: RegistryRow): string {
  const cells = Array.from({ length: registryHeaders.length }, () => '');
  for (const [key, index] of indexes) cells[index] = row[key] ?? '';
  (row.taxonomies ?? []).forEach((taxonomy, nth) =>
    taxonomy.forEach((value, part) => (cells[firstTaxonomy + nth * 4 + part] = value ?? '')),
  );
  return `"${cells.join('","')}"\n`;
}

export const formatFile = (rows: readonly RegistryRow[], header = headerLine): string =>
  `${header}\n${rows.map(formatRow).join('')}`;

/** A general dentist in Austin. */
export const makeDentist = (number: number, values: Partial<RegistryRow> = {}): RegistryRow => ({
  npi: makeNpi(number),
  entity: '1',
  last: `MCALLEN${String.fromCharCode(65 + (number % 26))}`,
  first: 'JANE',
  credentials: 'D.D.S.',
  address: `${100 + number} MAIN ST`,
  city: 'AUSTIN',
  state: 'TX',
  zip: '787011234',
  country: 'US',
  phone: `512555${String(1000 + (number % 9000))}`,
  enumerated: '05/23/2006',
  updated: '03/04/2024',
  gender: 'F',
  taxonomies: [['1223G0001X', String(20_000 + number), 'TX', 'Y']],
  ...values,
});

export const makeClinic = (number: number, values: Partial<RegistryRow> = {}): RegistryRow => ({
  ...makeDentist(number),
  entity: '2',
  last: '',
  first: '',
  credentials: '',
  gender: '',
  organization: `SMILES OF DESOTO ${number} PLLC`,
  taxonomies: [['261QD0000X', '', '', 'Y']],
  ...values,
});
