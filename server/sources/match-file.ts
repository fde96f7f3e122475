import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { formatCsvLine, readCell } from '#server/bulk/read/cells.ts';
import { readCsv, type CsvFile } from '#server/bulk/read/csv.ts';
import { decodeBytes } from '#server/bulk/read/decode.ts';
import { readBytes } from '#server/bulk/read/read-bytes.ts';
import type { SpooledFile } from '#server/bulk/read/spool.ts';
import { copyInto, copyOutOf } from '#server/base/db/copy-stream.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { matchIds, matchTable } from '#server/listings/matching/matching.ts';
import type { SourceInfo } from '#shared/sources/sources.ts';
import * as sql from './queries-run.ts';
import type { Reader, SourceRow } from './readers/reader.ts';

interface MatchedFile {
  /** The matched listings with what the file states about them, as a file of the importer. */
  path: string;
  /** Rows about dentists. */
  rows: number;
  matched: number;
  possible: number;
  listings: number;
}

async function* withHeader(text: AsyncIterable<string>, header: string | undefined): AsyncGenerator<string> {
  if (header !== undefined) yield `${header}\n`;
  yield* text;
}

const headerKey = (header: string): string => header.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Reads a file of a source row by row, and refuses a file that isn't one. */
async function* readSource(csv: CsvFile, info: SourceInfo, reader: Reader, asOf: string): AsyncGenerator<SourceRow> {
  const index = new Map(csv.headers.map((header, at) => [headerKey(header), at]));
  const missing = reader.needs.filter((column) => !index.has(headerKey(column)));
  if (missing.length > 0)
    throw new Refusal(
      422,
      'not_of_source',
      `This isn’t a file of ${info.name}: it has no column “${missing.join('” and no column “')}”.`,
    );
  let cells: readonly string[] = [];
  const positions = new Map<string, number | undefined>();
  const cell = (column: string): string => {
    if (!positions.has(column)) positions.set(column, index.get(headerKey(column)));
    const at = positions.get(column);
    return at === undefined ? '' : readCell(cells[at] ?? '').trim();
  };
  for await (const batch of csv.batches)
    for (const row of batch) {
      if (row.broken) continue;
      cells = row.cells;
      const read = reader.read(cell, asOf);
      if (read) yield read;
    }
}

const escapeCopy = (text: string | undefined): string =>
  text === undefined || text === ''
    ? '\\N'
    : text.replace(/[\\\t\n\r\0]/g, (mark) =>
        mark === '\0' ? '' : `\\${{ '\\': '\\', '\t': 't', '\n': 'n', '\r': 'r' }[mark]!}`,
      );

/** Matches a file of a source to the directory, which stays as it is. Rows without a match are only counted. */
export async function matchFile(
  db: Knex,
  file: SpooledFile,
  info: SourceInfo,
  reader: Reader,
  asOf: string,
): Promise<MatchedFile> {
  const path = join(tmpdir(), `source-${randomBytes(12).toString('hex')}.csv`);
  const bytes = readBytes(file);
  try {
    return await db.transaction(async (trx) => {
      await trx.raw(`set local statement_timeout = 0; set local work_mem = '64MB'`);
      await sql.createRowTable(trx);
      const csv = await readCsv(withHeader(decodeBytes(bytes, file.encoding.encoding), reader.header));
      let count = 0;
      async function* format() {
        for await (const { candidate, values, placeValues } of readSource(csv, info, reader, asOf)) {
          const { id, npi, license, licenseState, name, phone, address, zip } = candidate;
          const texts = [id, npi, license, licenseState, name, phone, address, zip].map(escapeCopy);
          const stated = escapeCopy(JSON.stringify(values));
          const statedPlace = escapeCopy(placeValues && JSON.stringify(placeValues));
          yield `${++count}\t${texts.join('\t')}\t${stated}\t${statedPlace}\n`;
        }
      }
      await pipeline(Readable.from(format()), await copyInto(trx, sql.copyIntoRows));
      if (count === 0)
        throw new Refusal(422, 'no_rows', `This file of ${info.name} has no rows that could be about a listing.`);
      await sql.analyzeRows(trx);
      const { possible } =
        reader.about === 'listing'
          ? await matchIds(trx, sql.ROW_TABLE).then(() => ({ possible: 0 }))
          : await matchTable(trx, sql.ROW_TABLE, reader.about);
      const matched = await sql.countMatched(trx);
      await writeMatches(trx, path, info.fills);
      return { path, rows: count, matched: matched.rows, possible, listings: matched.listings };
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    bytes.destroy();
  }
}

/** Writes one row for each matched listing, with its id and the fields that the source fills. */
async function writeMatches(trx: Knex, path: string, fields: readonly string[]): Promise<void> {
  const source = await copyOutOf(trx, sql.copyOutOfMatches);
  async function* format() {
    yield formatCsvLine(['id', ...fields]);
    let rest = '';
    for await (const chunk of source) {
      const lines = (rest + (chunk as Buffer).toString('utf8')).split('\n');
      rest = lines.pop()!;
      let text = '';
      for (const line of lines) {
        const [id, json] = line.split('\t');
        const stated = JSON.parse(
          json!.replace(/\\(.)/g, (_, mark: string) => ({ n: '\n', t: '\t', r: '\r' })[mark] ?? mark),
        ) as Record<string, string>;
        text += formatCsvLine([id!, ...fields.map((field) => stated[field])]);
      }
      yield text;
    }
  }
  await pipeline(Readable.from(format()), createWriteStream(path, { mode: 0o600 }));
}
