import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/** Apart from spool.ts, because the import worker would otherwise load all that reads spreadsheets and registry files. */
export const readBytes = (file: { path: string }): Readable => createReadStream(file.path, { highWaterMark: 2 ** 17 });
