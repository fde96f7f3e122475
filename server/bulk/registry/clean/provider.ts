import { isValidNpi } from '#server/claims/evidence/npi.ts';
import { cleanPhone, findStateCode, stateCodes } from '#server/bulk/clean/clean-text.ts';
import type { RegistryColumns } from '#server/bulk/read/registry/columns.ts';
import { writeCredentials } from './credentials.ts';
import { writeAddress, writeName, writePersonName, writeProperName } from './natural-case.ts';
import { DENTAL_CLINIC, findSpecialty, isDentist } from './taxonomies.ts';

interface License {
  state: string;
  number: string;
}

/** A dentist, or a dental organization, of the registry. Dates are written as 2026-10-05, and missing values are null. */
export interface Provider {
  status: 'active';
  npi: string;
  isOrganization: boolean;
  name: string;
  otherName: string | null;
  credentials: string | null;
  gender: 'female' | 'male' | null;
  taxonomy: string;
  specialty: string;
  /** The license for the state of the address if there is one, and otherwise the one of the primary taxonomy, comes first. */
  licenses: License[];
  address: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  phone: string | null;
  enumeratedOn: string | null;
  updatedOn: string | null;
  reactivatedOn: string | null;
}

/** A row that is no active dental provider in the US. It matters only if the directory knows its NPI. */
export interface FormerProvider {
  status: 'deactivated' | 'left';
  npi: string;
  updatedOn: string | null;
  deactivatedOn: string | null;
}

/** MM/DD/YYYY as YYYY-MM-DD. Null for a day that doesn't exist. */
export function parseDate(text: string): string | null {
  if (!/^\d{2}\/\d{2}\/\d{4}$/.test(text)) return null;
  const date = `${text.slice(6)}-${text.slice(0, 2)}-${text.slice(3, 5)}`;
  const time = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? null : date;
}

function readPhone(text: string): string | null {
  const phone = /^\D*(?:1\D*)?[2-9](?:\D*\d){9}$/.test(text) ? cleanPhone(text) : null;
  return phone && 'text' in phone ? phone.text : null;
}

/** Reads a row of the registry. Null for a row without a valid NPI or name. */
export function readProvider(cells: readonly string[], columns: RegistryColumns): Provider | FormerProvider | null {
  const cell = (index: number) => cells[index]?.trim() ?? '';
  const npi = cell(columns.npi);
  if (!isValidNpi(npi)) return null;
  const updatedOn = parseDate(cell(columns.updatedOn));
  const deactivatedOn = parseDate(cell(columns.deactivatedOn));
  const reactivatedOn = parseDate(cell(columns.reactivatedOn));
  if (deactivatedOn !== null && (reactivatedOn === null || reactivatedOn < deactivatedOn))
    return { status: 'deactivated', npi, updatedOn, deactivatedOn };
  const left = { status: 'left', npi, updatedOn, deactivatedOn: null } as const;

  const entityType = cell(columns.entityType);
  const isOrganization = entityType === '2';
  const state = findStateCode(cell(columns.state)) ?? '';
  const country = cell(columns.country).toUpperCase();
  if ((entityType !== '1' && !isOrganization) || !stateCodes.has(state) || (country !== '' && country !== 'US'))
    return left;
  const taxonomies = columns.taxonomies
    .map((taxonomy) => ({
      code: cell(taxonomy.code).toUpperCase(),
      license: cell(taxonomy.license),
      licenseState: cell(taxonomy.licenseState).toUpperCase(),
      isPrimary: cell(taxonomy.primary).toUpperCase() === 'Y',
    }))
    .filter(({ code }) => isDentist(code) || (isOrganization && code === DENTAL_CLINIC));
  const primary = taxonomies.find(({ isPrimary }) => isPrimary) ?? taxonomies[0];
  if (!primary) return left;

  const last = cell(columns.lastName);
  const name = isOrganization
    ? writeName(cell(columns.organization)).slice(0, 200)
    : writePersonName({
        first: cell(columns.firstName),
        middle: cell(columns.middleName),
        last,
        suffix: cell(columns.suffix),
      }).slice(0, 200);
  if (name === '') return null;
  const zip = /^\d{5}/.exec(cell(columns.zipCode))?.[0] ?? null;
  const address = writeAddress(cell(columns.address), cell(columns.address2)).slice(0, 300);
  const genderCode = cell(columns.gender).toUpperCase();
  const otherName = writeName(cell(isOrganization ? columns.otherOrganization : columns.otherLastName));
  return {
    status: 'active',
    npi,
    isOrganization,
    name,
    otherName: otherName === '' ? null : otherName,
    credentials: isOrganization ? null : writeCredentials(cell(columns.credentials)),
    gender: genderCode === 'F' ? 'female' : genderCode === 'M' ? 'male' : null,
    taxonomy: primary.code,
    specialty: findSpecialty(primary.code),
    licenses: listLicenses([primary, ...taxonomies.filter((taxonomy) => taxonomy !== primary)], state),
    address: address === '' ? null : address,
    city: writeProperName(cell(columns.city)) || null,
    state,
    zipCode: zip === '00000' ? null : zip,
    phone: readPhone(cell(columns.phone)),
    enumeratedOn: parseDate(cell(columns.enumeratedOn)),
    updatedOn,
    reactivatedOn,
  };
}

function listLicenses(taxonomies: { license: string; licenseState: string }[], state: string): License[] {
  const licenses: License[] = [];
  for (const { license, licenseState } of taxonomies) {
    const number = license.replace(/\s+/g, ' ').trim().slice(0, 40);
    if (number === '' || !stateCodes.has(licenseState)) continue;
    if (!licenses.some((other) => other.number === number && other.state === licenseState))
      licenses.push({ number, state: licenseState });
  }
  return licenses.toSorted((a, b) => Number(b.state === state) - Number(a.state === state));
}
