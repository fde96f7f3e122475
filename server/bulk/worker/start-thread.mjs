import { readlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { workerData } from 'node:worker_threads';
import { register } from 'tsx/cjs/api';

// Requests of this process and the database go first. Only Linux gives a thread its own priority, under its own id.
try {
  setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // The thread keeps its priority.
}
// A new thread can't load TypeScript until tsx is registered. require() is used because import() starts another thread and takes twice as long.
register();
createRequire(import.meta.url)(workerData.module).runTask(workerData.task);
