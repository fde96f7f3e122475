import { z } from 'zod';
import { Refusal } from '#server/base/http/errors.ts';

/**
 * A backup is one gzip file of lines. The first is a header in JSON. Each section follows with a line of JSON, its rows in the
 * text format of COPY, and a line "\.". Then a line of JSON has the row count and checksum of every section and the sequences,
 * and the last line has the checksum of all lines before it. The tables are read in one snapshot. Sessions are omitted.
 *
 * A sealed section holds credentials, such as password hashes. Each of its lines is a block of rows, encrypted with a key
 * derived from SECRET_KEY, so that a stolen file contains nothing to crack. Version 1 had no sealed sections.
 */
export const FORMAT = 'enamel-backup';
export const VERSION = 2;
/** The purpose of the key that seals credentials. */
export const SEAL = 'backup';

/** The checksum covers the lines in the file. The rows of a sealed section are counted before they are sealed. */
interface SectionSum {
  rows: number;
  sha256: string;
}
export type SectionSums = Record<string, SectionSum>;

/** Compares in any order, because jsonb doesn't keep the order of keys. */
export const areSumsEqual = (a: SectionSums, b: SectionSums): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, { rows, sha256 }]) => b[key]?.rows === rows && b[key].sha256 === sha256);

export interface BackupEnd {
  end: true;
  tables: SectionSums;
  sequences: { name: string; value: number | null }[];
}

const PART = ' (credentials)';
/** The section's key among the checksums. A table with sealed columns has two sections. */
export const sectionKey = (section: { name: string }, isPart: boolean): string =>
  isPart ? section.name + PART : section.name;
/** The checksums by table, without the sealed columns. */
export const listTableSums = (sections: SectionSums): [name: string, SectionSum][] =>
  Object.entries(sections).filter(([key]) => !key.endsWith(PART));

export const headerLine = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  madeAt: z.string(),
  migrations: z.array(z.string()),
});
export type BackupHeader = z.output<typeof headerLine>;
export const sectionLine = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  sealed: z.boolean().optional(),
});

export const badBackup = (why: string) =>
  new Refusal(422, 'bad_backup', `This backup can’t be restored. ${why} Nothing was changed.`);

export const NEWLINE = 10;
export function countLines(block: Buffer): number {
  let lines = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
