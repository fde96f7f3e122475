import type { Knex } from 'knex';
import { factFields } from '#shared/listings/facts.ts';
import { rows } from '#server/base/db/knex.ts';

export interface TableShape {
  name: string;
  columns: string[];
}
/** A part of a backup: a table, or the columns of one that hold credentials. */
export interface BackupSection extends TableShape {
  sealed: boolean;
}

/** Tables that a backup omits: sessions and other short-lived data. */
const OMITTED_TABLES = [
  'auth_sessions',
  'session_cookies',
  'sign_in_challenges',
  'email_verifications',
  'known_addresses',
  'rate_limits',
  'human_checks',
  'download_links',
  'claim_viewers',
  'import_progress',
  'import_pieces',
  'import_files',
  'import_file_bytes',
  'import_file_blocks',
  'import_queue',
  'import_queue_bytes',
  'directory_changes',
  'content_versions',
  'backups',
  'backup_runs',
  'schema_migrations',
  'schema_migrations_lock',
  // Derived from the listings.
  'listing_index',
  'listing_words',
  'name_words',
  'facets',
];

/** Columns of dentists that its trigger dentists_derive() derives again during a restore. */
const DERIVED_COLUMNS = ['name_norm', 'zip5', 'zip3', 'rank'];

/** Tables that hold only credentials. A backup seals all of their columns with a key derived from SECRET_KEY. */
const SEALED_TABLES = [
  'api_keys',
  'passkeys',
  'staff_identities',
  'two_factor',
  'recovery_codes',
  'claim_letters',
  'email_changes',
  'email_verifications',
  'known_addresses',
];

/** Columns with credentials in other tables. They may be null, so a backup can hold them in a sealed section of their own. */
const SEALED_COLUMNS: Record<string, readonly string[]> = {
  users: ['password', 'reset_token', 'reset_token_expires_at'],
  listing_managers: ['token_hash'],
  listing_transfers: ['token_hash'],
  staff_invitations: ['token_hash'],
  appointment_requests: ['link_key', 'token_hash'],
  review_invitations: ['link_key', 'token_hash'],
};

/** Divides tables into sections. The sealed columns of a table follow all tables, with its id. */
export function listSections(tables: readonly TableShape[]): BackupSection[] {
  const sections = tables.map(({ name, columns }) => ({
    name,
    columns: columns.filter((column) => !SEALED_COLUMNS[name]?.includes(column)),
    sealed: SEALED_TABLES.includes(name),
  }));
  const credentials = Object.entries(SEALED_COLUMNS).map(([name, columns]) => ({
    name,
    columns: ['id', ...columns],
    sealed: true,
  }));
  return [...sections, ...credentials];
}
/** Tables that backups of older versions hold, and that a restore derives from the listings. */
const FORMER_TABLES = ['facets', 'facet_flags'];
export const isFormerTable = ({ name }: Pick<BackupSection, 'name'>): boolean => FORMER_TABLES.includes(name);

/** True for a sealed section whose table has a plain section too. */
export const isSealedPart = ({ name, sealed }: Pick<BackupSection, 'name' | 'sealed'>): boolean =>
  sealed && name in SEALED_COLUMNS;

/** Lists tables so that each one follows the tables it references. Omits generated and derived columns. */
export async function listTablesInOrder(trx: Knex): Promise<TableShape[]> {
  const tables = await rows<{ name: string; columns: string[]; needs: string[] }>(
    trx,
    `select c.relname as name,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         and not (c.relname = 'dentists' and a.attname = any(?)) order by a.attnum) as columns,
       array(select distinct r.relname::text from pg_constraint k join pg_class r on r.oid = k.confrelid where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as needs
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(?) order by 1`,
    [DERIVED_COLUMNS, OMITTED_TABLES],
  );
  const sortedTables: TableShape[] = [];
  const sortedNames = new Set<string>(OMITTED_TABLES);
  for (let remaining = tables; remaining.length > 0;) {
    const ready = remaining.filter(({ needs }) => needs.every((other) => sortedNames.has(other)));
    if (ready.length === 0)
      throw new Error(`Tables have circular references: ${remaining.map(({ name }) => name).join(', ')}`);
    for (const { name, columns } of ready) {
      sortedNames.add(name);
      sortedTables.push({ name, columns });
    }
    remaining = remaining.filter((table) => !ready.includes(table));
  }
  return sortedTables;
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const copyTableOut = ({ name, columns }: TableShape) =>
  `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) to stdout`;
export const copyTableIn = ({ name, columns }: TableShape) =>
  `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`;

export async function listMigrations(trx: Knex): Promise<string[]> {
  const migrations = await rows<{ name: string }>(trx, `select name from schema_migrations order by id`);
  return migrations.map(({ name }) => name);
}

interface SequenceState {
  name: string;
  value: number | null;
}
export const listSequences = (trx: Knex) =>
  rows<SequenceState>(
    trx,
    `select sequencename as name, last_value as value from pg_sequences where schemaname = 'public' order by 1`,
  );
export async function setSequences(trx: Knex, list: readonly SequenceState[]): Promise<void> {
  for (const { name, value } of list)
    if (value !== null)
      await rows(
        trx,
        `select setval(c.oid, cast(? as bigint)) from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace and c.relname = ?`,
        [value, name],
      );
}

/** Names a table that already has data, or returns null for an empty database. */
export async function findFirstEntry(trx: Knex): Promise<string | null> {
  for (const table of ['users', 'dentists', 'articles', 'import_runs', 'audit_log'])
    if ((await rows(trx, `select from ${table} limit 1`)).length > 0) return table;
  return null;
}

export async function emptyTables(trx: Knex, tables: readonly TableShape[]): Promise<void> {
  // The audit log can't be truncated. findFirstEntry() has already checked that it's empty.
  const names = tables.map(({ name }) => name).filter((name) => name !== 'audit_log');
  await trx.raw(`truncate ${names.map(quoteName).join(', ')}, directory_changes cascade`);
}

const keptTable = (name: string): string => quoteName(`kept_${name}`);

/** Keeps the rows that migrations put into tables, because a backup of an older release may not have such a table. */
export async function keepMigratedRows(trx: Knex, tables: readonly TableShape[]): Promise<TableShape[]> {
  const kept: TableShape[] = [];
  for (const table of tables) {
    const [found] = await rows<{ hasRows: boolean }>(
      trx,
      `select exists (select from ${quoteName(table.name)}) as has_rows`,
    );
    if (!found!.hasRows) continue;
    await trx.raw(
      `create temporary table ${keptTable(table.name)} on commit drop as select ${table.columns.map(quoteName).join(', ')} from ${quoteName(table.name)}`,
    );
    kept.push(table);
  }
  return kept;
}

/** Puts kept rows back into an empty table. */
export async function putMigratedRowsBack(trx: Knex, { name, columns }: TableShape): Promise<void> {
  const list = columns.map(quoteName).join(', ');
  await trx.raw(
    `insert into ${quoteName(name)} (${list}) overriding system value select ${list} from ${keptTable(name)}`,
  );
}

export async function setUserTriggers(
  trx: Knex,
  tables: readonly TableShape[],
  action: 'enable' | 'disable',
): Promise<void> {
  for (const { name } of tables) await trx.raw(`alter table ${quoteName(name)} ${action} trigger user`);
  if (action === 'disable') await trx.raw(`alter table dentists enable trigger dentists_derive_new`);
}
const FACTS = factFields.map((field) => {
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const isPlanned = field === 'acceptsInsurance' ? ' or insurance_plans is not null' : '';
  return { column, isStated: `(jsonb_exists_any(field_sources, array['${field}', '*'])${isPlanned})` };
});
/**
 * A backup of an older version answers every fact. An answer without a source was a default, so it becomes not known,
 * unless it follows from a named plan.
 */
export const openUnstatedFacts = (trx: Knex) =>
  trx.raw(
    `update dentists set ${FACTS.map(({ column, isStated }) => `${column} = case when ${isStated} then ${column} end`).join(', ')}
     where ${FACTS.map(({ column, isStated }) => `(${column} is not null and not ${isStated})`).join(' or ')}`,
  );
/** A backup of an older version has no copies of the practices' names. */
export const fillDirectory = (trx: Knex) => trx.raw(`select fill_practice_names(); select rebuild_directory()`);
/** Invalidates the cached values and pages of all servers. */
export const recordContentChange = (trx: Knex) =>
  trx.raw(
    `insert into directory_changes default values; insert into content_versions values ('articles', 1), ('ads', 1), ('settings', 1)`,
  );
/** A backup may be from a time when the site was read-only. */
export const endReadOnly = (trx: Knex) => trx('systemSettings').where({ name: 'read_only' }).delete();
export const vacuumAll = (db: Knex) => db.raw(`vacuum analyze`);

const partTable = (name: string) => quoteName(`sealed_${name}`);

/** Creates a temporary table for the sealed columns of a table, and returns the COPY that fills it. */
export async function createPartTable(trx: Knex, { name, columns }: TableShape): Promise<string> {
  const list = columns.map(quoteName).join(', ');
  await trx.raw(
    `create temp table ${partTable(name)} on commit drop as select ${list} from ${quoteName(name)} with no data`,
  );
  return `copy ${partTable(name)} (${list}) from stdin`;
}
/** Writes the sealed columns into the rows of their table. */
export async function mergePartTable(trx: Knex, { name, columns }: TableShape): Promise<void> {
  const assignments = columns.filter((column) => column !== 'id').map((c) => `${quoteName(c)} = s.${quoteName(c)}`);
  await trx.raw(
    `update ${quoteName(name)} t set ${assignments.join(', ')} from ${partTable(name)} s where s.id = t.id`,
  );
}

/** Estimates the number of rows of all tables from the planner's statistics. */
export async function estimateRows(trx: Knex): Promise<number> {
  const [estimate] = await rows<{ n: number }>(
    trx,
    `select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as n from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(?)`,
    [OMITTED_TABLES],
  );
  return estimate!.n;
}
