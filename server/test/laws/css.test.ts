import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findImports, listFiles, readSource } from './source-files.ts';

const folders = ['ui', 'web', 'desktop'] as const;
const allowedQuery = /^\((width (<|>=) (30|40|48|64)rem|(30|40|48|64)rem <= width < (30|40|48|64)rem)\)$/;

/** Media conditions on the width of the window that are not one of the four breakpoints in range syntax. */
function findOddBreakpoints(): string[] {
  const styles = listFiles(folders, /\.css$/).flatMap((file) =>
    [...readSource(file).matchAll(/@(?:media|custom-media)\s([^{;]+)/g)].map(([, query]) => ({ file, query: query! })),
  );
  const scripts = listFiles(folders, /\.tsx?$/).flatMap((file) =>
    [...readSource(file).matchAll(/(?:matchMedia\(|sizes=)['"`]([^'"`]+)/g)].map(([, query]) => ({
      file,
      query: query!,
    })),
  );
  return [...styles, ...scripts].flatMap(({ file, query }) =>
    [...query.matchAll(/\([^()]*\bwidth\b[^()]*\)/g)]
      .filter(([condition]) => !allowedQuery.test(condition))
      .map(([condition]) => `${file}: ${condition}`),
  );
}

/** Components that import the CSS module of another component. Modules in ui/kit/styles are for everyone. */
const findBorrowedModules = (): string[] =>
  listFiles(folders, /\.tsx?$/)
    .flatMap(findImports)
    .filter(({ to }) => to.endsWith('.module.css') && !to.startsWith('ui/kit/styles/'))
    .filter(({ from, to }) => from.replace(/(\.test)?\.tsx?$/, '') !== to.replace(/\.module\.css$/, ''))
    .map(({ from, to }) => `${basename(from)} imports ${to} (${from})`);

describe('style sheets', () => {
  it('use four breakpoints in range syntax: 30rem, 40rem, 48rem, and 64rem', () => {
    const oddBreakpoints = findOddBreakpoints();
    expect(oddBreakpoints).toEqual([]);
  });

  it('are imported only by the component whose name they carry', () => {
    const borrowedModules = findBorrowedModules();
    expect(borrowedModules).toEqual([]);
  });
});
