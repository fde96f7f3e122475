// Bundles the server into one file, because Node takes a second longer to load a thousand TypeScript files.
// Packages stay outside, and so do the modules of worker threads. `npm run build` runs it.
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, 'web/dist/server/main.js');

/** Modules read files of their own folder, so their URLs stay those of the sources, relative to the bundle. */
const keepModuleUrls = {
  name: 'keep-module-urls',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, ({ path }) => {
      const source = relative(dirname(outfile), path).split(sep).join('/');
      return {
        loader: path.endsWith('.ts') ? 'ts' : 'js',
        contents: readFileSync(path, 'utf8').replaceAll(
          'import.meta.url',
          `new URL(${JSON.stringify(source)}, import.meta.url).href`,
        ),
      };
    });
  },
};

await build({
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: { '#server': './server', '#shared': './server/shared', '#contract': './server/contract' },
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [keepModuleUrls],
});

await stop();
