import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';

// Without vowels, because ad blockers hide elements with classes such as "ad".
const LETTERS = 'bcdfghjklmnpqrstvwxzBCDFGHJKLMNPQRSTVWXZ';
const CHARACTERS = `${LETTERS}0123456789`;

/** Unique for numbers from 0 on, and two characters for the first 2,000. */
function shortNameOf(number: number): string {
  const first = LETTERS[number % LETTERS.length]!;
  let rest = '';
  for (
    let left = Math.floor(number / LETTERS.length);
    rest === '' || left > 0;
    left = Math.floor(left / CHARACTERS.length)
  )
    rest += CHARACTERS[left % CHARACTERS.length]!;
  return first + rest;
}

/**
 * Class names of two characters, because a page repeats hundreds of them. They number the classes of all CSS modules
 * in the order of the files, so that the builds for the browser and the server agree.
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const folder = join(root, 'ui');
  const keyOf = (file: string, name: string) => `${relative(folder, file).replaceAll('\\', '/')} ${name}`;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .toSorted();
  const keys = files.flatMap((file) => {
    const path = join(folder, file);
    const names = readFileSync(path, 'utf8').matchAll(/(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi);
    return [...names].map(([, name]) => keyOf(path, name!));
  });
  const shortNames = new Map([...new Set(keys)].map((key, number) => [key, shortNameOf(number)]));
  return (name, file) => {
    const shortName = shortNames.get(keyOf(file.replace(/\?.*$/, ''), name));
    if (shortName === undefined) throw new Error(`No class ${name} was found in ${file}`);
    return shortName;
  };
}

/**
 * Gives the custom properties of tokens.css names of two characters, because style sheets use them hundreds of times.
 * Scripts compose the names of the chart's colors, so those stay.
 */
export function shortTokens(root: string): { plugin: Plugin; postcss: Rewriter } {
  const tokens = readFileSync(join(root, 'ui/kit/styles/tokens.css'), 'utf8').matchAll(/^ {2}--(?!chart-)([\w-]+):/gm);
  const shortTokens = new Map(
    [...new Set([...tokens].map(([, token]) => token!))].map((token, number) => [token, shortNameOf(number)]),
  );
  const rename = (text: string) =>
    text.replace(/--([a-z][\w-]*)/g, (name, token: string) => {
      const short = shortTokens.get(token);
      return short === undefined ? name : `--${short}`;
    });
  return {
    plugin: {
      name: 'enamel:short-tokens',
      apply: 'build',
      enforce: 'pre',
      transform: { filter: { id: /\/ui\/.*\.tsx?$/, code: /--[a-z]/ }, handler: rename },
    },
    postcss: {
      postcssPlugin: 'enamel-short-tokens',
      OnceExit(sheet) {
        sheet.walkDecls((declaration) => {
          declaration.prop = rename(declaration.prop);
          declaration.value = rename(declaration.value);
        });
      },
    },
  };
}

/** The part of a PostCSS plugin that is used here. */
interface Rewriter {
  postcssPlugin: string;
  OnceExit(sheet: { walkDecls(visit: (declaration: { prop: string; value: string }) => void): void }): void;
}

/**
 * Shortens the two custom properties that Lightning CSS writes for each light-dark() color. It adds them after PostCSS
 * has run, so this changes the finished sheets.
 */
export function shortColorSwitches(): Plugin {
  return {
    name: 'enamel:short-color-switches',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        file.source = String(file.source).replace(/--lightningcss-(light|dark)/g, (_, mode: string) =>
          mode === 'light' ? '--0' : '--1',
        );
      }
    },
  };
}
