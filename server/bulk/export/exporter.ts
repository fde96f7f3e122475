import { once } from 'node:events';
import type { Knex } from 'knex';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ExportName } from '#contract/bulk/bulk.ts';
import {
  articlesSql,
  buildContactsQuery,
  buildStaffListingsQuery,
  reviewsSql,
  subscribersSql,
  usersSql,
} from './queries-export.ts';
import { guardCells } from './guard-cells.ts';
import { openCopy, withExportConnection } from '#server/base/db/copy-stream.ts';

interface ExportDefinition {
  /** The file name without the date. */
  fileName: string;
  buildQuery(db: Knex): string | Promise<string>;
}

const exportDefinitions: Record<ExportName, ExportDefinition> = {
  contacts: { fileName: 'dental-practices', buildQuery: buildContactsQuery },
  users: { fileName: 'users', buildQuery: usersSql },
  subscribers: { fileName: 'subscribers', buildQuery: subscribersSql },
  articles: { fileName: 'articles', buildQuery: articlesSql },
  'dentist-listings': { fileName: 'dentist-listings', buildQuery: buildStaffListingsQuery },
  reviews: { fileName: 'reviews', buildQuery: reviewsSql },
};

export const getExportFileName = (name: ExportName, at: Date): string =>
  `${exportDefinitions[name].fileName}-${at.toISOString().slice(0, 10)}.csv`;

/** Streams an export in a stable order. Frees the connection if the client disconnects. */
export async function writeExport(db: Knex, name: ExportName, output: Writable, signal: AbortSignal): Promise<void> {
  await writeQuery(db, await exportDefinitions[name].buildQuery(db), output, signal);
}

/** Streams the listings export with only some listings. The condition is SQL about a listing d. */
export async function writeListings(db: Knex, condition: string, output: Writable, signal: AbortSignal): Promise<void> {
  await writeQuery(db, await buildContactsQuery(db, condition), output, signal);
}

async function writeQuery(db: Knex, query: string, output: Writable, signal: AbortSignal): Promise<void> {
  await withExportConnection(db, signal, async (connection) => {
    const source = openCopy(connection, query);
    // A statement that fails before its first row is answered with a status, because nothing was sent yet.
    await once(source, 'readable', { signal });
    await pipeline(source, guardCells(), output, { signal });
  });
}
