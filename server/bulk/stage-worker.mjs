import { register } from 'tsx/esm/api';

// A new thread does not know TypeScript until it is told.
register();
await import('./stage-thread.ts');
