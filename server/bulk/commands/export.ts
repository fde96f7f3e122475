import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { exportNames, type ExportName } from '#contract/bulk.ts';
import { Refusal } from '#server/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { writeExport } from '../export/exporter.ts';
import { command } from './terminal.ts';

await command(`npm run export -- WHAT FILE, where WHAT is ${exportNames.join(', ')}`, 2, async (deps, [what, path]) => {
  if (!(exportNames as readonly string[]).includes(what!))
    throw new Refusal(400, 'bad_request', `There is no export “${what!}”. There are: ${exportNames.join(', ')}.`);
  const part = `${path!}.part`;
  try {
    await writeExport(
      deps.db,
      what as ExportName,
      createWriteStream(part, { mode: 0o600 }),
      new AbortController().signal,
    );
    await rename(part, path!);
  } finally {
    await rm(part, { force: true });
  }
  await audit(deps.db, null, {
    at: deps.clock.now(),
    action: `export.${what!}`,
    subject: 'export',
    subjectId: what!,
    note: `Exported ${what!} from the command line.`,
  });
  console.log(`Exported ${what!} to ${path!}.`);
});
