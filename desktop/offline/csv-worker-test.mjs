// Runs the CSV worker from its TypeScript source in tests. The packed console runs the bundled worker.
import { register } from 'tsx/esm/api';

register();
await import('./csv-worker.ts');
