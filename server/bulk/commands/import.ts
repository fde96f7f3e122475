import { describeBlankCells } from '#shared/bulk/cell-problems.ts';
import { showProgress } from '#server/base/progress.ts';
import { endImports, waitForVacuum } from '../importer/import-lock.ts';
import { reapRuns, streamRefusedCsv } from '../runs/runs.ts';
import { startImport } from '../importer/importer.ts';
import { findProgress } from '../runs/queries-runs.ts';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readMapping } from './read-mapping.ts';
import { loadRecipe, openWithRecipe } from '../recipe/recipes.ts';
import { runCommand } from './terminal.ts';

await runCommand(
  'npm run import -- FILE [--recipe NAME|recipe.json] [--map COLUMN=field]... [--dry-run] [--strict] [--refuse-bad-cells] [--replace-owner-edits] [--stop-at-warnings]',
  1,
  async (deps, [path], flags, values) => {
    // Imports of killed commands would be shown as running until a server starts.
    await reapRuns(deps);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void endImports(deps, 0));
    const request = await openWithRecipe(path!, await loadRecipe(deps.db, values.get('--recipe')));
    const { file } = request;
    const options = {
      dryRun: flags.has('--dry-run'),
      strict: flags.has('--strict'),
      refuseBadCells: flags.has('--refuse-bad-cells'),
      replaceHandwritten: flags.has('--replace-owner-edits'),
      stopsAtWarnings: flags.has('--stop-at-warnings'),
    };
    const chosen = readMapping(values.get('--map'));
    const { id, finished } = await startImport(deps, {
      ...request,
      ...(values.has('--map')
        ? { mapping: { ...request.mapping, ...chosen }, neededColumns: Object.keys(chosen) }
        : {}),
      actor: null,
      options,
    });
    let bar = showProgress('Reading', file.bytes);
    let phase = 'reading';
    let shownAmount = 0;
    const timer = setInterval(() => {
      void findProgress(deps.db, id).then(
        (progress) => {
          if (!progress) return;
          if (progress.phase !== phase) {
            bar.done();
            bar = showProgress(
              { matching: 'Comparing', writing: 'Writing' }[progress.phase] ?? 'Finishing',
              progress.total,
            );
            phase = progress.phase;
            shownAmount = 0;
          }
          bar.tick(progress.done - shownAmount);
          shownAmount = progress.done;
          // The import itself reports a lost connection.
        },
        () => undefined,
      );
    }, 500);
    const run = await finished;
    clearInterval(timer);
    bar.done();
    console.log(run.message);
    for (const note of [...describeBlankCells(run.problems), ...run.notes]) console.log(`  ${note}`);
    for (const { kind, column, count, lines } of run.problems.slice(0, 20))
      console.log(
        `  ${count} × ${column ? `${column}: ` : ''}${kind} (line${count === 1 ? '' : 's'} ${lines.slice(0, 8).join(', ')}${lines.length > 8 ? ' …' : ''})`,
      );
    if ((run.rowsRefused ?? 0) > 0) {
      const refusedPath = `${path!.replace(/\.(csv|xlsx)$/i, '')}.refused.csv`;
      await pipeline(Readable.from(streamRefusedCsv(deps.db, run)), createWriteStream(refusedPath));
      console.log(`Saved the refused rows to ${refusedPath}.`);
    }
    for (const { text } of run.warnings) console.log(`  Warning: ${text}`);
    if (run.status === 'ready' && !options.dryRun) {
      console.error(
        `Nothing was imported. Review run ${run.id} on the page “Imports,” or import the file again without --stop-at-warnings.`,
      );
      return 1;
    }
    await waitForVacuum(deps.db);
    return run.status === 'done' || run.status === 'ready' ? 0 : 1;
  },
  ['--recipe', '--map'],
);
