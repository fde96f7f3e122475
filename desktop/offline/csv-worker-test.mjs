// The reading thread from its source, for tests; the console itself has it in its bundle.
import { register } from 'tsx/esm/api';

register();
await import('./csv-worker.ts');
