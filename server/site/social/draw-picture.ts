import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';

export interface PictureWords {
  brand: string;
  accent: string;
  title: string;
  lines: readonly string[];
  /** The bytes of the site's logo, which takes the place of the mark. */
  logo: Buffer | null;
}

/** The size that networks ask for. */
const [WIDTH, HEIGHT] = [1200, 630];
const MARGIN = 80;
/** Longer titles are cut, so that they never run over the lines below them. */
const LONGEST_TITLE = 96;
const LONGEST_LINE = 60;
const DEFAULT_ACCENT = '#0f7f85';
const INK = '#14262b';
const SOFT_INK = '#47585c';

// The fonts come with the server, because a container often has none, and librsvg would draw boxes.
const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/figtree/package.json'));
const bold = { font: 'Figtree Bold', fontfile: join(fonts, '700Bold/Figtree_700Bold.ttf') };
const regular = { font: 'Figtree', fontfile: join(fonts, '400Regular/Figtree_400Regular.ttf') };

export const MARK =
  'M7.2 8.6C8.9 13 15.6 13.2 17.6 8.4C19 5.2 17.6 3 15.4 3C13.9 3 13.2 3.9 12 3.9C10.8 3.9 10.1 3 8.4 3C5.4 3 3.7 5.3 4 8.2C4.3 11.4 5.8 13.2 6.4 16.5C6.8 19 7.2 21 8.6 21C10.4 21 10.1 16.4 12 16.4C13.9 16.4 13.6 21 15.4 21C16.8 21 17.2 19 17.6 16.5C18 14.6 18.8 13.2 19.4 11.8';
const LOGO_SIZE = 64;
const backgroundOf = (accent: string, hasMark: boolean) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#fbfaf7"/><rect width="100%" height="14" fill="${accent}"/>
${hasMark ? `<g transform="translate(${MARGIN} 66) scale(2.6)" fill="none" stroke="${accent}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="${MARK}"/></g>` : ''}
</svg>`,
  );

/** Text as a layer. The text is escaped, because Pango reads markup. */
async function drawText(text: string, size: number, color: string, font: typeof bold, top: number) {
  const markup = `<span foreground="${color}" size="${size}pt">${escapeMarkup(text)}</span>`;
  const { data, info } = await sharp({
    text: { text: markup, ...font, width: WIDTH - 2 * MARGIN, wrap: 'word-char', rgba: true, dpi: 72, spacing: 6 },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { layer: { input: data, left: MARGIN, top } satisfies OverlayOptions, bottom: top + info.height };
}

/** Text that Pango shows as it is. Control characters, which it can't show, become spaces. */
function escapeMarkup(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/gu, ' ')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const cut = (text: string, longest: number): string => {
  const letters = [...text.trim()];
  return letters.length > longest
    ? `${letters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : letters.join('');
};

/** The whole logo in a transparent square, as PNG. */
export const fitLogo = (logo: Buffer, size: number): Promise<Buffer> =>
  sharp(logo).resize(size, size, { fit: 'contain', background: '#0000' }).png().toBuffer();

/** Draws the picture that other sites show with a page. */
export async function drawPicture({ brand, accent, title, lines, logo }: PictureWords): Promise<Buffer> {
  const words = cut(title, LONGEST_TITLE);
  const name = await drawText(brand, 44, INK, bold, 76);
  const heading = await drawText(words, words.length <= 26 ? 84 : words.length <= 52 ? 68 : 56, INK, bold, 200);
  const layers: OverlayOptions[] = [name.layer, heading.layer];
  let top = heading.bottom + 40;
  for (const line of lines) {
    const drawn = await drawText(cut(line, LONGEST_LINE), 36, SOFT_INK, regular, top);
    if (drawn.bottom > HEIGHT - MARGIN / 2) break;
    layers.push(drawn.layer);
    top = drawn.bottom + 16;
  }
  name.layer.left = MARGIN + 76;
  if (logo) layers.push({ input: await fitLogo(logo, LOGO_SIZE), left: MARGIN, top: 66 });
  return sharp(backgroundOf(accent || DEFAULT_ACCENT, logo === null))
    .composite(layers)
    .png({ palette: true, colors: 64, effort: 4 })
    .toBuffer();
}
