/** Lightness, chroma, and hue in degrees, as in CSS's oklch(). */
type Oklch = readonly [lightness: number, chroma: number, hue: number];
type Rgb = readonly [red: number, green: number, blue: number];

/** WCAG AA for text. */
const ENOUGH = 4.5;
/** The darkest light surface that has links, `--sunken` in the light theme. */
const SUNKEN = '#f5f2ed';
const WHITE = '#ffffff';

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const fromLinear = (value: number): number => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);

const readHex = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as never;
const writeHex = (rgb: Rgb): string =>
  `#${rgb.map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255).toString(16).padStart(2, '0')).join('')}`; // prettier-ignore

function toOklch(hex: string): Oklch {
  const [red, green, blue] = readHex(hex).map(toLinear) as unknown as Rgb;
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

function toHex([lightness, chroma, hue]: Oklch): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return writeHex([
    fromLinear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    fromLinear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    fromLinear(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]);
}

function luminance(hex: string): number {
  const [red, green, blue] = readHex(hex).map(toLinear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors by WCAG, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  const [dim, bright] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

const isReadable = (color: string): boolean =>
  contrastOf(color, WHITE) >= ENOUGH && contrastOf(color, SUNKEN) >= ENOUGH;

/** The closest color of the same hue on which white text, and which as a link, can be read. */
function findReadable(color: string): string {
  const [lightness, chroma, hue] = toOklch(color);
  let [low, high] = [0, lightness];
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2;
    if (isReadable(toHex([middle, chroma, hue]))) low = middle;
    else high = middle;
  }
  return toHex([low, chroma, hue]);
}

/** Says why a brand color can't be used, and names the closest one that can. Null if it can be used. */
export function describeContrast(color: string): string | null {
  if (isReadable(color)) return null;
  const contrast = Math.min(contrastOf(color, WHITE), contrastOf(color, SUNKEN));
  return `Text in or on ${color} would be hard to read: its contrast is ${(Math.floor(contrast * 10) / 10).toFixed(1)}, and 4.5 is needed. The closest color that works is ${findReadable(color)}.`;
}

/** The accent's colors in both themes. Their lightness is that of the default colors, which tests check for contrast. */
export function accentColors(accent: string): Record<string, readonly [light: string, dark: string]> {
  const [lightness, chroma, hue] = toOklch(accent);
  const light = (darker: number): string => toHex([Math.max(0.1, lightness - darker), chroma, hue]);
  const dark = (at: number, most: number): string => toHex([at, Math.min(chroma, most), hue]);
  return {
    accent: [accent, dark(0.745, 0.105)],
    'accent-hover': [light(0.05), dark(0.8, 0.1)],
    'accent-active': [light(0.1), dark(0.84, 0.09)],
    'on-accent': [WHITE, dark(0.2, 0.035)],
    'accent-ink': [light(0.03), dark(0.81, 0.095)],
    'accent-wash': [toHex([0.957, Math.min(chroma, 0.02), hue]), dark(0.295, 0.042)],
    'chart-1': [accent, dark(0.745, 0.105)],
  };
}

/** The rule that replaces the default accent. It is outside of all layers, so it comes first. */
export const accentRule = (accent: string): string =>
  `:root{${Object.entries(accentColors(accent))
    .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
    .join(';')}}`;
