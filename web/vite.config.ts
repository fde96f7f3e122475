import react from '@vitejs/plugin-react';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { pageSources } from './page-sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Keeps Node and the server, except for `contract` and `shared`, out of the browser bundle. */
function browserOnly(): Plugin {
  return {
    name: 'enamel:browser-only',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^node:/ },
      handler(source, importer) {
        this.error(`${importer} imports ${source}, which a browser does not have`);
      },
    },
    load: {
      filter: { id: { include: /\/server\//, exclude: /\/node_modules\// } },
      handler(id) {
        const path = id.replace(normalizePath(root), '');
        if (!/^server\/(?!(contract|shared)\/)/.test(path)) return;
        this.error(`the browser would load ${path}: only server/contract and server/shared may reach it`);
      },
    },
  };
}

/**
 * Reduces endpoints to their method and path in the browser bundle, so that only pages that validate load zod. Other
 * exports of a contract come from the full file, where they are used.
 */
function lightContract(): Plugin {
  const contract = /\/server\/(?:contract|shared)\/[\w/-]+\.ts(?:\?full)?$/;
  return {
    name: 'enamel:light-contract',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: {
      filter: { id: contract },
      async handler(id) {
        const file = id.replace(/\?full$/, '');
        const source = await readFile(file, 'utf8');
        const endpoints = [...source.matchAll(/export const (\w+) = endpoint\(\s*'(\w+)',\s*'([^']+)'/g)];
        if (endpoints.length === 0 || id.endsWith('?full'))
          return { code: source, moduleType: 'ts', moduleSideEffects: false };
        const light = endpoints.map(
          ([, name, method, path]) => `export const ${name} = { method: '${method}', path: '${path}' };`,
        );
        return {
          code: `${light.join('\n')}\nexport * from '${file}?full';`,
          moduleType: 'js',
          moduleSideEffects: false,
        };
      },
    },
  };
}

/** Functions of React Router that only run for options, fetchers, actions, and route discovery, which we don't use. */
const unusedRouterFunctions = [
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'DefaultErrorComponent',
  'RSCErrorHandler',
  'handleAction',
  'fetch2',
  'handleFetcherAction',
  'handleFetcherLoader',
  'getUpdatedRevalidatingFetchers',
  'discoverRoutes',
  'patchRoutesImpl',
];

/** Removes the body of a function from a module. The indentation finds its end. */
function emptyFunction(code: string, name: string): string {
  const match = new RegExp(`\\n( *)(?:async )?function ${name}\\(`).exec(code);
  if (!match) return code;
  const indent = match[1]!;
  const end = code.indexOf(`\n${indent}}\n`, match.index);
  return `${code.slice(0, match.index)}\n${indent}function ${name}() {${code.slice(end)}`;
}

/**
 * Marks React Router's top-level calls as pure, and removes its displayName assignments and the functions that we never
 * call, so that tree shaking drops the parts we don't use.
 */
function lightRouter(): Plugin {
  return {
    name: 'enamel:light-router',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform: {
      filter: { id: /\/react-router\/dist\/production\// },
      handler: (code) =>
        unusedRouterFunctions
          .reduce(emptyFunction, code)
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/^var (\w+) = (React\d*\.(?:forwardRef|createContext|memo)\()/gm, 'var $1 = /* @__PURE__ */ $2'),
    },
  };
}

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Level 11 gains nothing for small scripts, and takes a second for the largest one. */
const isWorthLevel11 = (bytes: number): boolean => bytes > 30_000 && bytes < 200_000;

/**
 * Compresses hashed files once, because they never change, and on all cores. Level 11 takes 2.5 times as long as 10 for
 * 1.6 % fewer bytes, so only a few scripts of public pages get it.
 */
function precompressed(): Plugin {
  return {
    name: 'enamel:precompressed',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle: {
      order: 'post',
      async handler({ dir }, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => /\.(m?js|css|svg)$/.test(fileName));
        await Promise.all(
          files.map(async (output) => {
            const file = join(dir!, output.fileName);
            const source = await readFile(file);
            if (source.length < 256) return;
            const isPublic = output.type === 'chunk' && !output.fileName.startsWith(MEMBER_FILES);
            const quality = isPublic && (output.isEntry || isWorthLevel11(source.length)) ? 11 : 10;
            const params = {
              [constants.BROTLI_PARAM_QUALITY]: quality,
              [constants.BROTLI_PARAM_SIZE_HINT]: source.length,
            };
            await writeFile(`${file}.br`, await toBrotli(source, { params }));
            await writeFile(`${file}.gz`, await toGzip(source, { level: 9 }));
          }),
        );
      },
    },
  };
}

/** React Router's package exports only its development build. Browsers get the production build. */
const production = (file: string) =>
  fileURLToPath(new URL(`../node_modules/react-router/dist/production/${file}`, import.meta.url));

/**
 * The oldest browsers that know color-mix(), which the style sheets can't do without. For older ones, the build would
 * write each color twice.
 */
const browsersWithColorMix = ['chrome111', 'firefox113', 'safari16.4'];

/** The entry lists every lazily loaded file, and documents name dozens, so their names are as short as the bundler allows. */
const assetFileNames = 'assets/[hash:6][extname]';

/** Pages that only staff and owners open. */
const MEMBER_FILES = 'assets/a/';
const isMemberPage = (module: string): boolean =>
  /\/(?:admin|owner|transfers|account|opening|workbench)\/|\/(?:Billing|Preview|StaffInvitation)Page\.tsx$/.test(
    module,
  );
const isStyleSheet = (file: string): boolean => file.endsWith('.css');

export default defineConfig(({ isSsrBuild, command }) => ({
  root,
  resolve: {
    alias:
      command === 'build'
        ? [
            { find: /^react-router\/dom$/, replacement: production('dom-export.mjs') },
            { find: /^react-router$/, replacement: production('index.mjs') },
          ]
        : [],
  },
  publicDir: isSsrBuild ? false : fileURLToPath(new URL('./public', import.meta.url)),
  plugins: [pageSources(root), react(), browserOnly(), lightContract(), lightRouter(), precompressed()],
  css: { modules: { generateScopedName: command === 'build' ? '[hash:base64:5]' : '[local]-[hash:base64:6]' } },
  build: isSsrBuild
    ? {
        outDir: 'web/dist/server',
        emptyOutDir: true,
        target: 'node20',
        assetsInlineLimit: 0,
        rollupOptions: { output: { assetFileNames } },
      }
    : {
        outDir: 'web/dist/client',
        emptyOutDir: true,
        manifest: true,
        target: 'es2022',
        cssTarget: browsersWithColorMix,
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // The entry lists what each page preloads. Pages of staff and owners are left out, because every visitor loads that list.
          resolveDependencies: (file, files) => (file.startsWith(MEMBER_FILES) ? files.filter(isStyleSheet) : files),
        },
        rollupOptions: {
          input: 'web/entry-client.tsx',
          treeshake: { propertyReadSideEffects: false },
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId && isMemberPage(facadeModuleId) ? `${MEMBER_FILES}[hash:7].js` : 'assets/[hash:7].js',
            assetFileNames,
            codeSplitting: {
              groups: [{ name: 'base', tags: ['$initial'], includeDependenciesRecursively: false }],
            },
          },
        },
      },
  // Server rendering uses React's production build, whatever the server's NODE_ENV.
  ssr: { noExternal: command === 'build' ? true : ['radix-ui'] },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  server: { fs: { deny: ['.env', '.data/**', 'server/!(contract|shared)/**', '**/.git/**'] } },
}));
