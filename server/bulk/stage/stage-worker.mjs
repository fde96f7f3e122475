import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

// A new thread can't load TypeScript until tsx is registered. require() is used because import() starts another thread and takes twice as long.
register();
createRequire(import.meta.url)('./stage-thread.ts').runStageTask();
