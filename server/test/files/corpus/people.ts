/** A person who practices at a real place, as the files of the corpus write them. */
export interface Person {
  n: number;
  first: string;
  last: string;
  street: string;
  city: string;
  state: string;
  stateName: string;
  zip: string;
  lat: number;
  lng: number;
  /** Ten digits. */
  digits: string;
  phone: string;
  email: string;
  site: string;
  npi: string;
}

const firsts = 'Ann Ben Cyrus Dina Elio Fay Gus Hana Ivo June'.split(' ');
const lasts = 'Abbott Becker Castillo Dunn Ellison Foster Grant Hughes Iverson Jordan Keller Lowell'.split(' ');
const streets = 'Main St|Oak Ave|Elm Street|Lake Rd|State Blvd|Mill Ln'.split('|');
const places = [
  ['Boston', 'MA', 'Massachusetts', '02118', 42.3388, -71.0726, '617'],
  ['Houston', 'TX', 'Texas', '77002', 29.7594, -95.3594, '713'],
  ['Tampa', 'FL', 'Florida', '33602', 27.9614, -82.4597, '813'],
  ['Denver', 'CO', 'Colorado', '80202', 39.7491, -104.9946, '303'],
  ['Seattle', 'WA', 'Washington', '98101', 47.6114, -122.3305, '206'],
  ['Hartford', 'CT', 'Connecticut', '06103', 41.7672, -72.676, '860'],
  ['Chicago', 'IL', 'Illinois', '60601', 41.8858, -87.6181, '312'],
] as const;

/** Adds the check digit of an NPI, which Luhn's formula computes with the prefix 80840. */
function completeNpi(nine: string): string {
  let sum = 24;
  [...nine].toReversed().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return `${nine}${(10 - (sum % 10)) % 10}`;
}

export const people: readonly Person[] = Array.from({ length: 40 }, (_, n) => {
  const [city, state, stateName, zip, lat, lng, area] = places[n % places.length]!;
  const [first, last] = [firsts[n % firsts.length]!, lasts[n % lasts.length]!];
  const digits = `${area}555${String(1000 + n)}`;
  const host = `${last}${n}`.toLowerCase();
  return {
    n,
    first,
    last,
    street: `${100 + n} ${streets[n % streets.length]}`,
    city,
    state,
    stateName,
    zip,
    lat: lat + n / 10_000,
    lng: lng - n / 10_000,
    digits,
    phone: `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`,
    email: `office@${host}.example.com`,
    site: `www.${host}.example.com`,
    npi: completeNpi(String(123456700 + n)),
  };
});

const quote = (cell: string | number): string =>
  /[",\n\r;\t|]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);

/** Writes a file with a row for each of the first people. */
export function writeTable(
  header: string,
  row: (person: Person) => (string | number)[],
  { rows = 40, by = ',', newline = '\n' }: { rows?: number; by?: string; newline?: string } = {},
): string {
  const names = header.split('|').map(quote).join(by);
  const lines = people.slice(0, rows).map((person) => row(person).map(quote).join(by));
  return `${[names, ...lines].join(newline)}${newline}`;
}
