import { usedRules } from './used-rules.ts';

export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string; isEntry?: boolean }
>;

export interface PageAssets {
  /** The style sheets that the page's modules need at once. Vite loads those of deferred modules with their scripts. */
  styles: string[];
  /** The rules to inline: all of `styles`, and those of the deferred modules that apply to a document with these classes. */
  css: ((classes: ReadonlySet<string>) => string) | null;
  preloads: string[];
}

export interface Assets {
  entry: string;
  /** The assets of these source files, and of the deferred ones, whose markup the server renders. */
  of(sources: string[], later?: string[]): PageAssets;
}

const ENTRY = 'web/entry-client.tsx';

/** `read` returns a style sheet's text, which the page inlines to save a request. */
export function assetsFrom(manifest: Manifest, read: (file: string) => string): Assets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The web bundle is not built: run npm run build');
  const partialSheets = new Map<string, (classes: ReadonlySet<string>) => string>();
  const readPart = (file: string, classes: ReadonlySet<string>) => {
    let sheet = partialSheets.get(file);
    if (!sheet) partialSheets.set(file, (sheet = usedRules(read(file))));
    return sheet(classes);
  };
  const findAssets = (sources: string[], later: string[]): PageAssets => {
    // The entry's sheet comes first, because it defines the order of the cascade layers.
    const sheets = new Set(entry.css);
    const laterSheets = new Set<string>();
    const preloads = new Set<string>();
    const visited = new Set<string>();
    const visit = (name: string, atOnce: boolean) => {
      const chunk = manifest[name];
      if (!chunk || visited.has(name)) return;
      visited.add(name);
      for (const next of chunk.imports ?? []) visit(next, atOnce);
      for (const css of chunk.css ?? []) (atOnce ? sheets : laterSheets).add(css);
      if (atOnce && name !== ENTRY) preloads.add(`/${chunk.file}`);
    };
    const checkSource = (source: string) => {
      if (!manifest[source]) throw new Error(`${source} is named by a route but is not in the bundle`);
      return source;
    };
    visit(ENTRY, true);
    for (const source of sources) visit(checkSource(source), true);
    for (const source of later) visit(checkSource(source), false);
    const whole = [...sheets].map(read).join('');
    const partial = [...laterSheets].filter((file) => !sheets.has(file));
    return {
      styles: [...sheets].map((file) => `/${file}`),
      css: (classes) => whole + partial.map((file) => readPart(file, classes)).join(''),
      preloads: [...preloads],
    };
  };
  const assetsBySources = new Map<string, PageAssets>();
  return {
    entry: `/${entry.file}`,
    of(sources, later = []) {
      const key = `${sources.join(' ')}, ${later.join(' ')}`;
      let assets = assetsBySources.get(key);
      if (!assets) assetsBySources.set(key, (assets = findAssets(sources, later)));
      return assets;
    },
  };
}
