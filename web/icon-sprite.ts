import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

type Shape = [tag: string, attributes: Record<string, string>];

const lucideImport = /^import \{([^}]*)\} from 'lucide-react';$/gm;
const component = fileURLToPath(new URL('./SpriteIcon.tsx', import.meta.url));
const SPRITE = 'virtual:icon-sprite';

/** The icons that an import names, without types: `Clock` or `Image as ImageIcon`. */
const namesIn = (list: string) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '))
    .map((part) => {
      const [icon, local = icon] = part.split(' as ');
      return { icon: icon!, local: local! };
    });

/** A file with every icon that the UI imports, as symbols. */
async function drawSprite(root: string): Promise<string> {
  const folder = join(root, 'ui');
  const icons = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(lucideImport)])
      .flatMap(([, list]) => namesIn(list!))
      .map(({ icon }) => icon),
  );
  const library = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm');
  const fileOf = new Map(
    [...readFileSync(join(library, 'lucide-react.mjs'), 'utf8').matchAll(/export \{([^}]*)\} from '(\.\/icons\/[^']+)'/g)]
      .flatMap(([, list, file]) => [...list!.matchAll(/default as (\w+)/g)].map(([, name]) => [name!, file!] as const)),
  ); // prettier-ignore
  const symbols: string[] = [];
  for (const icon of [...icons].toSorted()) {
    const file = fileOf.get(icon);
    if (!file) throw new Error(`lucide-react has no icon ${icon}`);
    const { __iconData } = (await import(pathToFileURL(join(library, file)).href)) as { __iconData: { node: Shape[] } };
    const shapes = __iconData.node.map(([tag, { key: _key, ...attributes }]) => {
      const text = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
      return `<${tag}${text.join('')}/>`;
    });
    symbols.push(`<symbol id="${icon}" viewBox="0 0 24 24">${shapes.join('')}</symbol>`);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
}

/**
 * Moves the drawings of Lucide's icons from scripts and documents into one hashed file. A page with a hundred icons
 * then holds a hundred short references.
 */
export function iconSprite(root: string): Plugin {
  let sprite = '';
  let file = '';
  return {
    name: 'enamel:icon-sprite',
    apply: 'build',
    enforce: 'pre',
    async buildStart() {
      sprite = await drawSprite(root);
      file = `assets/${createHash('sha256').update(sprite).digest('base64url').slice(0, 4)}.svg`;
    },
    resolveId: (source) => (source === SPRITE ? `\0${SPRITE}` : null),
    load: (id) => (id === `\0${SPRITE}` ? `export default '/${file}';` : null),
    transform: {
      filter: { id: /\/ui\/.*\.tsx?$/, code: /from 'lucide-react'/ },
      handler: (code) =>
        `import { spriteIcon } from '${component}';\n` +
        code.replace(lucideImport, (_, list: string) =>
          namesIn(list)
            .map(({ icon, local }) => `const ${local} = /* @__PURE__ */ spriteIcon('${icon}');`)
            .join('\n'),
        ),
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: file, source: sprite });
    },
  };
}
