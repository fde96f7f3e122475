import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { copyTableIn, copyTableOut, quoteName, type TableShape } from './queries-backup.ts';

export const schemaOf = (runId: number): string => `restore_${runId}`;

/** The comparison of a table of the backup with the live one. Rows are matched by primary key. */
export interface TableComparison {
  table: string;
  backupRows: number;
  liveRows: number;
  onlyInBackup: number;
  onlyLive: number;
  different: number;
}

/** Prepares a transaction that loads and reads large tables while people use the site. */
export async function prepareStaging(trx: Knex, schema: string): Promise<void> {
  await trx.raw(
    `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local work_mem = '32MB';
     set local maintenance_work_mem = '64MB'; set local synchronize_seqscans = off`,
  );
  await trx.raw(`create schema ${quoteName(schema)}`);
}

/** Creates an empty table with the column types of the live one. Reads only the catalog, so it locks no live table. */
export async function createStagingTable(trx: Knex, schema: string, { name, columns }: TableShape): Promise<void> {
  const types = await rows<{ name: string; type: string }>(
    trx,
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) ||
       case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(c.collname) else '' end as type
     from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_collation c on c.oid = a.attcollation
     where a.attrelid = cast(? as regclass) and a.attnum > 0 and not a.attisdropped`,
    [`public.${quoteName(name)}`],
  );
  const typeOf = new Map(types.map((column) => [column.name, column.type]));
  const list = columns.map((column) => `${quoteName(column)} ${typeOf.get(column)!}`);
  await trx.raw(
    `create unlogged table ${quoteName(schema)}.${quoteName(name)} (${list.join(', ')}) with (autovacuum_enabled = off)`,
  );
}

const inSchema = (schema: string, sql: string) => sql.replace('copy ', `copy ${quoteName(schema)}.`);
export const copyStagingIn = (schema: string, table: TableShape) => inSchema(schema, copyTableIn(table));
export const copyStagingOut = (schema: string, table: TableShape) => inSchema(schema, copyTableOut(table));

async function findKey(trx: Knex, { name, columns }: TableShape): Promise<string[] | null> {
  const [key] = await rows<{ columns: string[] }>(
    trx,
    `select array(select a.attname::text from unnest(i.indkey) with ordinality k (attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum order by k.n) as columns
     from pg_index i where i.indrelid = cast(? as regclass) and i.indisprimary`,
    [`public.${quoteName(name)}`],
  );
  return key && key.columns.every((column) => columns.includes(column)) ? key.columns : null;
}

/** Adds the live table's primary key. Fails if the rows of the backup don't have distinct keys. */
export async function addPrimaryKey(trx: Knex, schema: string, table: TableShape): Promise<void> {
  const target = `${quoteName(schema)}.${quoteName(table.name)}`;
  const key = await findKey(trx, table);
  if (key) await trx.raw(`alter table ${target} add primary key (${key.map(quoteName).join(', ')})`);
  await trx.raw(`analyze ${target}`);
}

interface Reference {
  child: string;
  parent: string;
  childColumns: string[];
  parentColumns: string[];
}
export const findReferences = (trx: Knex) =>
  rows<Reference>(
    trx,
    `select c.relname as child, p.relname as parent,
       array(select a.attname::text from unnest(k.conkey) with ordinality u (attnum, n) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.attnum order by u.n) as child_columns,
       array(select a.attname::text from unnest(k.confkey) with ordinality u (attnum, n) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = u.attnum order by u.n) as parent_columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
     where k.contype = 'f' and c.relnamespace = 'public'::regnamespace order by 1, 2`,
  );

/** True if a row of the child refers to a row that the backup doesn't have. */
export async function isReferenceBroken(trx: Knex, schema: string, reference: Reference): Promise<boolean> {
  const { child, parent, childColumns, parentColumns } = reference;
  const pairs = childColumns.map((column, n) => `p.${quoteName(parentColumns[n]!)} = c.${quoteName(column)}`);
  const broken = await rows(
    trx,
    `select from ${quoteName(schema)}.${quoteName(child)} c
     where ${childColumns.map((column) => `c.${quoteName(column)} is not null`).join(' and ')}
       and not exists (select from ${quoteName(schema)}.${quoteName(parent)} p where ${pairs.join(' and ')}) limit 1`,
  );
  return broken.length > 0;
}

/** Counts rows by key. A table without a primary key is compared by whole rows. */
export async function compareTable(trx: Knex, schema: string, table: TableShape): Promise<TableComparison> {
  const key = (await findKey(trx, table)) ?? table.columns;
  const on = key.map((column) => `b.${quoteName(column)} = l.${quoteName(column)}`).join(' and ');
  const valuesOf = (alias: string) => `row(${table.columns.map((c) => `${alias}.${quoteName(c)}`).join(', ')})`;
  const select = `select true as present, ${table.columns.map(quoteName).join(', ')}`;
  const [counts] = await rows<Omit<TableComparison, 'table'>>(
    trx,
    `select count(b.present) as backup_rows, count(l.present) as live_rows,
       count(*) filter (where l.present is null) as only_in_backup,
       count(*) filter (where b.present is null) as only_live,
       count(*) filter (where b.present and l.present and ${valuesOf('b')} is distinct from ${valuesOf('l')}) as different
     from (${select} from ${quoteName(schema)}.${quoteName(table.name)}) b
     full join (${select} from public.${quoteName(table.name)}) l on ${on}`,
  );
  return { table: table.name, ...counts! };
}

export const dropSchema = (trx: Knex, schema: string) => trx.raw(`drop schema if exists ${quoteName(schema)} cascade`);

/** Lists schemas of restored copies whose run has ended. */
export async function findOrphanSchemas(db: Knex): Promise<string[]> {
  const orphans = await rows<{ name: string }>(
    db,
    `select nspname as name from pg_namespace n where nspname ~ '^restore_[0-9]+$'
       and not exists (select from backup_runs r where r.status = 'ready' and 'restore_' || r.id = n.nspname)`,
  );
  return orphans.map(({ name }) => name);
}
