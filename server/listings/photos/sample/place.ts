/** Illustrated practices, as SVG: the street front and the rooms. */
interface Palette {
  sky: readonly [string, string];
  wall: string;
  wallShade: string;
  trim: string;
  accent: string;
  glass: string;
  ground: string;
  leaf: string;
}

export const palettes: readonly Palette[] = [
  {
    sky: ['#cfe7ec', '#f6efe1'],
    wall: '#f3ead9',
    wallShade: '#e3d6bf',
    trim: '#fbf8f1',
    accent: '#2f7f86',
    glass: '#a9cdd3',
    ground: '#d8d0c0',
    leaf: '#6f9a76',
  },
  {
    sky: ['#d9e5f2', '#f7eee6'],
    wall: '#b8674b',
    wallShade: '#a1563c',
    trim: '#f4e6d8',
    accent: '#35586e',
    glass: '#bcd3de',
    ground: '#d3cac0',
    leaf: '#7d9a63',
  },
  {
    sky: ['#e5e3f1', '#fbeee3'],
    wall: '#e9eef0',
    wallShade: '#d3dce0',
    trim: '#ffffff',
    accent: '#d08a4e',
    glass: '#a8c4d2',
    ground: '#d5d3d0',
    leaf: '#5f8f7a',
  },
  {
    sky: ['#d3ebe3', '#f8f3df'],
    wall: '#8fb0a0',
    wallShade: '#7a9c8c',
    trim: '#f6f3e8',
    accent: '#b0563f',
    glass: '#c3dcd8',
    ground: '#d9d4c3',
    leaf: '#577f5d',
  },
];

const svg = (body: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="800" height="533">${body}</svg>`;
const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" rx="${radius}"/>`;
const circle = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

const outdoors = ({ sky, ground }: Palette): string =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="1" stop-color="${sky[1]}"/></linearGradient></defs>
${rect(0, 0, 1200, 800, 'url(#sky)')}${circle(960, 170, 62, '#fff6df')}
<path d="M0 560q180-90 380-40t420-30 400 50v260H0Z" fill="${sky[0]}"/>${rect(0, 650, 1200, 150, ground)}${rect(0, 650, 1200, 14, '#fff')}`;

const tree = ({ leaf }: Palette, x: number, height: number): string =>
  `${rect(x - 7, 660 - height * 0.5, 14, height * 0.5, '#8a6a4f')}<g opacity=".95">${circle(x, 660 - height * 0.7, height * 0.3, leaf)}${circle(x - height * 0.16, 660 - height * 0.52, height * 0.22, leaf)}${circle(x + height * 0.17, 660 - height * 0.53, height * 0.23, leaf)}</g>`;

const pot = ({ leaf, accent }: Palette, x: number, floor: number): string =>
  `<path d="M${x - 26} ${floor - 56}h52l-8 56h-36Z" fill="${accent}"/><path d="M${x} ${floor - 56}q-50-30-40-90 34 20 40 70-6-70 10-110 28 40 4 108 14-44 46-50-4 52-60 72Z" fill="${leaf}"/>`;

/** A window whose glass reflects. */
const pane = ({ glass, trim }: Palette, x: number, y: number, width: number, height: number): string =>
  `${rect(x - 10, y - 10, width + 20, height + 20, trim, 4)}${rect(x, y, width, height, glass)}<path d="M${x + width * 0.12} ${y + height}l${width * 0.5}-${height}h${width * 0.2}l-${width * 0.5} ${height}Z" fill="#fff" opacity=".3"/>`;

const sign = (x: number, y: number, fill: string, ink: string): string =>
  `${rect(x, y, 260, 64, fill, 10)}<path d="M${x + 60} ${y + 26}q70 34 140 0" fill="none" stroke="${ink}" stroke-width="9" stroke-linecap="round"/>`;

const door = (palette: Palette, x: number, y: number): string =>
  `${rect(x - 12, y - 12, 144, 662 - y, palette.trim)}${rect(x, y, 120, 650 - y, palette.accent)}${pane(palette, x + 22, y + 26, 76, (650 - y) * 0.5)}${circle(x + 100, y + (650 - y) * 0.7, 6, '#f6e7c1')}`;

function drawShop(palette: Palette): string {
  const { wall, wallShade, trim, accent } = palette;
  const stripes = Array.from(
    { length: 10 },
    (_, n) => `<path d="M${260 + n * 68} 380h68v52a34 26 0 0 1-68 0Z" fill="${n % 2 === 0 ? accent : trim}"/>`,
  ).join('');
  return svg(
    `${outdoors(palette)}${tree(palette, 120, 330)}${rect(230, 200, 740, 450, wall)}${rect(210, 176, 780, 34, wallShade)}
${sign(470, 244, trim, accent)}${pane(palette, 300, 410, 300, 190)}${door(palette, 690, 410)}${pane(palette, 860, 410, 80, 190)}
${rect(230, 374, 740, 8, wallShade)}${stripes}${pot(palette, 640, 656)}${pot(palette, 850, 656)}${tree(palette, 1080, 270)}`,
  );
}

function drawPavilion(palette: Palette): string {
  const { wall, wallShade, trim, accent } = palette;
  return svg(
    `${outdoors(palette)}${tree(palette, 1060, 380)}<path d="M120 330 720 250l380 60v34H120Z" fill="${wallShade}"/>${rect(160, 340, 900, 310, wall)}
${rect(160, 340, 250, 310, accent)}${sign(158 + 0, 400, accent, trim)}${pane(palette, 460, 390, 130, 230)}${pane(palette, 612, 390, 130, 230)}${door(palette, 800, 392)}
${pane(palette, 960, 390, 70, 230)}${tree(palette, 70, 250)}${pot(palette, 770, 660)}<path d="M420 650q20-40 60-20 20-30 56-6 30-20 60 26Z" fill="${palette.leaf}"/>`,
  );
}

function drawTownhouse(palette: Palette): string {
  const { wall, wallShade, trim, accent } = palette;
  const upper = [390, 540, 690].map((x) => pane(palette, x, 190, 96, 130)).join('');
  return svg(
    `${outdoors(palette)}${rect(60, 250, 270, 400, wallShade)}${rect(850, 220, 290, 430, wallShade)}${rect(330, 120, 520, 530, wall)}
<path d="M306 130 590 56l284 74v20H306Z" fill="${accent}"/>${upper}${rect(330, 356, 520, 16, trim)}${sign(380, 388, trim, accent)}
${pane(palette, 390, 484, 210, 140)}${door(palette, 680, 420)}${pane(palette, 120, 330, 130, 150)}${pane(palette, 930, 320, 130, 150)}
${pot(palette, 642, 656)}${tree(palette, 240, 240)}${tree(palette, 980, 300)}`,
  );
}

export const fronts = [drawShop, drawPavilion, drawTownhouse] as const;

const indoors = ({ wall, ground, trim }: Palette): string =>
  `${rect(0, 0, 1200, 800, trim)}${rect(0, 0, 1200, 560, wall)}<path d="M0 560h1200v240H0Z" fill="${ground}"/>${rect(0, 548, 1200, 16, trim)}`;

export function drawReception(palette: Palette): string {
  const { accent, trim, wallShade, glass } = palette;
  const lamp = (x: number) =>
    `${rect(x - 2, 0, 4, 150, wallShade)}<path d="M${x - 46} 200q0-56 46-56t46 56Z" fill="${accent}"/>${circle(x, 204, 13, '#fff2cf')}`;
  return svg(
    `${indoors(palette)}${pane(palette, 80, 150, 230, 270)}${rect(470, 220, 300, 150, trim, 12)}<path d="M540 284q80 44 160 0" fill="none" stroke="${accent}" stroke-width="12" stroke-linecap="round"/>
${lamp(520)}${lamp(720)}${rect(400, 440, 460, 240, trim, 14)}${rect(400, 440, 460, 34, accent, 10)}${[440, 540, 640, 740].map((x) => rect(x, 500, 80, 150, wallShade, 6)).join('')}
${rect(560, 380, 110, 66, '#3d4a50', 6)}${rect(568, 388, 94, 50, glass)}${pot(palette, 950, 690)}${rect(1010, 520, 150, 100, accent, 26)}${rect(996, 590, 178, 60, accent, 20)}
${rect(1010, 646, 12, 40, '#8a6a4f')}${rect(1146, 646, 12, 40, '#8a6a4f')}${pot(palette, 330, 700)}`,
  );
}

export function drawTreatmentRoom(palette: Palette): string {
  const { accent, trim, wallShade } = palette;
  return svg(
    `${indoors(palette)}${pane(palette, 120, 120, 420, 300)}${rect(820, 250, 300, 330, trim, 8)}${[0, 1, 2].map((n) => rect(840, 270 + n * 102, 260, 86, wallShade, 6)).join('')}
${rect(812, 236, 316, 20, accent, 6)}<path d="M640 90h16v120l90 70-10 14-96-74Z" fill="${wallShade}"/><ellipse cx="752" cy="296" rx="66" ry="24" fill="#fff6df" transform="rotate(24 752 296)"/>
<path d="M340 470q70-60 120 30l60 90h230q40 0 40 40v14H480q-40 0-62-36Z" fill="${accent}"/>${rect(540, 640, 60, 70, wallShade)}${rect(470, 700, 220, 22, wallShade, 11)}
<path d="M338 474q-30-60 16-74t62 42Z" fill="${accent}"/>${rect(880, 560, 120, 18, '#3d4a50', 6)}${rect(930, 578, 16, 110, wallShade)}${rect(890, 684, 96, 16, wallShade, 8)}${pot(palette, 180, 700)}`,
  );
}
