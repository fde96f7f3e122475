import { expect, it } from 'vitest';
import { describeFailure } from './pack-failure.ts';

const remedy = 'set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or pack where GitHub can be reached.';

it.each([
  [
    'Electron',
    '⨯ getaddrinfo EAI_AGAIN github.com  url=https://github.com/electron/electron/releases/download/v45.4.1/electron-v45.4.1-linux-x64.zip',
    'electron-v45.4.1-linux-x64.zip could not be downloaded from github.com',
  ],
  [
    'a tool from a mirror',
    'RequestError: connect ECONNREFUSED 10.0.0.1:443\n  at "https://mirror.corp/releases/download/fpm@2.1.4/fpm-1.17.0.7z"',
    'fpm-1.17.0.7z could not be downloaded from mirror.corp',
  ],
  [
    'something that isn’t named',
    'TypeError: fetch failed',
    'Electron or a packing tool could not be downloaded from github.com',
  ],
])('names %s that could not be downloaded', (_what, output, reason) => {
  expect(describeFailure(output)).toBe(`Packing stopped because ${reason}: ${remedy}`);
});

it('leaves other failures to electron-builder’s own words', () => {
  const output = '⨯ Please specify project homepage\n • downloading url=https://github.com/a/releases/download/b/c.zip';
  expect(describeFailure(output)).toBe('Packing stopped for the reason above.');
});
