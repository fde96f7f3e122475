import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

// A new thread does not know TypeScript until it is told. By require(): import() would start a thread more, and take twice as long.
register();
createRequire(import.meta.url)('./stage-thread.ts').run();
