import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Fails the build if the page imports Node, the main process, or any part of the server but its contract. */
export function rendererOnly(): Plugin {
  return {
    name: 'enamel:renderer-only',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if (source === 'electron' || source.startsWith('node:'))
        this.error(`${importer ?? ''} imports ${source}, which does not exist in the page`);
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved?.id.replace(root, '');
      if (path && /^(server\/(?!(?:contract|shared)\/)|desktop\/(main|offline|policy|preload)\/)/.test(path))
        this.error(`${importer ?? ''} imports ${path}, which the page must not import`);
      return resolved;
    },
  };
}
