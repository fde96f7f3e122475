import { expect, it } from 'vitest';
import { describeFailure } from './pack-failure.ts';

const remedy = 'set ELECTRON_MIRROR and ELECTRON_BUILDER_BINARIES_MIRROR, or pack where GitHub can be reached.';
const packaging =
  '  • packaging       platform=linux arch=x64 electron=45.4.1 appOutDir=desktop/dist/packed/linux-unpacked\n';
const building = '  • building        target=deb arch=x64 file=desktop/dist/packed/Enamel-0.1.0-amd64.deb\n';
const notFound =
  '  ⨯ getaddrinfo ENOTFOUND github.com  failedTask=build stackTrace=RequestError: getaddrinfo ENOTFOUND github.com\n';

it.each([
  ['Electron', packaging + notFound, 'Electron 45.4.1 for linux x64 could not be downloaded from github.com'],
  [
    'a tool',
    packaging + building + notFound,
    'the tool that writes deb packages could not be downloaded from github.com',
  ],
  [
    'what a mirror lacks',
    packaging + notFound.replaceAll('github.com', 'mirror.corp'),
    'Electron 45.4.1 for linux x64 could not be downloaded from mirror.corp',
  ],
  ['an unknown file', 'fetch failed', 'Electron or a packing tool could not be downloaded from github.com'],
])('names %s that could not be downloaded', (_what, output, reason) => {
  expect(describeFailure(output)).toBe(`Packing stopped because ${reason}: ${remedy}`);
});

it('leaves other failures to electron-builder’s own words', () => {
  expect(describeFailure(`${packaging}  ⨯ Please specify project homepage\n`)).toBe(
    'Packing stopped for the reason above.',
  );
});
