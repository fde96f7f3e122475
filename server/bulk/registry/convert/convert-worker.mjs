import { createRequire } from 'node:module';
import { register } from 'tsx/cjs/api';

// A new thread can't load TypeScript until tsx is registered.
register();
createRequire(import.meta.url)('./convert-thread.ts').runConvertTask();
