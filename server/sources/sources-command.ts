import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand } from '#server/bulk/commands/terminal.ts';
import { endImports, waitForVacuum } from '#server/bulk/importer/import-lock.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { reapRuns } from '#server/bulk/runs/runs.ts';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { sourceKeys } from '#shared/sources/sources.ts';
import { runSource } from './run-source.ts';
import { formatAddresses, listSources, requireSource } from './sources.ts';

const USAGE = `npm run sources -- list
       npm run sources -- run NAME FILE [--apply] [--as-of 2026-11-08]
       npm run sources -- undo RUN
       npm run sources -- addresses > batch.csv
       NAME is one of ${sourceKeys.join(', ')}.`;

const [action = ''] = process.argv.slice(2);
const argumentCount = { list: 1, addresses: 1, undo: 2, run: 3 }[action] ?? -1;
const number = (n: number) => n.toLocaleString('en-US');

await runCommand(
  USAGE,
  argumentCount,
  async (deps, args, flags, values) => {
    await reapRuns(deps);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void endImports(deps, 0));
    if (action === 'list') {
      const { total, sources } = await listSources(deps);
      for (const { key, name, listings, appliedRun } of sources)
        console.log(
          `${key.padEnd(10)} ${name}: ${number(listings)} of ${number(total)} listings, ${
            appliedRun ? `last applied ${appliedRun.createdAt.slice(0, 10)} (run ${appliedRun.id})` : 'never applied'
          }`,
        );
      return 0;
    }
    if (action === 'addresses') {
      process.stdout.write(await formatAddresses(deps));
      return 0;
    }
    if (action === 'undo') {
      const { undoReport } = await undoRun(deps, null, Number(args[1]));
      console.log(
        `Undone: ${number(undoReport!.restored)} listings restored, ${number(undoReport!.kept.length)} kept.`,
      );
      return 0;
    }
    const info = requireSource(args[1]!);
    const path = args[2]!;
    const asOf = values.get('--as-of') ?? (await stat(path)).mtime.toISOString().slice(0, 10);
    const { finished } = await runSource(deps, {
      info,
      file: await inspectFile(path, basename(path)),
      asOf,
      apply: flags.has('--apply'),
      actor: null,
    });
    const run = await finished;
    console.log(run.message);
    for (const note of run.notes) console.log(`  ${note}`);
    for (const [field, { added, changed, confirmed, kept }] of Object.entries(run.mapping.feed?.fields ?? {}))
      console.log(
        `  ${getFieldLabel(field)}: ${number(added)} added, ${number(changed)} changed, ${number(confirmed)} confirmed, ${number(kept)} kept`,
      );
    if (run.status === 'done') console.log(`Undo it with: npm run sources -- undo ${run.id}`);
    if (run.status === 'ready') console.log('Add --apply to apply it.');
    await waitForVacuum(deps.db);
    return run.status === 'failed' ? 1 : 0;
  },
  ['--as-of'],
);
