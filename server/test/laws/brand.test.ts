import { expect, it } from 'vitest';
import { DEFAULT_BRAND } from '#shared/site-settings.ts';
import { isTestFile, listFiles, readSource } from './source-files.ts';

/** Names that people don't see as the site's, or that others depend on, each with the reason. */
const exceptions: readonly [name: RegExp, reason: string][] = [
  [/X-Enamel-[A-Z][\w-]*/g, 'Headers of requests between our own programs.'],
  [/Enamel Microabrasion/g, 'A dental service, named after the tissue.'],
  [/Software\\Classes\\Enamel\.csv|"Enamel\.csv"/g, 'A key of the Windows registry, which an update must find again.'],
];

const code = listFiles(
  ['server', 'ui', 'web', 'desktop'],
  /\.(?:[cm]?[jt]sx?|css|html|svg|json|webmanifest|sql|nsh|service|md)$/,
).filter((file) => !isTestFile(file) && !/\/(?:test|e2e|fixtures)\/|\/out\//.test(file));

it('the default brand is in the code once, as the default of the setting', () => {
  expect(code.length).toBeGreaterThan(1_000);
  const found = code.flatMap((file) => {
    let text = readSource(file);
    for (const [name] of exceptions) text = text.replaceAll(name, '');
    return text
      .split('\n')
      .flatMap((line, at) => (line.includes(DEFAULT_BRAND) ? [`${file}:${at + 1} ${line.trim()}`] : []));
  });
  expect(found).toEqual([
    expect.stringMatching(/^server\/shared\/site-settings\.ts:\d+ export const DEFAULT_BRAND = '/),
  ]);
});

it('each exception is still in use', () => {
  const all = code.map(readSource).join('\n');
  expect(exceptions.filter(([name]) => all.search(name) === -1)).toEqual([]);
});
