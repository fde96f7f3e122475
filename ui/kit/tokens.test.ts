import { describe, expect, it } from 'vitest';
import tokens from './styles/tokens.css?raw';

const all = Object.entries(import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true }));
const sheets = Object.entries(
  import.meta.glob<string>('./**/*.css', { query: '?raw', import: 'default', eager: true }),
);

type Theme = 'light' | 'dark';
const colors: Record<Theme, Map<string, string>> = { light: new Map(), dark: new Map() };
for (const [, name, light, dark] of tokens.matchAll(/--([\w-]+): light-dark\((oklch\([^)]*\)), (oklch\([^)]*\))\);/g)) {
  colors.light.set(name ?? '', light ?? '');
  colors.dark.set(name ?? '', dark ?? '');
}

/** Relative luminance of an OKLCH color, clipped to sRGB as browsers do. */
function luminance(color: string): number {
  const [l = 0, c = 0, h = 0] = (color.match(/[\d.]+/g) ?? []).map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(theme: Theme, one: string, other: string): number {
  const read = (name: string) => {
    const color = colors[theme].get(name);
    if (!color) throw new Error(`tokens.css has no color --${name}`);
    return luminance(color);
  };
  const [dim = 0, bright = 0] = [read(one), read(other)].toSorted((a, b) => a - b);
  return (bright + 0.05) / (dim + 0.05);
}

const surfaces = ['paper', 'raised', 'sunken'];
const onSurfaces = (text: string) => surfaces.map((surface): [string, string] => [text, surface]);
const text: [string, string][] = [
  ...['ink', 'ink-soft', 'accent-ink', 'good', 'warn', 'bad'].flatMap(onSurfaces),
  ...['accent-wash', 'gold-wash', 'good-wash', 'warn-wash', 'bad-wash', 'hover'].map((wash): [string, string] => [
    'ink',
    wash,
  ]),
  ['ink-soft', 'hover'],
  ['ink-soft', 'accent-wash'],
  ['accent-ink', 'accent-wash'],
  ['good', 'good-wash'],
  ['warn', 'warn-wash'],
  ['bad', 'bad-wash'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-accent', 'accent-active'],
  ['on-bad', 'bad-fill'],
  ['on-bad', 'bad-fill-hover'],
];
const controls = ['line-strong', 'accent', 'gold', 'chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'].flatMap(
  (each) => onSurfaces(each).slice(0, 2),
);

describe.each<Theme>(['light', 'dark'])('colors, %s', (theme) => {
  it.each(text)('%s can be read on %s', (one, other) => {
    expect(contrast(theme, one, other)).toBeGreaterThanOrEqual(4.5);
  });
  it.each(controls)('%s can be made out on %s', (one, other) => {
    expect(contrast(theme, one, other)).toBeGreaterThanOrEqual(3);
  });
  it('the scroll shadow darkens the edge in both themes', () => {
    expect(luminance(colors[theme].get('edge')!)).toBeLessThan(luminance(colors[theme].get('raised')!));
  });
});

describe('style sheets', () => {
  it.each(sheets.filter(([, css]) => css !== tokens))('%s takes every color from the tokens', (_file, css) => {
    expect(css.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\(/gi)).toBeNull();
  });

  // The build outputs lab(). A near-gray lab color has no hue in oklch, so mixing two of them there turns pink.
  it('mix colors in oklab', () => {
    expect(all.length).toBeGreaterThan(sheets.length);
    expect(all.filter(([, css]) => css.includes('color-mix(in oklch')).map(([file]) => file)).toEqual([]);
  });

  it.each(sheets)('%s uses no unknown token', (_file, css) => {
    const known = new Set([...`${tokens}\n${css}`.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const given = /^--(?:radix-|size$|color$|show$|gap$|foot$|aside$|bar$|toast$)/;
    const unknown = [...css.matchAll(/var\((--[\w-]+)/g)].flatMap(([, name = '']) =>
      known.has(name) || given.test(name) ? [] : [name],
    );
    expect(unknown).toEqual([]);
  });
});
