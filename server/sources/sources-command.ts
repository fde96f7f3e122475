import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand } from '#server/bulk/commands/terminal.ts';
import { endImports, waitForVacuum, type StartedRun } from '#server/bulk/importer/import-lock.ts';
import { inspectFile } from '#server/bulk/read/spool.ts';
import { reapRuns } from '#server/bulk/runs/runs.ts';
import { undoRun } from '#server/bulk/undo/undo.ts';
import { getFieldLabel } from '#shared/bulk/fields.ts';
import { DEFAULT_PRIORITY } from '#shared/sources/origins.ts';
import { sourceKeys } from '#shared/sources/sources.ts';
import { suggestionTopics } from '#shared/sources/suggestions.ts';
import { outboundRules } from '#server/articles/brands.ts';
import type { Deps } from '#server/base/http/context.ts';
import { checkAddress } from './fetch-file.ts';
import { fillDirectory } from './fill.ts';
import { formatAddresses } from './geocode.ts';
import { findSettings, saveSetting } from './queries-overview.ts';
import { runSource } from './run-source.ts';
import { listSources, requireSource } from './sources.ts';
import { acceptSuggestions, listSuggestions } from './websites/suggestions.ts';
import { visitAll } from './websites/visit-websites.ts';

const USAGE = `npm run sources -- list
       npm run sources -- run NAME FILE [--apply] [--as-of 2026-11-08]
       npm run sources -- undo RUN
       npm run sources -- addresses > batch.csv
       npm run sources -- address NAME ADDRESS                  sets where a source is fetched from
       npm run sources -- fill [--accept]                       runs all sources that have an address
       npm run sources -- visit                                 reads the websites of listings
       npm run sources -- accept [--topic hours]                applies what websites state to unclaimed listings
       NAME is one of ${sourceKeys.join(', ')}.`;

const [action = ''] = process.argv.slice(2);
const argumentCount =
  { list: 1, addresses: 1, fill: 1, visit: 1, accept: 1, undo: 2, run: 3, address: 3 }[action] ?? -1;
const number = (n: number) => n.toLocaleString('en-US');

const showVisits = (visited: number): void => void process.stderr.write(`\r${number(visited)} websites`);

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
    if (action === 'address') return setAddress(deps, args[1]!, args[2]!);
    if (action === 'visit') {
      const visited = await visitAll(deps, showVisits);
      console.log(`Visited ${number(visited)} websites.`);
      console.log(
        'Staff see what they state under Sources. Apply it to unclaimed listings with: npm run sources -- accept',
      );
      return 0;
    }
    if (action === 'fill') {
      const failed = await fillDirectory(deps, (source, outcome) => console.log(`${source.padEnd(10)} ${outcome}`));
      const { topics } = await listSuggestions(deps, null);
      if (flags.has('--accept') && topics.some(({ open }) => open > 0))
        await printRun(deps, await acceptSuggestions(deps, { topic: null, ids: null }, null));
      return failed > 0 ? 1 : 0;
    }
    if (action === 'accept') {
      const topic = suggestionTopics.find((name) => name === values.get('--topic')) ?? null;
      if (values.has('--topic') && !topic) {
        console.error(`There is no such topic. It is one of ${suggestionTopics.join(', ')}.`);
        return 2;
      }
      return printRun(deps, await acceptSuggestions(deps, { topic, ids: null }, null));
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
    const started = await runSource(deps, {
      info,
      file: await inspectFile(path, basename(path)),
      asOf,
      apply: flags.has('--apply'),
      actor: null,
    });
    return printRun(deps, started);
  },
  ['--as-of', '--topic'],
);

/** Waits for a run, and prints what it did. */
async function printRun(deps: Deps, { finished }: StartedRun): Promise<number> {
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
}

async function setAddress(deps: Deps, key: string, address: string): Promise<number> {
  const info = requireSource(key);
  checkAddress(address, info, outboundRules(deps));
  const setting = (await findSettings(deps.db)).find((one) => one.key === key);
  await saveSetting(deps.db, { key, priority: DEFAULT_PRIORITY, every: null, ...setting, url: address });
  console.log(`${info.name} is fetched from ${address}.`);
  return 0;
}
