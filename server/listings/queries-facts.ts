import type { Knex } from 'knex';
import { facts, type Statement } from '#shared/listings/facts.ts';
import { prepared } from '#server/base/db/knex.ts';
import { EVERY_FIELD } from './field-sources.ts';
import type { FieldSource } from './queries-history.ts';

/** Gives fields a source and date. `confirmedAt` and the price have their date in a column, too. */
export async function stampFields(trx: Knex, id: number, fields: readonly string[], stamp: FieldSource): Promise<void> {
  const at = new Date(stamp.at);
  await trx('dentists')
    .where({ id })
    .update({
      ...(fields.includes('confirmedAt') ? { confirmedAt: at } : {}),
      ...(fields.includes('whiteningPriceFrom') ? { whiteningPriceOn: at.toISOString().slice(0, 10) } : {}),
      fieldSources: trx.raw('field_sources || cast(? as jsonb)', [
        JSON.stringify(Object.fromEntries(fields.map((field) => [field, stamp]))),
      ]),
    });
}

export const toColumn = (field: string): string =>
  `d.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
/** The source of a field of a listing d. */
const sourceSql = (field: string): string =>
  `coalesce(d.field_sources -> ${field}, d.field_sources -> '${EVERY_FIELD}')`;

/** A source as the contract's statement. */
const statementSql = (source: string): string => `json_build_object(
  'statedBy', case ${source} ->> 'source' when 'import' then case when ${source} ->> 'name' like 'NPI registry,%' then 'registry' else 'import' end
    when 'owner' then 'practice' when 'manager' then 'practice' else case when ${source} is not null then 'staff' end end,
  'statedOn', left(${source} ->> 'at', 10))`;

/** Facts of a listing d by field, each with its value, which the SQL gives as jsonb, and its statement. */
export const statedFactsSql = (fields: readonly [field: string, value: string][]): string =>
  `(select coalesce(jsonb_object_agg(fact.field, cast(${statementSql('stated.source')} as jsonb) || jsonb_build_object('value', fact.value)), '{}')
  from (values ${fields.map(([field, value]) => `('${field}', ${value})`).join(', ')}) fact (field, value)
  cross join lateral (select ${sourceSql('fact.field')} as source) stated where fact.value not in ('""', '[]', 'null'))`;

/** The known facts of a listing d. */
export const knownFactsSql = `(select coalesce(json_object_agg(fact.field, ${statementSql('stated.source')}), '{}')
  from (values ${facts.map(({ field }) => `('${field}', ${toColumn(field)})`).join(', ')}) fact (field, value)
  cross join lateral (select ${sourceSql('fact.field')} as source) stated where fact.value is not null)`;

/** The last confirmation of a listing d, or else the import or the staff that it comes from. */
export const lastConfirmedSql = `case when d.confirmed_at is not null then json_build_object(
    'statedBy', case when d.field_sources -> 'confirmedAt' ->> 'source' = 'staff' then 'staff' else 'practice' end,
    'statedOn', to_char(d.confirmed_at at time zone 'UTC', 'YYYY-MM-DD'))
  else (select ${statementSql('origin.source')} from (select coalesce(
      case when d.field_sources -> 'name' ->> 'source' = 'import' then d.field_sources -> 'name' end,
      d.field_sources -> '${EVERY_FIELD}', d.field_sources -> 'name') as source) origin
    where origin.source ->> 'source' in ('import', 'staff')) end`;

/** The day on which the oldest of these fields with a value was stated. */
export const oldestStatementSql = (fields: readonly string[]): string =>
  `(select min(left(${sourceSql('given.field')} ->> 'at', 10)) from (values ${fields
    .map((field) => `('${field}', ${toColumn(field)})`)
    .join(', ')}) given (field, value) where given.value <> '')`;

/** The statement behind each of these fields of the listings. Fields whose source was not recorded are left out. */
export const findStatements = (
  db: Knex,
  ids: readonly number[],
  fields: readonly string[],
): Promise<{ id: number; statements: Record<string, Statement> }[]> =>
  prepared(
    db,
    `select d.id, (select coalesce(json_object_agg(wanted.field, ${statementSql('stated.source')}), '{}')
       from unnest(cast(? as text[])) wanted (field)
       cross join lateral (select ${sourceSql('wanted.field')} as source) stated where stated.source is not null) as statements
     from dentists d where d.id = any(cast(? as integer[]))`,
    [fields, ids],
  );
