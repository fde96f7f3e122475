/** Illustrated portraits for invented dentists, as SVG. */
interface Look {
  skin: keyof typeof skins;
  hair: string;
  style: keyof typeof styles;
  /** Scrubs under the white coat. */
  scrubs: string;
  backdrop: readonly [string, string];
  glasses?: boolean;
  beard?: boolean;
}

/** Skin and its shadow. */
const skins = {
  porcelain: ['#f6d7c3', '#e5b89e'],
  sand: ['#eec1a0', '#d89f7b'],
  honey: ['#d9a276', '#bd8459'],
  amber: ['#b97f54', '#98623c'],
  cocoa: ['#8d5a3a', '#6f4329'],
  umber: ['#66402b', '#4c2d1d'],
} as const;

const hairline = 'M77 104C70 62 92 38 122 38s52 24 43 66c-3-15-9-24-17-28-19 7-42 6-56-1-9 6-13 17-15 29Z';
/** Hair behind the head, and in front of it. */
const styles = {
  cropped: ['', `<path d="${hairline}"/>`],
  parted: [
    '',
    '<path d="M77 104C68 56 96 34 128 37c30 3 45 28 37 67-3-16-8-26-18-33-14 10-40 12-58 2-8 8-10 19-12 31Z"/>',
  ],
  swept: [
    '',
    '<path d="M78 102C72 52 104 26 138 33c16 3 32 22 26 69-3-14-7-22-13-27-20 3-46-3-55-11-10 9-16 24-18 38Z"/>',
  ],
  receding: ['', '<path d="M78 106c-6-26 2-48 14-56-5 14-8 32-14 56Zm86 0c6-26-2-48-14-56 5 14 8 32 14 56Z"/>'],
  curly: [
    '',
    '<circle cx="88" cy="66" r="18"/><circle cx="108" cy="51" r="20"/><circle cx="133" cy="51" r="20"/><circle cx="153" cy="66" r="18"/><circle cx="80" cy="86" r="10"/><circle cx="161" cy="86" r="10"/>',
  ],
  long: [
    '<path d="M66 112c-4-52 22-80 55-80s60 28 55 80c-2 26 6 48 10 68-40 14-92 14-130 0 4-20 12-42 10-68Z"/>',
    '<path d="M78 104c-3-38 14-60 44-60s45 22 42 60c-8-8-20-22-28-38-12 18-36 30-58 38Z"/>',
  ],
  bob: [
    '<path d="M66 118c-6-58 20-84 55-84s61 26 55 84c-1 14-6 26-14 34H80c-8-8-13-20-14-34Z"/>',
    '<path d="M77 102c-2-36 16-56 44-56s46 20 44 56c-4-14-10-24-18-29-22 6-46 5-56 1-8 6-12 16-14 28Z"/>',
  ],
  bun: ['<circle cx="121" cy="32" r="19"/>', `<path d="${hairline}"/>`],
  cloud: [
    '<circle cx="121" cy="84" r="62"/>',
    '<path d="M80 98c0-32 14-50 41-50s42 18 41 50c-6-12-12-20-20-24-14 5-30 5-42 0-10 5-16 13-20 24Z"/>',
  ],
  scarf: [
    '<path d="M70 106c-4-48 18-74 51-74s56 26 51 74c-2 34 10 58 22 74-44 18-102 18-146 0 12-16 24-40 22-74Z"/>',
    '<path fill-rule="evenodd" d="M70 104c-4-46 18-72 51-72s56 26 51 72c-1 34-20 66-51 66s-50-32-51-66Zm13-4c0 28 16 48 38 48s38-20 38-48-16-46-38-46-38 18-38 46Z"/>',
  ],
} as const;

const backdrops = {
  lagoon: ['#d5ebe9', '#bcdedc'],
  dune: ['#f4e7d3', '#ead6b8'],
  sky: ['#dde9f3', '#c6daea'],
  sage: ['#e0eadb', '#cbdcc4'],
  rose: ['#f5e1dc', '#ebcdc5'],
  lilac: ['#e7e2f0', '#d5cce5'],
} as const;
const { lagoon, dune, sky, sage, rose, lilac } = backdrops;

export const shortHair: readonly Look[] = [
  { skin: 'sand', hair: '#4a3326', style: 'parted', scrubs: '#3c7f8c', backdrop: lagoon },
  { skin: 'umber', hair: '#1c1512', style: 'cropped', scrubs: '#4f6d9a', backdrop: dune, beard: true },
  { skin: 'porcelain', hair: '#a9773f', style: 'swept', scrubs: '#55806a', backdrop: sky, glasses: true },
  { skin: 'honey', hair: '#1f1a19', style: 'swept', scrubs: '#3c7f8c', backdrop: sage },
  { skin: 'amber', hair: '#231913', style: 'curly', scrubs: '#6a6fa3', backdrop: rose },
  { skin: 'porcelain', hair: '#9b9a98', style: 'receding', scrubs: '#4f6d9a', backdrop: lagoon, glasses: true },
  { skin: 'cocoa', hair: '#1a1411', style: 'receding', scrubs: '#55806a', backdrop: lilac, beard: true },
  { skin: 'sand', hair: '#6b4226', style: 'curly', scrubs: '#4f6d9a', backdrop: dune, beard: true },
  { skin: 'honey', hair: '#2a2120', style: 'parted', scrubs: '#55806a', backdrop: sky, glasses: true },
  { skin: 'amber', hair: '#5d5a58', style: 'cropped', scrubs: '#3c7f8c', backdrop: sage },
];

export const longHair: readonly Look[] = [
  { skin: 'honey', hair: '#2b1d17', style: 'long', scrubs: '#3c7f8c', backdrop: rose },
  { skin: 'cocoa', hair: '#1d1512', style: 'cloud', scrubs: '#6a6fa3', backdrop: dune },
  { skin: 'porcelain', hair: '#c58b49', style: 'bob', scrubs: '#4f6d9a', backdrop: sage },
  { skin: 'sand', hair: '#1f1b1b', style: 'bob', scrubs: '#55806a', backdrop: sky, glasses: true },
  { skin: 'amber', hair: '#241a15', style: 'bun', scrubs: '#3c7f8c', backdrop: lilac },
  { skin: 'porcelain', hair: '#8a4528', style: 'long', scrubs: '#55806a', backdrop: lagoon, glasses: true },
  { skin: 'sand', hair: '#3c6e77', style: 'scarf', scrubs: '#4f6d9a', backdrop: dune },
  { skin: 'umber', hair: '#17110f', style: 'bun', scrubs: '#55806a', backdrop: sky, glasses: true },
  { skin: 'porcelain', hair: '#a8a6a3', style: 'bob', scrubs: '#6a6fa3', backdrop: rose },
  { skin: 'honey', hair: '#402a20', style: 'cloud', scrubs: '#4f6d9a', backdrop: lagoon },
];

const beardPath = 'M80 112c2 34 18 46 41 46s39-12 41-46c-6 10-12 14-20 13-6-5-36-5-42 0-8 1-14-3-20-13Z';
const glassesPath = 'M91 100a14 12 0 1 0 28 0 14 12 0 1 0-28 0m32 0a14 12 0 1 0 28 0 14 12 0 1 0-28 0m-4-1q2-3 4 0';

export function drawPortrait({ skin, hair, style, scrubs, backdrop, glasses, beard }: Look): string {
  const [light, shade] = skins[skin];
  const [behind, before] = styles[style];
  const ears = style === 'scarf' ? '' : `<circle cx="78" cy="106" r="9"/><circle cx="164" cy="106" r="9"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="400" height="400">
<rect width="240" height="240" fill="${backdrop[0]}"/><circle cx="121" cy="112" r="94" fill="${backdrop[1]}"/>
<g fill="${hair}">${behind}</g>
<path d="M24 240c2-44 30-60 66-68h62c36 8 64 24 66 68Z" fill="#fbfaf7"/>
<path d="M92 168h58l-8 36-21 24-21-24Z" fill="${scrubs}"/>
<path d="M101 140h40v30c0 12-10 22-20 22s-20-10-20-22Z" fill="${shade}"/>
<path d="M92 168 82 190l32 50h7Zm58 0 10 22-32 50h-7Z" fill="#fff" stroke="#d9dcd8" stroke-width="1.5"/>
<g fill="${light}">${ears}<ellipse cx="121" cy="104" rx="43" ry="50"/></g>
<g fill="${hair}">${beard ? `<path d="${beardPath}"/>` : ''}${before}</g>
<g fill="#2a211d"><circle cx="105" cy="102" r="3.6"/><circle cx="137" cy="102" r="3.6"/></g>
<g fill="none" stroke="#2a211d" stroke-opacity=".65" stroke-width="2.4" stroke-linecap="round"><path d="M97 90q8-5 15-1M130 89q7-4 15 1"/></g>
<path d="M121 104q5 10-2 12" fill="none" stroke="${shade}" stroke-width="2.6" stroke-linecap="round"/>
<path d="M106 127q15 5 30 0-4 13-15 13t-15-13Z" fill="#fff" stroke="${shade}" stroke-width="1.6"/>
${glasses ? `<path d="${glassesPath}" fill="#fff" fill-opacity=".18" stroke="#35302d" stroke-width="2.4"/>` : ''}
</svg>`;
}
