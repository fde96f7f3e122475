import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';

export interface RegistryRecord {
  npi: string;
  status: 'active' | 'deactivated' | 'left';
  isOrganization: boolean;
  name: string | null;
  otherName: string | null;
  credentials: string | null;
  /** Such as "TX 12345; OK 678". */
  licenses: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  /** As 2006-05-23. */
  enumeratedOn: string | null;
  deactivatedOn: string | null;
}

export const selectRecords = (db: Knex, npis: readonly string[]): Promise<RegistryRecord[]> =>
  rows(
    db,
    `select npi, status, is_organization, name, other_name, credentials, licenses, city, state, zip_code,
       cast(enumerated_on as text) as enumerated_on, cast(deactivated_on as text) as deactivated_on
     from registry_records where npi = any(cast(:npis as text[]))`,
    { npis },
  );

export async function hasRecords(db: Knex): Promise<boolean> {
  const [state] = await rows<{ filled: boolean }>(db, `select exists (select from registry_records) as filled`);
  return state!.filled;
}
