import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { fileURLToPath } from 'node:url';
import { rendererOnly } from './renderer-only.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const root = here('..');

/** Bundles every dependency, so that the packed app needs no node_modules. */
export default defineConfig({
  main: {
    root,
    build: {
      outDir: here('./dist/main'),
      minify: true,
      externalizeDeps: false,
      target: 'node22',
      rollupOptions: {
        input: { index: here('./main/index.ts'), 'csv-worker': here('./offline/csv-worker.ts') },
        external: ['electron', /^node:/],
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    root,
    build: {
      outDir: here('./dist/preload'),
      minify: true,
      externalizeDeps: false,
      rollupOptions: {
        input: here('./preload/preload.ts'),
        external: ['electron'],
        // A sandboxed preload must be a single CommonJS file.
        output: { format: 'cjs', entryFileNames: 'preload.cjs' },
      },
    },
  },
  renderer: {
    root: here('./renderer'),
    publicDir: here('./renderer/public'),
    plugins: [react(), rendererOnly()],
    css: { modules: { generateScopedName: '[local]-[hash:base64:6]' } },
    build: {
      outDir: here('./dist/renderer'),
      minify: true,
      emptyOutDir: true,
      target: 'chrome140',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // The page is one script, because its own protocol takes milliseconds for each file.
      chunkSizeWarningLimit: 3_000,
      rollupOptions: { input: here('./renderer/index.html'), output: { codeSplitting: false } },
    },
    server: { fs: { allow: [root], deny: ['.env', '.data/**', '**/.git/**'] } },
  },
});
