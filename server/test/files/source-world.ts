/**
 * A made-up world in the formats that the sources publish: practices of six states, the files of their boards, the geocoder's reply,
 * and an extract of the map. `truth` has every value that a file states, so that a test can tell a value that none did.
 */
export interface Person {
  n: number;
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  license: string;
}

type Town = readonly [state: string, city: string, zip: string];

export const towns: readonly Town[] = [
  ['TX', 'Austin', '78701'],
  ['WA', 'Seattle', '98101'],
  ['CO', 'Denver', '80202'],
  ['CT', 'Hartford', '06103'],
  ['IL', 'Chicago', '60601'],
  ['FL', 'Miami', '33130'],
];
const firstNames = ['Ana', 'Ben', 'Carla', 'David', 'Elena', 'Frank', 'Grace', 'Henry', 'Irene', 'James', 'Karin'];
const lastNames = ['Alvarez', 'Bishop', 'Castillo', 'Dempsey', 'Estrada', 'Fowler', 'Gallagher', 'Hoffman', 'Iverson', 'Jennings', 'Kowalski', 'Lindqvist', 'Mahoney']; // prettier-ignore
const streets = ['Elm St', 'Oak Ave', 'Main Street', 'Lake Blvd', 'Cedar Rd'];
const pick = <T>(list: readonly T[], n: number): T => list[n % list.length]!;

export const makePeople = (count: number, places = towns): Person[] =>
  Array.from({ length: count }, (_, n): Person => {
    const [state, city, zip] = pick(places, n);
    const letters = String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + (Math.floor(n / 676) % 26));
    return {
      n,
      name: `${pick(firstNames, n)} ${pick(lastNames, n)}${letters}`,
      phone: `(${pick(['512', '206', '303', '860', '312', '305'], n)}) ${String(555 - (n % 200)).padStart(3, '5')}-${String(1000 + Math.floor(n / 6)).padStart(4, '0')}`,
      address: `${100 + n} ${pick(streets, n)}`,
      city,
      state,
      zip,
      license: String(10_000 + n),
    };
  });

const csv = (rows: readonly (readonly string[])[], delimiter = ','): string =>
  rows
    .map((cells) =>
      cells.map((cell) => (/[",|\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter),
    )
    .join('\n') + '\n';

/** The directory as the registry leaves it: no websites, no hours, no points. */
export const formatListings = (people: readonly Person[]): string =>
  csv([
    ['name', 'phone', 'address', 'city', 'state', 'zipCode', 'license', 'licenseState'],
    ...people.map((p) => [p.name, p.phone, p.address, p.city, p.state, p.zip, p.license, p.state]),
  ]);

type Stated = Record<string, string>;
/** The values that the files state about each person, by number. */
export type Truth = Map<number, Stated>;

/** Every seventh license has expired, and every eleventh is revoked. */
const statusOf = ({ n }: Person): string => (n % 11 === 10 ? 'revoked' : n % 7 === 6 ? 'expired' : 'active');
const expiryOf = ({ n }: Person): string =>
  n % 7 === 6 ? '2024-03-31' : `2028-${String((n % 12) + 1).padStart(2, '0')}-28`;
/** Every thirteenth has discipline. A file with a column for the action says nothing of the others. */
const isDisciplined = ({ n }: Person): boolean => n % 13 === 12;
const american = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1');

interface BoardForm {
  header: readonly string[];
  row(person: Person, split: readonly [first: string, last: string], expires: string, status: string): string[];
  /** The values of a dentist with discipline and of one without. Null if the file doesn't state it. */
  discipline: readonly [some: string, none: string | null] | null;
  words: Record<string, string>;
  /** Rows that aren't about dentists, with the license numbers of dentists. */
  noise(person: Person): string[];
  delimiter?: string;
}
const forms: Record<string, BoardForm> = {
  TX: {
    header: ['REC_TYPE', 'LIC_ID', 'LIC_NBR', 'LIC_STA_CDE', 'LIC_STA_DESC', 'LIC_ORIG_DTE', 'LIC_EXPR_DTE', 'FIRST_NME', 'MIDDLE_NME', 'LAST_NME', 'CITY', 'STATE', 'ZIP', 'DISC_ACTION'],
    discipline: ['Disciplinary action: yes', 'none'],
    words: { active: 'Active', expired: 'Active', revoked: 'Revoked' },
    row: (p, [first, last], expires, status) => ['DN', `9${p.n}`, p.license, '20', status, '01/02/2001', american(expires), first.toUpperCase(), 'Q', last.toUpperCase(), p.city, 'TX', p.zip, isDisciplined(p) ? 'Y' : 'N'],
    noise: (p) => ['DN', '1', p.license, '61', 'Pending', '', '', 'SOME', '', 'APPLICANT', '', 'TX', '', ''],
  },
  WA: {
    header: ['CredentialNumber', 'LastName', 'FirstName', 'MiddleName', 'CredentialType', 'Status', 'BirthYear', 'ExpirationDate', 'ActionTaken'],
    discipline: ['Action taken: yes', 'none'],
    words: { active: 'ACTIVE', expired: 'EXPIRED', revoked: 'REVOKED' },
    row: (p, [first, last], expires, status) => [`DE000${p.license}`, last, first, '', 'Dentist License', status, '1970', expires.replaceAll('-', ''), isDisciplined(p) ? 'Yes' : 'No'],
    noise: (p) => [`DH000${p.license}`, 'Someone', 'Else', '', 'Dental Hygienist License', 'REVOKED', '1980', '20200101', 'Yes'],
  },
  CO: {
    header: ['lastName', 'firstName', 'middleName', 'suffix', 'city', 'state', 'mailZipCode', 'licenseType', 'licenseNumber', 'licenseExpirationDate', 'licenseStatusDescription', 'programAction', 'disciplineEffectiveDate', 'disciplineCompleteDate'],
    discipline: ['Stipulation (from 2021-03-01)', null],
    words: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
    row: (p, [first, last], expires, status) => [last, first, '', '', p.city, 'CO', p.zip, 'DEN', `00${p.license}`, american(expires), status, ...(isDisciplined(p) ? ['Stipulation', '03/01/2021', ''] : ['', '', ''])],
    noise: (p) => ['Else', 'Someone', '', '', p.city, 'CO', p.zip, 'NUR', p.license, '01/01/2020', 'Revoked', 'Revocation', '01/01/2020', ''],
  },
  CT: {
    header: ['CredentialId', 'Name', 'Type', 'FullCredentialCode', 'CredentialType', 'CredentialNumber', 'Credential', 'Status', 'StatusReason', 'ExpirationDate', 'City', 'State', 'Zip'],
    discipline: null,
    words: { active: 'ACTIVE', expired: 'LAPSED', revoked: 'REVOKED' },
    row: (p, [first, last], expires, status) => [`8${p.n}`, `${first} ${last}, DMD`, 'INDIVIDUAL', `2.${p.license}`, '2', p.license, 'Dentist', status, '', american(expires), p.city, 'CT', p.zip],
    noise: (p) => ['1', 'Someone Else', 'INDIVIDUAL', `7.${p.license}`, '7', p.license, 'Dental Hygienist', 'REVOKED', '', '01/01/2020', '', 'CT', ''],
  },
  IL: {
    header: ['License Type', 'Description', 'License Number', 'License Status', 'Business', 'First Name', 'Middle', 'Last Name', 'Expiration Date', 'City', 'State', 'Zip', 'Ever Disciplined'],
    discipline: ['Ever disciplined: yes', 'none'],
    words: { active: 'ACTIVE', expired: 'NOT RENEWED', revoked: 'REVOKED' },
    row: (p, [first, last], expires, status) => ['DENTAL', 'LICENSED DENTIST', `0${p.license}`, status, 'N', first, '', last, american(expires), p.city, 'IL', p.zip, isDisciplined(p) ? 'Y' : 'N'],
    noise: (p) => ['DENTAL', 'DENTAL SEDATION PERMIT A', p.license, 'REVOKED', 'N', 'Someone', '', 'Else', '01/01/2020', '', 'IL', '', 'Y'],
  },
  FL: {
    header: ['lic_id', 'pro_cde', 'Profession-Name', 'License-Number', 'Expire-Date', 'License-Status-Description', 'Last-Name', 'First-Name', 'Middle-Name', 'Board-Action-Indicator'],
    discipline: ['Board action: yes', 'none'],
    words: { active: 'CLEAR', expired: 'NULL AND VOID', revoked: 'REVOKED' },
    row: (p, [first, last], expires, status) => [`7${p.n}`, '701', 'Dentist', `DN${p.license}`, american(expires), status, last, first, '', isDisciplined(p) ? 'Y' : 'N'],
    noise: (p) => ['1', '702', 'Dental Hygienist', `DH${p.license}`, '01/01/2020', 'REVOKED', 'Else', 'Someone', '', 'Y'],
    delimiter: '|',
  },
}; // prettier-ignore

/** The file of a board. Every fifth dentist is missing from it, and one license belongs to another person. */
export function formatBoard(state: string, people: readonly Person[], truth: Truth): string {
  const form = forms[state]!;
  const own = people.filter((person) => person.state === state && person.n % 5 !== 4);
  const rows = own.map((person, index) => {
    const [first = '', last = ''] = person.name.split(' ');
    const [status, expires] = [statusOf(person), expiryOf(person)];
    const isStranger = index === 1;
    const discipline = form.discipline?.[isDisciplined(person) ? 0 : 1];
    if (!isStranger)
      truth.set(person.n, {
        ...truth.get(person.n),
        licenseStatus: status,
        licenseExpires: expires,
        license: form.row(person, [first, last], expires, '')[form.header.findIndex((h) => /lic_nbr|number/i.test(h))]!,
        licenseState: state,
        ...(discipline ? { licenseDiscipline: discipline } : {}),
      });
    return form.row(person, isStranger ? ['Zora', 'Quimby'] : [first, last], expires, form.words[status]!);
  });
  return csv([form.header, ...rows, ...own.slice(0, 3).map(form.noise)], form.delimiter);
}

/** The geocoder's reply to a batch. It finds nothing for every sixth address, and only the street for every fourth. */
export function formatCensusReply(batch: string, numberOf: (id: number) => number, truth: Truth): string {
  return batch
    .trim()
    .split('\n')
    .map((line) => {
      const [id, ...parts] = line.split(',');
      const n = numberOf(Number(id));
      const input = parts.join(', ');
      if (n % 6 === 5) return `"${id}","${input}","No_Match"`;
      const [lat, lng] = [30 + (n % 1000) / 1000, -97 - (n % 1000) / 1000].map((degrees) => degrees.toFixed(6));
      const isExact = n % 4 !== 3;
      truth.set(n, { ...truth.get(n), lat: lat!, lng: lng!, pointExactness: isExact ? 'address' : 'street' });
      return `"${id}","${input}","Match","${isExact ? 'Exact' : 'Non_Exact'}","${input.toUpperCase()}","${lng},${lat}","1234${n}","L"`;
    })
    .join('\n')
    .concat('\n');
}

/** An extract of the map: an office for every third person, and places that aren't about anyone here. */
export function formatPlaces(
  people: readonly Person[],
  truth: Truth,
  websiteOf: (n: number) => string = (n) => `https://office-${n}.example/`,
): string {
  const row = (
    id: string,
    name: string,
    { phone, address, city, state, zip }: Pick<Person, 'phone' | 'address' | 'city' | 'state' | 'zip'>,
    { category = 'dentist', confidence = '0.93', status = 'open', website = '' } = {},
    point: readonly string[] = ['-97.5', '30.5'],
  ) => [
    id,
    `{"primary":"${name}","common":null}`,
    `{"primary":"${category}","alternate":null}`,
    confidence,
    website === '' ? '' : `["${website}"]`,
    `["https://www.facebook.com/${id}","https://example.com/other"]`,
    `["+1${phone.replace(/\D/g, '')}"]`,
    `[{"freeform":"${address.toUpperCase()}","locality":"${city}","postcode":"${zip}","region":"${state}","country":"US"}]`,
    status,
    ...point,
  ];
  const offices = people
    .filter(({ n }) => n % 3 === 0)
    .map((person) => {
      const { n } = person;
      const id = `place-${n}`;
      const website = websiteOf(n);
      const status = n % 30 === 27 ? 'permanently_closed' : 'open';
      const [lng, lat] = [(-90 - (n % 900) / 1000).toFixed(4), (40 + (n % 900) / 1000).toFixed(4)];
      const stated: Stated = { operatingStatus: status === 'open' ? 'open' : 'closed', operatingConfidence: '90' };
      if (status === 'open')
        Object.assign(stated, {
          ...(website ? { website } : {}),
          facebookUrl: `https://www.facebook.com/${id}`,
          lat,
          lng,
          pointExactness: 'address',
          phone: person.phone,
        });
      truth.set(n, { ...truth.get(n), ...stated });
      return row(id, `Office ${n}`, person, { status, website }, [lng, lat]);
    });
  const [first, second, third] = people.filter(({ n }) => n % 3 === 1) as [Person, Person, Person];
  const lies = [
    // Another practice got the phone number of the first, in another street.
    row('lie-moved', 'Bright Harbor', { ...first, address: '1 Elsewhere Way' }, { website: 'https://lie.example/1' }),
    // A shop at the address of the second.
    row(
      'lie-shop',
      'Corner Bakery',
      { ...second, phone: '(999) 555-0000' },
      { category: 'bakery', website: 'https://lie.example/2' },
    ),
    // A practice that may not exist.
    row('lie-unsure', 'Office of the third', third, { confidence: '0.2', website: 'https://lie.example/3' }),
    // A laboratory at the address and with the phone number of the third.
    row('lie-lab', 'Lab', third, { category: 'dental_laboratories', website: 'https://lie.example/4' }),
  ];
  return csv([
    ['id', 'names', 'categories', 'confidence', 'websites', 'socials', 'phones', 'addresses', 'operating_status', 'longitude', 'latitude'],
    ...offices,
    ...lies,
  ]); // prettier-ignore
}
