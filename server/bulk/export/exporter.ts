import { once } from 'node:events';
import type { Knex } from 'knex';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportName } from '#contract/bulk/bulk.ts';
import {
  articlesSql,
  buildContactsQuery,
  buildStaffListingsQuery,
  findParts,
  subscribersSql,
  usersSql,
  type ListingsQuery,
} from './queries-export.ts';
import { guardCells } from './guard-cells.ts';
import { openCopy, withExportConnection, withExportSnapshot } from '#server/base/db/copy-stream.ts';
import { sendParts } from './send-parts.ts';

interface ExportDefinition {
  /** The file name without the date. */
  fileName: string;
  /** Returns SQL, or for listings a query that can be divided. */
  buildQuery(db: Knex): string | Promise<ListingsQuery>;
}

const exportDefinitions: Record<ExportName, ExportDefinition> = {
  contacts: { fileName: 'dental-practices', buildQuery: buildContactsQuery },
  users: { fileName: 'users', buildQuery: usersSql },
  subscribers: { fileName: 'subscribers', buildQuery: subscribersSql },
  articles: { fileName: 'articles', buildQuery: articlesSql },
  'dentist-listings': { fileName: 'dentist-listings', buildQuery: buildStaffListingsQuery },
};

export const getExportFileName = (name: ExportName, at: Date): string =>
  `${exportDefinitions[name].fileName}-${at.toISOString().slice(0, 10)}.csv`;

/** Streams an export in a stable order. Frees the connection if the client disconnects. */
export async function writeExport(db: Knex, name: ExportName, output: Writable, signal: AbortSignal): Promise<void> {
  const query = await exportDefinitions[name].buildQuery(db);
  if (typeof query === 'string') return writeQuery(db, query, output, signal);
  const parts = query.canSplit ? await findParts(db) : [];
  if (parts.length < 2) return writeQuery(db, query.toSql('true'), output, signal);
  const statements = parts.map((condition, index) => query.toSql(condition, index === 0));
  await withExportSnapshot(db, signal, (connections) => sendParts(connections, statements, output, signal));
}

/** Streams the listings export with only some listings. The condition is SQL about a listing d. */
export async function writeListings(db: Knex, condition: string, output: Writable, signal: AbortSignal): Promise<void> {
  const { toSql } = await buildContactsQuery(db);
  await writeQuery(db, toSql(condition), output, signal);
}

async function writeQuery(db: Knex, query: string, output: Writable, signal: AbortSignal): Promise<void> {
  await withExportConnection(db, signal, async (connection) => {
    const source = openCopy(connection, query);
    // A statement that fails before its first row is answered with a status, because nothing was sent yet.
    await once(source, 'readable', { signal });
    await pipeline(source, guardCells(), output, { signal });
  });
}
