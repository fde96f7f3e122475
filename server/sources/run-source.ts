import { rm, stat } from 'node:fs/promises';
import type { AuditActor } from '#server/audit/audit.ts';
import { Refusal } from '#server/base/http/errors.ts';
import type { BulkDeps, StartedRun } from '#server/bulk/importer/import-lock.ts';
import { startImport } from '#server/bulk/importer/importer.ts';
import type { SpooledFile } from '#server/bulk/read/spool.ts';
import type { SourceInfo } from '#shared/sources/sources.ts';
import { matchFile } from './match-file.ts';
import { findReader } from './readers/readers.ts';

interface SourceRun {
  info: SourceInfo;
  file: SpooledFile;
  /** The day of the data, as 2026-11-08. */
  asOf: string;
  /** Otherwise the run stops at a preview. */
  apply: boolean;
  actor: AuditActor;
  /** The name of a run without an actor. */
  userName?: string;
}

/**
 * Runs a file of a source: matches its rows to listings, and imports what they state. The importer previews, applies, and undoes it
 * like any file; a source adds no listings, except for the registry.
 */
export async function runSource(
  deps: BulkDeps,
  { info, file, asOf, apply, actor, userName }: SourceRun,
): Promise<StartedRun> {
  const request = {
    actor,
    // A scheduled run has no person who looks at its plan.
    options: { dryRun: !apply, stopsAtWarnings: userName !== undefined },
    ...(userName === undefined ? {} : { userName }),
  };
  const reader = findReader(info);
  if (!reader) {
    if (file.registry) return startImport(deps, { ...request, file });
    await file.remove();
    throw new Refusal(422, 'not_of_source', `This isn’t a file of the ${info.name}.`);
  }
  try {
    const today = deps.clock.now().toISOString().slice(0, 10);
    const day = asOf < today ? asOf : today;
    const found = await matchFile(deps.db, file, info, reader, day);
    const remove = () => rm(found.path, { force: true });
    if (found.listings === 0) {
      await remove();
      throw new Refusal(
        422,
        'nothing_matched',
        `None of the ${found.rows.toLocaleString('en-US')} rows of this file matches a listing, so there is nothing to import.`,
      );
    }
    const { size } = await stat(found.path);
    return await startImport(deps, {
      ...request,
      file: {
        path: found.path,
        name: file.name,
        bytes: size,
        sha256: file.sha256,
        encoding: { encoding: 'utf-8', bom: false, broken: 0, note: null },
        remove,
      },
      mapping: Object.fromEntries(['id', ...info.fills].map((field) => [field, field])),
      feed: {
        source: info.key,
        name: info.name,
        asOf: day,
        rows: found.rows,
        matched: found.matched,
        possible: found.possible,
      },
    });
  } finally {
    await file.remove();
  }
}
