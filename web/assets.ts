export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string; isEntry?: boolean }
>;

export interface Assets {
  entry: string;
  /** The style sheets and modules these source files need, and the style sheets of deferred ones. */
  of(sources: string[], later?: string[]): { styles: string[]; css: string; preloads: string[] };
}

const ENTRY = 'web/entry-client.tsx';

/** `read` returns a style sheet's text, which the page inlines to save a request. */
export function assetsFrom(manifest: Manifest, read: (file: string) => string): Assets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The web bundle is not built: run npm run build');
  return {
    entry: `/${entry.file}`,
    of(sources, later = []) {
      const sheets = new Set<string>();
      const preloads = new Set<string>();
      const visited = new Set<string>();
      const visit = (name: string, atOnce: boolean) => {
        const chunk = manifest[name];
        if (!chunk || visited.has(name)) return;
        visited.add(name);
        for (const next of chunk.imports ?? []) visit(next, atOnce);
        for (const css of chunk.css ?? []) sheets.add(css);
        if (atOnce && name !== ENTRY) preloads.add(`/${chunk.file}`);
      };
      const checkSource = (source: string) => {
        if (!manifest[source]) throw new Error(`${source} is named by a route but is not in the bundle`);
        return source;
      };
      // The entry's sheet comes first, because it defines the order of the cascade layers.
      for (const css of entry.css ?? []) sheets.add(css);
      visit(ENTRY, true);
      for (const source of sources) visit(checkSource(source), true);
      for (const source of later) visit(checkSource(source), false);
      return {
        styles: [...sheets].map((file) => `/${file}`),
        css: [...sheets].map(read).join(''),
        preloads: [...preloads],
      };
    },
  };
}
