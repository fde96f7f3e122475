// `npm run build`: the browser's bundle and the server's. One process, because loading Vite twice takes two seconds.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('./vite.config.ts', import.meta.url));
await build({ configFile });
await build({ configFile, build: { ssr: 'web/entry-server.tsx' } });
