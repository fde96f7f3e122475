import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { exportNames, type ExportName } from '#contract/bulk/bulk.ts';
import { Refusal } from '#server/base/http/errors.ts';
import { audit } from '#server/audit/audit.ts';
import { writeExport } from '../export/exporter.ts';
import { runCommand } from './terminal.ts';

await runCommand(
  `npm run export -- NAME FILE (NAME is one of ${exportNames.join(', ')})`,
  2,
  async (deps, [name, path]) => {
    if (!(exportNames as readonly string[]).includes(name!))
      throw new Refusal(400, 'bad_request', `There is no export “${name!}”. Choose one of ${exportNames.join(', ')}.`);
    const part = `${path!}.part`;
    try {
      await writeExport(
        deps.db,
        name as ExportName,
        createWriteStream(part, { mode: 0o600 }),
        new AbortController().signal,
      );
      await rename(part, path!);
    } finally {
      await rm(part, { force: true });
    }
    await audit(deps.db, null, {
      at: deps.clock.now(),
      action: `export.${name!}`,
      subject: 'export',
      subjectId: name!,
      note: `Exported ${name!} from the command line.`,
    });
    console.log(`Exported ${name!} to ${path!}.`);
  },
);
