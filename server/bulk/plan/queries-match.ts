import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { databaseReasons } from '../refusal-reasons.ts';
import { IDENTIFYING, LISTED_SCORE, MATCH_SCORE, scoreTable } from '#server/listings/matching/matching.ts';
import type { OriginRanks } from '#shared/sources/origins.ts';
import type { Origin } from '../runs/feed-run.ts';
import type { StageFacts } from '../stage/stage.ts';
import { diffTable, matchTable, stageTable } from '../stage/stage-columns.ts';

export interface PlanOptions {
  runId: number;
  mapped: ReadonlySet<string>;
  /** Null if nothing is known about the staged rows. */
  facts: StageFacts | null;
  /** True if the operator chose the listing of some rows. */
  hasMerges: boolean;
  /** Overwrites owner and staff edits. */
  replaceHandwritten: boolean;
  /** Refuses rows with an unusable cell, instead of leaving the cell blank. */
  refuseBadCells: boolean;
  origin: Origin;
  ranks: OriginRanks;
}

const MAX_DUPLICATES = 1000;

/** Compares the texts first, because most addresses of one listing are equal and a key takes eight regular expressions. */
const sameAddressSql = (a: string, b: string) => `(${a} = ${b} or same_address(${a}, ${b}))`;

/** Matches rows to listings. Each step tries only the rows that the earlier steps didn't match. */
export async function matchRows(
  trx: Knex,
  { runId, mapped, hasMerges }: PlanOptions,
  step: () => Promise<void>,
): Promise<void> {
  const stage = stageTable(runId);
  const match = matchTable(runId);
  const has = (...fields: string[]) =>
    fields.every((field) => mapped.has(field) || (field === 'name' && mapped.has('lastName')));
  const isOpen = `not exists (select from ${match} m where m.row = s.row) and not exists (select from plan_deleted x where x.row = s.row)
    and not exists (select from plan_refused b where b.row = s.row)`;
  await trx.raw(`
    drop table if exists ${diffTable(runId)}, ${match};
    create unlogged table ${match} (row integer not null, dentist_id integer not null, how text not null) with (autovacuum_enabled = off);
    create temporary table plan_refused (row integer not null, field text, why text not null) on commit drop;
    create temporary table plan_deleted (row integer primary key) on commit drop;
    create temporary table plan_duplicates (row integer not null, dentist_id integer not null, evidence text[] not null) on commit drop;
  `);
  const [directory] = await rows<{ hasListings: boolean; hasTombstones: boolean }>(
    trx,
    `select exists (select from dentists) as has_listings, exists (select from listing_tombstones) as has_tombstones`,
  );

  if (hasMerges) await matchByDecision(trx, runId);
  if (has('id') && directory!.hasListings) {
    await trx.raw(`
      insert into ${match} select s.row, d.id, 'id' from ${stage} s join dentists d on d.id = s.id
      where d.deleted_at is null ${hasMerges ? `and ${isOpen}` : ''}`);
    // An id may come from another directory, so a second field must match too.
    const mismatches = [
      has('name') && `(s.name_norm is not null and s.name_norm <> d.name_norm)`,
      has('zipCode') && `(s.zip_code is null or left(s.zip_code, 5) is distinct from d.zip5)`,
      has('phone') && `(s.phone_key is null or s.phone_key is distinct from phone_key(d.phone))`,
      has('address') && `(s.address is null or address_key(s.address) is distinct from address_key(d.address))`,
      has('npi') && `(s.npi is null or s.npi is distinct from d.npi)`,
      has('email') && `(s.email is null or s.email is distinct from lower(d.email))`,
    ].filter(Boolean);
    if (has('name') && mismatches.length > 2)
      await trx.raw(`
        with mismatched as (
          delete from ${match} m using ${stage} s, dentists d where s.row = m.row and m.how = 'id' and d.id = m.dentist_id and ${mismatches.join(' and ')} returning m.row, d.id, d.name
        )
        insert into plan_refused select row, 'id', format('${databaseReasons.idOfAnotherListing}', id, name) from mismatched`);
  }
  if (has('id'))
    await trx.raw(`
      insert into plan_deleted select s.row from ${stage} s where s.id is not null and ${isOpen}
        and (exists (select from dentists d where d.id = s.id and d.deleted_at is not null) or exists (select from listing_tombstones t where t.dentist_id = s.id))`);
  await trx.raw(`create index on ${match} (row)`);
  await step();

  for (const key of ['npi', 'place_id'] as const) {
    if (!has(key === 'npi' ? 'npi' : 'placeId')) continue;
    if (directory!.hasListings)
      await trx.raw(`
        insert into ${match} select s.row, d.id, '${key === 'npi' ? 'npi' : 'placeId'}'
        from ${stage} s join dentists d on d.${key} = s.${key} and d.deleted_at is null where s.${key} is not null and ${isOpen}`);
    if (directory!.hasTombstones)
      await trx.raw(`
        insert into plan_deleted select s.row from ${stage} s where s.${key} is not null and ${isOpen}
          and exists (select from listing_tombstones t where t.${key} = s.${key}) on conflict do nothing`);
  }
  await step();

  const [stageState] = await rows<{ hasOpenRows: boolean }>(
    trx,
    `select exists (select from ${stage} s where ${isOpen}) as has_open_rows`,
  );
  if (stageState!.hasOpenRows && directory!.hasListings) {
    await matchByScore(trx, stage, match, isOpen, has);
    await step();
  }
  if (stageState!.hasOpenRows && directory!.hasTombstones && has('name', 'zipCode'))
    await trx.raw(`
      insert into plan_deleted select s.row from ${stage} s where ${isOpen} and s.name_norm is not null and s.zip_code is not null
        and exists (select from listing_tombstones t where t.name_norm = s.name_norm and t.zip5 = left(s.zip_code, 5)) on conflict do nothing`);
  await trx.raw(`
    with repeated as (
      select m.row, f.line from (select dentist_id, min(row) as row from ${match} group by 1 having count(*) > 1) k
      join ${match} m on m.dentist_id = k.dentist_id and m.row > k.row join ${stage} f on f.row = k.row
    ), removed as (delete from ${match} m using repeated t where t.row = m.row returning t.row, t.line)
    insert into plan_refused select row, null, format('${databaseReasons.sameListing}', line) from removed;
    analyze ${match};
  `);
  if (stageState!.hasOpenRows) await refuseRepeatedRows(trx, stage, await buildOpenFilter(trx, runId), has);
  await step();
}

/** Matches rows to the listings that the operator merged them into. */
async function matchByDecision(trx: Knex, runId: number): Promise<void> {
  await trx.raw(`
    insert into ${matchTable(runId)} select s.row, d.id, 'decision'
      from import_decisions x join ${stageTable(runId)} s on s.row = x.row join dentists d on d.id = x.dentist_id and d.deleted_at is null
      where x.run_id = ${runId} and x.decision = 'merge';
    insert into plan_refused select s.row, null, '${databaseReasons.mergeTargetGone}'
      from import_decisions x join ${stageTable(runId)} s on s.row = x.row
      where x.run_id = ${runId} and x.decision = 'merge' and not exists (select from ${matchTable(runId)} m where m.row = x.row);
  `);
}

/** Builds the SQL condition for rows that are not yet matched, deleted, or refused. It skips empty tables because it runs often. */
export async function buildOpenFilter(trx: Knex, runId: number): Promise<string> {
  const [tables] = await rows<{ hasMatches: boolean; hasDeleted: boolean }>(
    trx,
    `select exists (select from ${matchTable(runId)}) as has_matches, exists (select from plan_deleted) as has_deleted`,
  );
  const excludedTables = [
    tables!.hasMatches && matchTable(runId),
    tables!.hasDeleted && 'plan_deleted',
    'plan_refused',
  ].filter(Boolean);
  return excludedTables.map((table) => `not exists (select from ${String(table)} x where x.row = s.row)`).join(' and ');
}

/**
 * Matches the rows that no id names: exactly by name and ZIP code if that is one listing and nothing else differs, and the others by the
 * score of all evidence. A row may state less than a match needs, so its name and ZIP code count unless phone and street both differ.
 */
async function matchByScore(
  trx: Knex,
  stage: string,
  match: string,
  isOpen: string,
  has: (...fields: string[]) => boolean,
): Promise<void> {
  const samePhone = has('phone') ? 's.phone_key = phone_key(d.phone)' : 'null::boolean';
  const sameAddress = has('address') ? sameAddressSql('s.address', 'd.address') : 'null::boolean';
  await trx.raw(`
    create temporary table plan_names (row integer, id integer, differs boolean) on commit drop;
    ${
      has('name', 'zipCode')
        ? `insert into plan_names select row, id, same_phone = false or same_address = false from (
             select s.row, d.id, ${samePhone} as same_phone, ${sameAddress} as same_address
             from ${stage} s join dentists d on d.zip5 = left(s.zip_code, 5) and d.name_norm = s.name_norm and d.deleted_at is null
             where s.name_norm is not null and s.zip_code is not null ${has('npi') ? 'and (s.npi is null or d.npi is null or s.npi = d.npi)' : ''}
               and ${isOpen}) named
           where (same_phone = false and same_address = false) is not true
             and (same_phone or same_address or not exists (select from ${match} m where m.dentist_id = named.id))`
        : ''
    };
    insert into ${match} select row, min(id), 'name' from plan_names group by row having count(*) = 1 and not coalesce(bool_or(differs), false);
  `);
  // A row that shares none of these with a listing can't reach the score of one. The keys of all rows would take longer than the import.
  const near = [
    has('phone') && 'd.phone is not null and phone_digits(d.phone) = s.phone_key',
    has('license', 'licenseState') &&
      'd.license_state = s.license_state and license_key(d.license) = license_key(s.license)',
    has('name', 'zipCode') && 'd.zip5 = left(s.zip_code, 5) and d.name_norm = s.name_norm',
    has('address', 'zipCode') &&
      `d.zip5 = left(s.zip_code, 5) and split_part(d.address, ' ', 1) = split_part(s.address, ' ', 1)`,
  ].filter(Boolean);
  if (near.length === 0) return;
  const cell = (field: string, column: string) => `${has(field) ? `s.${column}` : 'cast(null as text)'} as ${column}`;
  await scoreTable(
    trx,
    `(select s.row, cast(null as integer) as id, s.phone_key as phone, ${has('zipCode') ? 's.zip_code' : 'cast(null as text)'} as zip,
        ${cell('npi', 'npi')}, ${cell('license', 'license')}, ${cell('licenseState', 'license_state')}, ${cell('name', 'name')},
        ${cell('address', 'address')}
      from ${stage} s where s.row in (${near
        .map(
          (keys) =>
            `select s.row from ${stage} s join dentists d on ${String(keys)} where d.deleted_at is null and ${isOpen}`,
        )
        .join(' union ')}))`,
    'person',
  );
  await trx.raw(`
    create temporary table plan_best on commit drop as
      select row, id, score, is_exact, count(*) over (partition by row) as n from (
        select s.row, s.id, s.score, k.name_key is null or s.evidence && '{name,street}' as is_exact,
          max(s.score) over (partition by s.row) as best
        from scored s join keyed k on k.row = s.row join listing_keys l on l.id = s.id
        where (s.score >= ${MATCH_SCORE} and s.evidence && '${IDENTIFYING}') or exists (select from plan_names n where n.row = s.row and n.id = s.id)
          or (s.score > 0 and k.name_key is null and k.phone_key = l.phone_key and k.address_key = l.address_key)) f
      where score = best;
    -- A listing that another row matches, as well or better, matches this one only by its exact name.
    insert into ${match} select row, id, 'score' from plan_best b where n = 1
      and (is_exact or not exists (select from ${match} m where m.dentist_id = b.id)
        and not exists (select from plan_best o where o.id = b.id and o.row <> b.row and o.score >= b.score));
    insert into plan_refused select row, null, format('${databaseReasons.severalMatches}', string_agg(id::text, ', ' order by id))
      from plan_best where n > 1 group by row;
    insert into plan_duplicates select distinct on (row) row, id, evidence from scored s
      where score >= ${LISTED_SCORE} and ${isOpen} order by row, score desc, id limit ${MAX_DUPLICATES};
  `);
}

/** Accepts the first row for each new listing, and refuses later rows for the same one. */
async function refuseRepeatedRows(
  trx: Knex,
  stage: string,
  isOpen: string,
  has: (...fields: string[]) => boolean,
): Promise<void> {
  for (const [field, column, label] of [
    ['id', 'id', 'id'],
    ['npi', 'npi', 'NPI'],
    ['placeId', 'place_id', 'place id'],
  ] as const) {
    if (!has(field)) continue;
    await trx.raw(`
      insert into plan_refused select s.row, '${field}', format('${databaseReasons.sameValue(label)}', f.line)
      from (select s.${column} as value, min(s.row) as row from ${stage} s where s.${column} is not null and ${isOpen} group by 1 having count(*) > 1) k
      join ${stage} f on f.row = k.row join ${stage} s on s.${column} = k.value and s.row > k.row where ${isOpen}`);
  }
  if (!has('name', 'zipCode')) return;
  const sameListing = [
    has('phone') && 'o.phone_key = s.phone_key',
    has('address') && sameAddressSql('o.address', 's.address'),
    has('phone') && has('address') ? '(s.phone_key is null and s.address is null)' : 'false',
  ].filter(Boolean);
  const sameNpi = has('npi') ? 'and (o.npi is null or s.npi is null or o.npi = s.npi)' : '';
  // Rows with different ids are for different listings.
  const noIdConflict = has('id') ? 'and (o.id is null or s.id is null)' : '';
  const repeated = `(s.name_norm, left(s.zip_code, 5)) in (
        select name_norm, left(zip_code, 5) from ${stage} s where name_norm is not null and zip_code is not null and ${isOpen}
        group by 1, 2 having count(*) > 1) and`;
  await trx.raw(`
    create temporary table plan_repeated on commit drop as
      select ${['s.row', 's.line', 's.name_norm', 's.zip_code', has('phone') && 's.phone_key', has('address') && 's.address', has('npi') && 's.npi', has('id') && 's.id'].filter(Boolean).join(', ')}
      from ${stage} s where ${repeated} ${isOpen};
    create index on plan_repeated (name_norm, zip_code);
    insert into plan_refused select s.row, null, format('${databaseReasons.sameListing}', min(o.line))
      from plan_repeated s join plan_repeated o on o.name_norm = s.name_norm and left(o.zip_code, 5) = left(s.zip_code, 5) and o.row < s.row
      where (${sameListing.join(' or ')}) ${sameNpi} ${noIdConflict} group by s.row;
  `);
}
