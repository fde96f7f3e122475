import type { Knex } from 'knex';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import type { ExportName } from '#contract/bulk.ts';
import { articlesSql, contactsSql, dentistListingsSql, subscribersSql, usersSql } from './queries-export.ts';
import { withExportConnection } from './copy-stream.ts';

interface Export {
  /** Without the date. */
  file: string;
  sql(db: Knex): string | Promise<string>;
}

const exportsOf: Record<ExportName, Export> = {
  contacts: { file: 'dental-practices', sql: contactsSql },
  users: { file: 'users', sql: usersSql },
  subscribers: { file: 'subscribers', sql: subscribersSql },
  articles: { file: 'articles', sql: articlesSql },
  'dentist-listings': { file: 'dentist-listings', sql: dentistListingsSql },
};

export const getExportFileName = (name: ExportName, at: Date): string =>
  `${exportsOf[name].file}-${at.toISOString().slice(0, 10)}.csv`;

/** Writes an export as it is read, in a stable order; ends early and frees the connection when the reader leaves. */
export async function writeExport(db: Knex, name: ExportName, into: Writable, signal: AbortSignal): Promise<void> {
  const query = await exportsOf[name].sql(db);
  await withExportConnection(db, signal, async (connection) =>
    pipeline(connection.query(copyTo(query)), into, { signal }),
  );
}
