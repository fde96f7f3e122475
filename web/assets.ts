import { createHash } from 'node:crypto';
import { usedRules, type UsedRules } from './used-rules.ts';

export type Manifest = Record<
  string,
  { file: string; css?: string[]; imports?: string[]; assets?: string[]; src?: string; isEntry?: boolean }
>;

interface InlineRules {
  css: string;
  /** Its hash, as in a Content-Security-Policy. */
  source: string;
}

interface PageAssets {
  /** The style sheets that the page's modules need at once. Vite loads those of deferred modules with their scripts. */
  styles: string[];
  /** The rules to inline: all of `styles`, and those of the deferred modules that apply to a document with these classes. */
  css: ((classes: ReadonlySet<string>) => InlineRules) | null;
  preloads: string[];
}

export interface Assets {
  entry: string;
  /** The assets of these source files, and of the deferred ones, whose markup the server renders. */
  of(sources: string[], later?: string[]): PageAssets;
}

const ENTRY = 'web/entry-client.tsx';
/** Documents of a page differ in a few classes, so most of them need the same rules. */
const MAX_REMEMBERED = 100;

export const hashSource = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** `read` returns a style sheet's text, which the page inlines to save a request. */
export function assetsFrom(manifest: Manifest, read: (file: string) => string): Assets {
  const entry = manifest[ENTRY];
  if (!entry) throw new Error('The web bundle is not built: run npm run build');
  const partialSheets = new Map<string, UsedRules>();
  const readPart = (file: string) => {
    let sheet = partialSheets.get(file);
    if (!sheet) partialSheets.set(file, (sheet = usedRules(read(file))));
    return sheet;
  };
  const remembered = new Map<string, InlineRules>();
  const remember = (key: string, write: () => string): InlineRules => {
    let rules = remembered.get(key);
    if (!rules) {
      const css = write();
      rules = { css, source: hashSource(css) };
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(key, rules);
    }
    return rules;
  };
  const findAssets = (sources: string[], laterSources: string[]): PageAssets => {
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
    for (const source of laterSources) visit(checkSource(source), false);
    const atOnce = [...sheets];
    const later = [...laterSheets].filter((file) => !sheets.has(file));
    const partial = later.map(readPart);
    const name = [...atOnce, ...later].join(' ');
    return {
      styles: atOnce.map((file) => `/${file}`),
      css: (classes) =>
        remember([name, ...partial.map((sheet) => sheet.select(classes))].join(','), () =>
          [...atOnce.map(read), ...partial.map((sheet) => sheet.write(classes))].join(''),
        ),
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
