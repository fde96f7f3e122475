import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isNumberedMigration, isSquashedMigration } from '#server/base/db/migrate.ts';
import type { Deps } from '#server/base/http/context.ts';
import { Refusal } from '#server/base/http/errors.ts';
import {
  areSumsEqual,
  badBackup,
  countLines,
  headerLine,
  SEAL,
  sectionKey,
  sectionLine,
  VERSION,
  type BackupEnd,
  type BackupHeader,
  type SectionSums,
} from './backup-format.ts';
import { LineReader } from './line-reader.ts';
import { isSealedPart, type BackupSection } from './queries-backup.ts';

interface BackupVisitor {
  /** The migrations of the database that receives the backup. */
  migrations: readonly string[];
  /** Called for each chunk of the compressed file. */
  onBytes?: (bytes: number) => void;
  /** Reads the rows of a section. A section that is sealed with another key has none. */
  readSection(section: BackupSection, blocks: AsyncIterable<Buffer>): Promise<void>;
}
export interface ReadBackup {
  header: BackupHeader;
  sections: SectionSums;
  sequences: BackupEnd['sequences'];
  /** False if the credentials were sealed with another SECRET_KEY. */
  isUnsealed: boolean;
}

/** Reads a backup in one pass and verifies every checksum. Throws if it is damaged, or if another release made it. */
export async function readBackup(
  { secret }: Pick<Deps, 'secret'>,
  source: Readable,
  visitor: BackupVisitor,
): Promise<ReadBackup> {
  // Large rows arrive in few pieces, because the reader joins the pieces of a row.
  const gunzip = createGunzip({ chunkSize: 2 ** 18 });
  source.on('error', (error) => gunzip.destroy(error));
  source.on('data', (chunk: Buffer) => visitor.onBytes?.(chunk.length));
  source.pipe(gunzip);
  const lines = new LineReader(gunzip as AsyncIterable<Buffer>);
  const readJson = async (): Promise<unknown> => {
    const line = await lines.readLine();
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw badBackup('It is damaged.');
    }
  };
  try {
    const header = await readHeader(readJson);
    rejectOtherRelease(header, visitor.migrations);
    const sections: SectionSums = {};
    let isUnsealed = true;
    for (;;) {
      const next = await readJson();
      if (next !== null && typeof next === 'object' && 'end' in next) {
        const end = next as BackupEnd;
        if (!areSumsEqual(end.tables, isUnsealed ? sections : withRowsOf(sections, end.tables)))
          throw badBackup('A checksum does not match.');
        const checksum = lines.hash.digest('hex');
        if ((await lines.readLine(false)) !== `sha256 ${checksum}`) throw badBackup('Its checksum does not match.');
        return { header, sections: end.tables, sequences: end.sequences, isUnsealed };
      }
      const { table: name, columns, sealed = false } = parseSection(next);
      const section = { name, columns, sealed };
      const hash = createHash('sha256');
      let rows = 0;
      const readBlocks = async function* () {
        for await (const block of lines.readRows()) {
          hash.update(block);
          if (!sealed) {
            rows += countLines(block);
            yield block;
          } else
            for (const line of block.toString('latin1').split('\n').slice(0, -1)) {
              const opened = isUnsealed ? openSeal(secret, line) : null;
              isUnsealed = opened !== null;
              if (opened === null) continue;
              rows += countLines(opened);
              yield opened;
            }
        }
      };
      await visitor.readSection(section, readBlocks());
      sections[sectionKey(section, isSealedPart(section))] = { rows, sha256: hash.digest('hex') };
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_') || code === 'ERR_STREAM_PREMATURE_CLOSE') throw badBackup('It is damaged or cut off.');
    throw error;
  } finally {
    gunzip.destroy();
    source.destroy();
  }
}

async function readHeader(readJson: () => Promise<unknown>): Promise<BackupHeader> {
  const head = headerLine.safeParse(await readJson().catch(rejectOtherFile));
  if (!head.success) throw badBackup('It is not a backup of a directory.');
  if (head.data.version > VERSION) throw badBackup('It was made by a newer release.');
  return head.data;
}

function rejectOtherFile(error: unknown): never {
  const isCut = error instanceof Refusal && error.message.includes('cut off');
  const isMissing = ['ENOENT', 'ECONNREFUSED'].includes((error as { code?: string }).code ?? '');
  throw isCut || isMissing ? error : badBackup('It is not a backup of a directory.');
}

function rejectOtherRelease(header: BackupHeader, migrations: readonly string[]): void {
  if (header.migrations.some(isNumberedMigration))
    throw badBackup('An earlier release made it. Import a CSV of its listings instead.');
  if (header.migrations.some((name) => !migrations.includes(name) && !isSquashedMigration(name)))
    throw badBackup('It was made by a newer release.');
}

function parseSection(value: unknown) {
  const section = sectionLine.safeParse(value);
  if (!section.success) throw badBackup('It is damaged.');
  return section.data;
}

/** Returns null if another key sealed the block. */
function openSeal(secret: Deps['secret'], line: string): Buffer | null {
  try {
    return Buffer.from(secret.open(SEAL, line), 'latin1');
  } catch {
    return null;
  }
}

/** The rows of a section that can't be opened can't be counted, so only its checksum counts. */
const withRowsOf = (sections: SectionSums, expected: SectionSums): SectionSums =>
  Object.fromEntries(
    Object.entries(sections).map(([key, { rows, sha256 }]) => [
      key,
      { rows: rows === 0 ? (expected[key]?.rows ?? 0) : rows, sha256 },
    ]),
  );
