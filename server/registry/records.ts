import type { Knex } from 'knex';
import { hasRecords, selectRecords, type RegistryRecord } from './queries-records.ts';

export type { RegistryRecord } from './queries-records.ts';

/** The registry's records of these NPIs. Null if no registry file has been imported, so that a missing record means nothing. */
export async function findRegistryRecords(
  db: Knex,
  npis: readonly (string | null)[],
): Promise<Map<string, RegistryRecord> | null> {
  const wanted = [...new Set(npis.map((npi) => npi?.replace(/\D/g, '') ?? '').filter((npi) => npi.length === 10))];
  if (wanted.length === 0) return new Map();
  if (!(await hasRecords(db))) return null;
  return new Map((await selectRecords(db, wanted)).map((record) => [record.npi, record]));
}

/** Removes what people write differently: case, spaces, marks, leading zeros, and the letters in front of the number. */
const licenseKey = (license: string) =>
  license
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^[A-Z]*0*/, '');

/** Whether the registry has this license number for the provider. Null if either is missing. */
export function hasLicense(record: RegistryRecord, license: string | null): boolean | null {
  const key = licenseKey(license ?? '');
  if (key.length < 3 || !record.licenses) return null;
  return record.licenses.split('; ').some((entry) => licenseKey(entry.slice(3)) === key);
}
