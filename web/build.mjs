// `npm run build`: bundles for the browser and the server, in one process, because Vite takes a while to load.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
await build({ configFile });
await build({ configFile, build: { ssr: 'web/entry-server.tsx' } });
