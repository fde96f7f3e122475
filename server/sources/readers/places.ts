import type { Reader } from './reader.ts';

/** Below this confidence, Overture isn't sure that the place exists. */
const MIN_CONFIDENCE = 0.6;

const dental = /dentist|dental|orthodont|endodont|periodont|prosthodont|oral_surgeon|teeth_whitening/;
const notPractices = /laborator|supply|school|insurance|hygien/;

const statuses: Record<string, string> = {
  open: 'open',
  temporarily_closed: 'temporarily closed',
  permanently_closed: 'closed',
  closed: 'closed',
};

const socialFields: readonly (readonly [RegExp, string])[] = [
  [/(^|\.)facebook\.com$/, 'facebookUrl'],
  [/(^|\.)instagram\.com$/, 'instagramUrl'],
  [/(^|\.)tiktok\.com$/, 'tiktokUrl'],
  [/(^|\.)(twitter|x)\.com$/, 'twitterUrl'],
  [/(^|\.)youtube\.com$/, 'youtubeUrl'],
];

/** A cell as a value, because extracts write nested columns as JSON. */
function parseCell(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return '';
  }
}

/** The texts of a list, or the one text of a cell. */
const listTexts = (text: string): string[] =>
  [parseCell(text)].flat().filter((value): value is string => typeof value === 'string' && value !== '');

/** The first value of a nested column: that of names.primary, or of the only address. */
function pickPart(text: string, part: string): string {
  const [first] = [parseCell(text)].flat();
  if (typeof first === 'string') return first;
  const value = (first as Record<string, unknown> | null | undefined)?.[part];
  return typeof value === 'string' ? value : '';
}

function listSocials(text: string): [string, string][] {
  const found = new Map<string, string>();
  for (const address of listTexts(text)) {
    if (!URL.canParse(address)) continue;
    const field = socialFields.find(([host]) => host.test(new URL(address).hostname))?.[1];
    if (field && !found.has(field)) found.set(field, address);
  }
  return [...found];
}

/** GeoParquet holds a point as binary, which is read as GeoJSON; extracts as CSV have well-known text. */
function parseGeometry(text: string): [string?, string?] {
  const [, x, y] = /^POINT\s*\(\s*(-?[\d.]+)\s+(-?[\d.]+)\s*\)$/i.exec(text) ?? [];
  if (x) return [x, y];
  const { type, coordinates } = (parseCell(text) || {}) as { type?: unknown; coordinates?: unknown };
  const isPoint = type === 'Point' && Array.isArray(coordinates) && coordinates.every(Number.isFinite);
  return isPoint ? (coordinates.map(String) as [string, string]) : [];
}

function readPoint(cell: (column: string) => string): Record<string, string> | undefined {
  const [x, y] = parseGeometry(cell('geometry'));
  const [lat, lng] = [cell('latitude') || y, cell('longitude') || x];
  return lat && lng ? { lat, lng, pointExactness: 'address' } : undefined;
}

/** An extract of the places theme as GeoParquet or CSV, with the columns of the schema or their first parts. */
export const placesReader: Reader = {
  needs: ['id', 'confidence'],
  about: 'office',
  read(cell) {
    const category =
      cell('category') || pickPart(cell('categories'), 'primary') || pickPart(cell('taxonomy'), 'primary');
    if (category !== '' && (!dental.test(category) || notPractices.test(category))) return null;
    const confidence = Number(cell('confidence') || Number.NaN);
    if (!(confidence >= MIN_CONFIDENCE && confidence <= 1)) return null;
    const part = (name: string, ...columns: string[]) =>
      columns.map(cell).find(Boolean) || pickPart(cell('addresses'), name);
    const [phone] = listTexts(cell('phones') || cell('phone'));
    const [website] = listTexts(cell('websites') || cell('website'));
    const address = part('freeform', 'freeform', 'address');
    const operating = statuses[cell('operating_status').toLowerCase()];
    const status: Record<string, string> = operating
      ? { operatingStatus: operating, operatingConfidence: String(Math.round(confidence * 10) * 10) }
      : {};
    const candidate = {
      name: cell('name') || pickPart(cell('names'), 'primary'),
      phone: phone ?? '',
      address,
      zip: part('postcode', 'postcode', 'zip'),
    };
    // A closed practice may have sold its website and number.
    if (operating === 'closed') return { candidate, values: {}, placeValues: status };
    const point = readPoint(cell);
    return {
      candidate,
      values: {
        ...(website ? { website } : {}),
        ...Object.fromEntries(listSocials(cell('socials'))),
      },
      placeValues: { ...status, ...(phone ? { phone } : {}), ...point },
    };
  },
};
