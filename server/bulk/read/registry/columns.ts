import { headerKey } from '#server/bulk/read/headers.ts';

interface TaxonomyColumns {
  code: number;
  license: number;
  licenseState: number;
  primary: number;
}

/** The places of the columns that we read. A column that the file lacks is -1. */
export interface RegistryColumns {
  /** The number of columns of the file. */
  count: number;
  npi: number;
  entityType: number;
  organization: number;
  lastName: number;
  firstName: number;
  middleName: number;
  suffix: number;
  credentials: number;
  otherOrganization: number;
  otherLastName: number;
  address: number;
  address2: number;
  city: number;
  state: number;
  zipCode: number;
  country: number;
  phone: number;
  enumeratedOn: number;
  updatedOn: number;
  deactivatedOn: number;
  reactivatedOn: number;
  gender: number;
  taxonomies: TaxonomyColumns[];
}

const MAX_TAXONOMIES = 15;

/** Reads the header of a provider file. Null for other files. Columns are found by name, because the registry adds and renames some. */
export function findRegistryColumns(headers: readonly string[]): RegistryColumns | null {
  const places = new Map(headers.map((header, index) => [headerKey(header), index]));
  const find = (...names: string[]) => {
    for (const name of names) {
      const place = places.get(headerKey(name));
      if (place !== undefined) return place;
    }
    return -1;
  };
  const location = (name: string) => find(`Provider Business Practice Location Address ${name}`);
  const taxonomies = Array.from({ length: MAX_TAXONOMIES }, (_, index) => ({
    code: find(`Healthcare Provider Taxonomy Code_${index + 1}`),
    license: find(`Provider License Number_${index + 1}`),
    licenseState: find(`Provider License Number State Code_${index + 1}`),
    primary: find(`Healthcare Provider Primary Taxonomy Switch_${index + 1}`),
  })).filter(({ code }) => code !== -1);
  const columns: RegistryColumns = {
    count: headers.length,
    npi: find('NPI'),
    entityType: find('Entity Type Code'),
    organization: find('Provider Organization Name (Legal Business Name)'),
    lastName: find('Provider Last Name (Legal Name)', 'Provider Last Name'),
    firstName: find('Provider First Name'),
    middleName: find('Provider Middle Name'),
    suffix: find('Provider Name Suffix Text'),
    credentials: find('Provider Credential Text'),
    otherOrganization: find('Provider Other Organization Name'),
    otherLastName: find('Provider Other Last Name'),
    address: find('Provider First Line Business Practice Location Address'),
    address2: find('Provider Second Line Business Practice Location Address'),
    city: location('City Name'),
    state: location('State Name'),
    zipCode: location('Postal Code'),
    country: location('Country Code (If outside U.S.)'),
    phone: location('Telephone Number'),
    enumeratedOn: find('Provider Enumeration Date'),
    updatedOn: find('Last Update Date'),
    deactivatedOn: find('NPI Deactivation Date'),
    reactivatedOn: find('NPI Reactivation Date'),
    gender: find('Provider Sex Code', 'Provider Gender Code'),
    taxonomies,
  };
  // The NPI comes first in every release, and the row scanner finds rows by it.
  return columns.npi === 0 && columns.entityType !== -1 && taxonomies.length > 0 ? columns : null;
}
