import { closeSync, openSync, writeSync } from 'node:fs';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatRow, headerLine, type RegistryRow } from '#server/bulk/registry/test/registry-file.ts';

export interface RegistryFileOptions {
  rows: number;
  /** 0 for the first month, 1 for the next. A later one has changed, new, and deactivated providers. */
  month?: number;
  /** Only the rows that the next month changes, adds, or deactivates, like a weekly file. */
  onlyChanges?: boolean;
}

/** The number of dental rows in 1,000. */
const DENTAL_PER_MILLE = 39;
const TEMPLATES = 4000;
const BLOCK = 4 * 2 ** 20;

const lastNames =
  "SMITH JOHNSON WILLIAMS BROWN JONES GARCIA MILLER DAVIS RODRIGUEZ MARTINEZ HERNANDEZ LOPEZ GONZALEZ WILSON ANDERSON THOMAS TAYLOR MOORE JACKSON MARTIN LEE PEREZ THOMPSON WHITE HARRIS NGUYEN PATEL KIM MCALLEN O'BRIEN DESOTO MACDONALD CHEN SHAH COHEN MURPHY KELLY SULLIVAN D'ANGELO VAN-DYKE".split(
    ' ',
  );
const firstNames =
  'JAMES MARY ROBERT PATRICIA JOHN JENNIFER MICHAEL LINDA DAVID ELIZABETH WILLIAM BARBARA RICHARD SUSAN JOSEPH JESSICA THOMAS SARAH CHARLES KAREN PRIYA WEI MINH CARLOS ANA OLGA'.split(
    ' ',
  );
const streets =
  'MAIN ST|OAK AVE|ELM ST|SW 5TH AVE|MAPLE DR|N LAKE BLVD|MARTIN LUTHER KING JR BLVD|FM 1960 RD W|HWY 71|2ND ST'.split(
    '|',
  );
const clinicWords = 'BRIGHT FAMILY GENTLE MODERN RIVERSIDE MCKINNEY SUNSHINE LONE STAR PREMIER OAK HILL'.split(' ');
const dentalCodes = [
  '1223G0001X',
  '122300000X',
  '1223G0001X',
  '1223X0400X',
  '1223P0221X',
  '1223S0112X',
  '1223E0200X',
  '1223P0300X',
  '1223P0700X',
];
const otherCodes = [
  '207Q00000X',
  '163W00000X',
  '183500000X',
  '225100000X',
  '363L00000X',
  '101YM0800X',
  '208000000X',
  '332B00000X',
  '124Q00000X',
  '390200000X',
];

/** A number that depends only on its arguments. */
function mix(seed: number, salt: number): number {
  let value = Math.imul(seed ^ (salt * 0x9e3779b1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
const pick = <T>(list: readonly T[], seed: number, salt: number): T => list[mix(seed, salt) % list.length]!;

const isDental = (row: number) => mix(row, 1) % 1000 < DENTAL_PER_MILLE;

/** Writes a file with the true header and the row length of the registry. Returns its size, and how many rows are dental. */
export async function writeRegistry(
  path: string,
  { rows, month = 0, onlyChanges = false }: RegistryFileOptions,
): Promise<{ bytes: number; rows: number; dental: number }> {
  const { zips, cities } = await readPlaces();
  const cityById = new Map(cities.map((city) => [city.id, city]));
  const towns = zips.map((zip) => ({
    zip: zip.zip,
    state: zip.state,
    city: cityById.get(zip.cityId)!.name.toUpperCase(),
  }));
  const placeOf = (group: number) => {
    const town = pick(towns, group, 2);
    return {
      address: `${(mix(group, 3) % 9899) + 100} ${pick(streets, group, 4)}`,
      address2: mix(group, 5) % 3 === 0 ? `STE ${(mix(group, 6) % 900) + 100}` : '',
      city: town.city,
      state: town.state,
      zip: `${town.zip}${String(mix(group, 7) % 10_000).padStart(4, '0')}`,
      country: 'US',
      phone: `${(mix(group, 8) % 700) + 201}${String((mix(group, 9) % 8_000_000) + 2_000_000)}`,
    };
  };
  const makeRow = (number: number, group: number): RegistryRow => {
    const isClinic = group % 5 === 0;
    const clinic = group - (group % 5);
    const own = placeOf(group);
    const shared = placeOf(clinic);
    const closeness = mix(group, 10) % 20;
    const place =
      isClinic || closeness < 14
        ? shared
        : closeness < 17
          ? { ...own, city: shared.city, state: shared.state, zip: shared.zip, phone: shared.phone }
          : own;
    const changed = month > 0 && mix(number, 11) % 100 === 0;
    const row: RegistryRow = {
      npi: makeNpi(number),
      entity: isClinic ? '2' : '1',
      ...place,
      phone: changed && !isClinic ? own.phone : place.phone,
      enumerated: `0${(number % 9) + 1}/1${number % 9}/20${String((number % 19) + 6).padStart(2, '0')}`,
      updated: changed ? '10/20/2026' : '03/04/2024',
    };
    if (isClinic)
      return {
        ...row,
        organization: `${pick(clinicWords, group, 12)} ${pick(lastNames, group, 13)} DENTAL ${number % 997} PLLC`,
        taxonomies: [[mix(group, 14) % 2 ? '261QD0000X' : '1223G0001X', '', '', 'Y']],
      };
    return {
      ...row,
      last: pick(lastNames, group, 15),
      first: pick(firstNames, group, 16),
      middle: mix(group, 17) % 2 ? String.fromCharCode(65 + (group % 26)) : '',
      credentials: mix(group, 18) % 2 ? 'D.D.S.' : 'DMD',
      gender: mix(group, 19) % 2 ? 'F' : 'M',
      taxonomies: [[pick(dentalCodes, group, 20), String(mix(group, 21) % 90_000), place.state, 'Y']],
    };
  };

  // Other providers differ only in their NPI, which is written into copies of these rows.
  const templates = Array.from({ length: TEMPLATES }, (_, n) =>
    Buffer.from(
      formatRow({
        ...makeRow(10_000_000 + n, n),
        organization: n % 5 === 0 ? `${pick(lastNames, n, 22)} MEDICAL GROUP` : '',
        taxonomies: [[pick(otherCodes, n, 23), String(n), 'TX', 'Y']],
      }),
    ),
  );
  const file = openSync(path, 'w');
  const block = Buffer.alloc(BLOCK + 2 ** 16);
  let [at, bytes, written, dental, group] = [0, 0, 0, 0, 0];
  const flush = () => {
    for (let from = 0; from < at;) from += writeSync(file, block, from, at - from);
    bytes += at;
    at = 0;
  };
  at += block.write(`${headerLine}\n`, 0, 'latin1');
  for (let number = 1; number <= rows; number++) {
    const isDentalRow = isDental(number);
    if (isDentalRow) group++;
    const isNew = mix(number, 24) % 200 === 0;
    if (month === 0 && isNew) continue;
    const isGone = month > 0 && mix(number, 25) % 300 === 0;
    if (onlyChanges && !isNew && !isGone && mix(number, 11) % 100 !== 0) continue;
    written++;
    if (isGone) at += block.write(formatRow({ npi: makeNpi(number), deactivated: '10/22/2026' }), at, 'latin1');
    else if (isDentalRow) {
      dental++;
      at += block.write(formatRow(makeRow(number, group)), at, 'latin1');
    } else {
      const template = templates[number % TEMPLATES]!;
      template.copy(block, at);
      block.write(makeNpi(number), at + 1, 'latin1');
      at += template.length;
    }
    if (at >= BLOCK) flush();
  }
  flush();
  closeSync(file);
  return { bytes, rows: written, dental };
}
