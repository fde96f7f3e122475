import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import { readPlaces } from '#server/base/db/places/places-data.ts';
import { rows } from '#server/base/db/knex.ts';
import { makeNpi } from '#server/bulk/registry/test/npi.ts';
import { formatFile, makeDentist } from '#server/bulk/registry/test/registry-file.ts';
import { serveSites } from '../doubles/website-servers.ts';
import { formatPlacesParquet } from './places-parquet.ts';
import { makeWebsite, type PracticeSite } from './practice-websites.ts';
import { formatBoard, formatCensusReply, formatPlaces, makePeople, towns, type Person, type Truth } from './source-world.ts'; // prettier-ignore

/** All sources of a made-up world on servers of this machine, with what each states. */
export interface World {
  people: Person[];
  sites: PracticeSite[];
  /** The values that each source states, by person. */
  stated: Map<string, Truth>;
  addresses: Map<string, string>;
  /** The batches that the geocoder has answered. */
  batches: number;
  stop(): void;
}

const DAY = '2026-11-08';
const boards = towns.map(([state]) => [`board-${state.toLowerCase()}`, state] as const);

const registryRow = ({ n, name, phone, address, city, state, zip, license }: Person) => {
  const [first = '', last = ''] = name.toUpperCase().split(' ');
  return makeDentist(n + 1, { first, last, phone: phone.replace(/\D/g, ''), address: address.toUpperCase(), city: city.toUpperCase(), state, zip: `${zip}1234`, taxonomies: [['1223G0001X', license, state, 'Y']] }); // prettier-ignore
};

const registryTruth = ({ n, name, phone, address, city, state, zip, license }: Person, center: readonly number[]) => ({
  npi: makeNpi(n + 1),
  npiSince: '2006-05-23',
  name,
  phone,
  address,
  city,
  state,
  zipCode: zip,
  license,
  licenseState: state,
  gender: 'female',
  // The words for the credential "D.D.S." and the taxonomy 1223G0001X.
  title: 'DDS',
  specialty: 'General Dentistry',
  practiceType: 'General Dentistry',
  lat: String(center[0]),
  lng: String(center[1]),
  pointExactness: 'zip',
});

/** The cells of the one file in a form. */
const fileOf = (form: string): string => /name="addressFile"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(form)?.[1] ?? '';

/** Makes a world of practices in six states, of which the first ones on the map have a website, and serves it. */
export async function serveWorld(count: number, websites: number): Promise<World> {
  const { zips, cities } = await readPlaces();
  const cityNames = new Map(cities.map(({ id, name }) => [id, name]));
  const centers = new Map(zips.map(({ zip, lat, lng }) => [zip, [lat, lng]] as const));
  const byState = boards.map(([, state]) => zips.filter((zip) => zip.state === state && cityNames.has(zip.cityId)));
  // There are 900 towns, so that the number of people in a ZIP code is as in the country.
  const places = Array.from({ length: 6 * 150 }, (_, n) => {
    const { state, cityId, zip } = byState[n % 6]![(Math.floor(n / 6) * 7) % byState[n % 6]!.length]!;
    return [state, cityNames.get(cityId)!, zip] as const;
  });
  const people = makePeople(count, places);
  const onMap = people.filter(({ n }) => n % 3 === 0 && n % 30 !== 27).slice(0, websites);
  const sites = onMap.map((person, n) => makeWebsite({ ...person, n }));
  const { served, stop } = await serveSites(sites);
  const urls = new Map(onMap.map(({ n }, index) => [n, served[index]!.url]));

  const stated = new Map<string, Truth>();
  const truthOf = (source: string): Truth => {
    if (!stated.has(source)) stated.set(source, new Map());
    return stated.get(source)!;
  };
  for (const person of people) truthOf('npi').set(person.n, registryTruth(person, centers.get(person.zip)!));
  const files = new Map<string, string | Buffer>(
    boards.map(([key, state]) => [`/${key}.csv`, formatBoard(state, people, truthOf(key))]),
  );
  files.set('/npidata_pfile_20050523-20261108.csv', formatFile(people.map(registryRow)));
  files.set(
    '/places.parquet',
    formatPlacesParquet(formatPlaces(people, truthOf('overture'), (n) => urls.get(n) ?? '')),
  );
  onMap.forEach(({ n }, index) => {
    const { stated: own } = sites[index]!;
    // A practice that names a plan accepts insurance.
    truthOf('website').set(n, { ...own, ...(own.insurancePlans ? { acceptsInsurance: 'true' } : {}) });
  });

  const world: World = {
    people,
    sites,
    stated,
    addresses: new Map(),
    batches: 0,
    stop() {
      stop();
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (req.method === 'POST') {
        const batch = fileOf(Buffer.concat(parts).toString('utf8'));
        world.batches++;
        // The house number is 100 and the number of the person.
        const numbers = new Map([...batch.matchAll(/^(\d+),(\d+)/gm)].map(([, id, house]) => [Number(id), Number(house) - 100])); // prettier-ignore
        return void res.end(formatCensusReply(batch, (id) => numbers.get(id)!, truthOf('census')));
      }
      const text = files.get(req.url!);
      res.writeHead(text === undefined ? 404 : 200, { 'Last-Modified': new Date(`${DAY}T10:00:00Z`).toUTCString() });
      res.end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.addresses = new Map([
    ['npi', `${base}/npidata_pfile_20050523-20261108.csv`],
    ['census', `${base}/geocoder/locations/addressbatch`],
    ...boards.map(([key]): [string, string] => [key, `${base}/${key}.csv`]),
    ['overture', `${base}/places.parquet`],
  ]);
  return world;
}

export const setAddresses = async (db: Knex, { addresses }: World): Promise<void> => {
  for (const [key, url] of addresses) await db('sourceSettings').insert({ key, url });
};

const shareSql = {
  'street point': `d.lat is not null and d.point_exactness in ('address', 'street')`,
  website: `d.website <> ''`,
  hours: `d.monday_hours <> ''`,
  languages: `d.languages <> ''`,
  plans: `d.insurance_plans <> ''`,
  services: `exists (select from dentist_services s where s.dentist_id = d.id)`,
  'license status': 'd.license_status is not null',
};

/** How many listings have each field. */
export async function countKnown(db: Knex): Promise<Record<string, number>> {
  const counts = Object.entries(shareSql).map(
    ([name, known]) => `(count(*) filter (where ${known}))::int as "${name}"`,
  );
  const [found] = await rows<Record<string, number>>(
    db,
    `select count(*)::int as listings, ${counts.join(', ')} from dentists d`,
  );
  return found!;
}

/** A fingerprint of all listings, with their dates and origins. */
export async function fingerprint(db: Knex): Promise<string> {
  const [found] = await rows<{ md5: string }>(
    db,
    `select md5(string_agg(md5(cast(to_jsonb(d) as text)) || cast(array(select service_id from dentist_services s where s.dentist_id = d.id
       order by 1) as text), '' order by d.id)) as md5 from dentists d`,
  );
  return found!.md5;
}

const checked = ['npi', 'npiSince', 'name', 'phone', 'address', 'city', 'state', 'zipCode', 'license', 'licenseState', 'gender', 'title', 'specialty', 'practiceType', 'lat', 'lng', 'pointExactness', 'licenseStatus', 'licenseExpires', 'licenseDiscipline', 'website', 'bookingUrl', 'facebookUrl', 'instagramUrl', 'tiktokUrl', 'twitterUrl', 'youtubeUrl', 'operatingStatus', 'operatingConfidence', 'mondayHours', 'tuesdayHours', 'wednesdayHours', 'thursdayHours', 'fridayHours', 'saturdayHours', 'sundayHours', 'languages', 'insurancePlans', 'acceptsInsurance', 'services']; // prettier-ignore
/** Without a source that states them, they must stay unknown. */
const unknown = ['email', 'bio', 'experience', 'rating', 'emergencyServices', 'acceptsNewPatients', 'parkingAvailable', 'wheelchairAccessible', 'membershipPlan', 'placeId', 'whiteningPriceFrom', 'whiteningPriceTo', 'holidayHours', 'practiceImage', 'profileImage', 'confirmedAt', 'userId']; // prettier-ignore

type Listing = Record<string, unknown> & {
  npi: string;
  practiceType: string | null;
  services: string | null;
  fieldSources: Record<string, { source: string; via?: string }>;
};

/**
 * Compares each value of each listing with the fixture of the source that it names, and returns how many there are and the ones that
 * no source states.
 */
export async function checkStated(db: Knex, { people, stated }: World): Promise<{ values: number; wrong: string[] }> {
  const byNpi = new Map(people.map((person) => [makeNpi(person.n + 1), person]));
  const listings = await rows<Listing>(
    db,
    `select d.*, cast(d.license_expires as text) as license_expires, cast(d.npi_since as text) as npi_since, t.name as practice_type,
       (select string_agg(s.name, '; ' order by s.name) from dentist_services x join services s on s.id = x.service_id where x.dentist_id = d.id) as services
     from dentists d left join practice_types t on t.id = d.practice_type_id`,
  );
  const wrong: string[] = [];
  let values = 0;
  const isSame = (field: string, value: unknown, text: string | undefined): boolean =>
    text !== undefined &&
    (field === 'lat' || field === 'lng'
      ? Math.abs(Number(value) - Number(text)) < 1e-5
      : field === 'services'
        ? text.split('; ').toSorted().join('; ') === value
        : String(value) === text);
  for (const listing of listings) {
    const person = byNpi.get(listing.npi);
    for (const field of checked) {
      const value = listing[field];
      if (value === null || value === undefined) continue;
      const stamp = listing.fieldSources[field === 'services' ? 'serviceIds' : field] ?? listing.fieldSources['*'];
      const source = stamp?.via ?? 'npi';
      values++;
      if (!person || !isSame(field, value, stated.get(source)?.get(person.n)?.[field]))
        wrong.push(`${person?.n} ${field} = ${String(value)} from ${source}`);
    }
    for (const field of unknown)
      if (listing[field] !== null && listing[field] !== undefined) wrong.push(`${person?.n} ${field} is known`);
  }
  return { values, wrong };
}
