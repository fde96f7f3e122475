import { relative } from 'node:path';
import type { Plugin } from 'vite';

const dynamicImport = /\(\)\s*=>\s*import\(\s*'([^']+)'\s*\)(?!\s*\.)/g;

/**
 * Gives every `() => import('…')` of the UI a `source` property in the server's bundle: the file it loads, as the build
 * manifest names it. The server reads it to find the scripts and style sheets of a route, so no route repeats its file.
 */
export function pageSources(root: string): Plugin {
  return {
    name: 'enamel:page-sources',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'ssr',
    transform: {
      filter: { id: /\/ui\/.*\.tsx?$/, code: /=>\s*import\(/ },
      async handler(code, id) {
        const sources = new Map<string, string>();
        for (const [, specifier] of code.matchAll(dynamicImport)) {
          const resolved = await this.resolve(specifier!, id);
          if (resolved) sources.set(specifier!, relative(root, resolved.id).replaceAll('\\', '/'));
        }
        return code.replace(dynamicImport, (load, specifier: string) => {
          const source = sources.get(specifier);
          return source ? `Object.assign(${load}, { source: '${source}' })` : load;
        });
      },
    },
  };
}
