import { runCommand } from '#server/bulk/commands/terminal.ts';
import { findSampleData, removeSampleData } from './sample-data.ts';

/** npm run remove-sample: says what it would remove, and removes it with --yes. */
await runCommand('npm run remove-sample [-- --yes]', 0, async (deps, _args, flags) => {
  const { figures, kept } = await findSampleData(deps);
  for (const [name, count] of Object.entries(figures))
    console.log(`${String(count).padStart(8)} ${count === 1 ? name.slice(0, -1) : name}`);
  if (kept.count > 0) {
    console.log(`Sample listings that stay, because people have made something for them: ${kept.count}`);
    for (const { id, name, place, reasons } of kept.listings)
      console.log(`  ${id} ${name}, ${place}: ${reasons.join(', ')}`);
  }
  if (!flags.has('--yes')) {
    console.log('Nothing was changed. To remove them, run: npm run remove-sample -- --yes');
    return;
  }
  let removed = 0;
  await removeSampleData(deps, null, (_step, count) => {
    removed += count;
    if (process.stdout.isTTY) process.stdout.write(`\rRemoved ${removed} rows…`);
  });
  console.log(`${process.stdout.isTTY ? '\r' : ''}The sample data is gone.        `);
});
