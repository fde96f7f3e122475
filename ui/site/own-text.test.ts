import { expect, it } from 'vitest';
import { completeSettings } from '#shared/site-settings.ts';
import { readOwnText } from './own-text.tsx';

const site = { ...completeSettings({ brand: 'Bright Bay', address: '1 Bay Road\nPortland, ME' }), publicUrl: '' };

it('a text of the operator has parts with addresses of their own, and the settings in place of their names', () => {
  const { intro, parts } = readOwnText(
    'Rules of {brand}.\n\n## Who we are\n{company}, {address}. {unknown}\n\n## Who we are\nAgain.\n### Not a part\n## 日本',
    site,
  );
  expect(intro).toBe('Rules of Bright Bay.');
  expect(parts.map(({ id, title }) => [id, title])).toEqual([
    ['who-we-are', 'Who we are'],
    ['who-we-are-2', 'Who we are'],
    ['part', '日本'],
  ]);
  expect(JSON.stringify(parts[0]!.body)).toContain('Bright Bay, 1 Bay Road, Portland, ME. {unknown}');
});

it('a text without parts is its introduction', () => {
  expect(readOwnText('Be kind.', site)).toEqual({ intro: 'Be kind.', parts: [] });
});
