import { expect, it } from 'vitest';
import { accentColors, accentRule, contrastOf, describeContrast } from './brand-colors.ts';

const everyColor = Array.from({ length: 512 }, (_, n) =>
  `#${[n >> 6, (n >> 3) & 7, n & 7].map((part) => Math.round((part * 255) / 7).toString(16).padStart(2, '0')).join('')}`); // prettier-ignore

it('computes the contrast of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#0b7c80', '#0b7c80')).toBe(1);
});

it('refuses a color that makes text hard to read, and names the closest one of its hue that works', () => {
  expect(describeContrast('#7fd1c7')).toBe(
    'Text in or on #7fd1c7 would be hard to read: its contrast is 1.5, and 4.5 is needed. The closest color that works is #247b73.',
  );
  const refused = everyColor.filter((color) => describeContrast(color) !== null);
  expect(refused.length).toBeGreaterThan(200);
  for (const color of refused) {
    const closest = /#[\da-f]{6}\.$/.exec(describeContrast(color)!)![0].slice(0, -1);
    expect([color, closest, describeContrast(closest)]).toEqual([color, closest, null]);
    expect([color, contrastOf(closest, '#f5f2ed') < 5.2]).toEqual([color, true]);
  }
});

it('makes colors for both themes that can be read, from any color that it accepts', () => {
  const surfaces = { light: ['#ffffff', '#fdfcf9', '#f5f2ed'], dark: ['#0c1315', '#101719', '#162123'] };
  for (const color of everyColor.filter((one) => describeContrast(one) === null)) {
    const colors = accentColors(color);
    for (const [at, theme] of (['light', 'dark'] as const).entries()) {
      for (const surface of surfaces[theme])
        expect([color, theme, surface, contrastOf(colors['accent-ink']![at]!, surface) >= 4.5]).toEqual([
          color,
          theme,
          surface,
          true,
        ]);
      for (const fill of ['accent', 'accent-hover', 'accent-active'])
        expect([color, theme, fill, contrastOf(colors[fill]![at]!, colors['on-accent']![at]!) >= 4.5]).toEqual([
          color,
          theme,
          fill,
          true,
        ]);
      expect([
        color,
        theme,
        'wash',
        contrastOf(colors['accent-ink']![at]!, colors['accent-wash']![at]!) >= 4.5,
      ]).toEqual([color, theme, 'wash', true]);
    }
  }
});

it('writes one rule', () => {
  expect(accentRule('#6b3fa0')).toMatch(
    /^:root\{--accent:light-dark\(#6b3fa0,#[\da-f]{6}\);.*--chart-1:light-dark\(#6b3fa0,#[\da-f]{6}\)\}$/,
  );
});
