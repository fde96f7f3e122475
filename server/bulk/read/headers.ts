import { createHash } from 'node:crypto';
import { listingFields, spreadFields } from '#contract/bulk-fields.ts';

export type How = 'exact' | 'known' | 'remembered' | 'chosen' | 'none' | 'repeated';
export interface Column {
  header: string;
  field: string | null;
  how: How;
}

export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The shape of a header: two files with the same columns in the same order have the same. */
export const headerShape = (headers: readonly string[]): string =>
  createHash('sha256').update(headers.map(headerKey).join('\n')).digest('hex').slice(0, 32);

const fieldNames = new Set<string>([...listingFields, ...spreadFields].map(({ name }) => name));
export const isFieldName = (name: string): boolean => fieldNames.has(name);
const exact = new Map<string, string>([...listingFields, ...spreadFields].map(({ name }) => [headerKey(name), name]));

/** What other sources call our fields. Later sources do not overrule earlier ones. */
const sources: Record<string, Record<string, string>> = {
  'Enamel and spreadsheets': {
    listingid: 'id',
    dentistid: 'id',
    dentistname: 'name',
    doctor: 'name',
    doctorname: 'name',
    fullname: 'name',
    provider: 'name',
    providername: 'name',
    practicename: 'practice',
    clinic: 'practice',
    clinicname: 'practice',
    officename: 'practice',
    officetype: 'practiceType',
    type: 'practiceType',
    telephone: 'phone',
    tel: 'phone',
    phonenumber: 'phone',
    officephone: 'phone',
    mobile: 'phone',
    mail: 'email',
    emailaddress: 'email',
    url: 'website',
    web: 'website',
    homepage: 'website',
    websiteurl: 'website',
    about: 'bio',
    biography: 'bio',
    description: 'bio',
    yearsofexperience: 'experience',
    yearsexperience: 'experience',
    reviews: 'reviewCount',
    reviewscount: 'reviewCount',
    numberofreviews: 'reviewCount',
    stars: 'rating',
    street: 'address',
    streetaddress: 'address',
    address1: 'address',
    addressline1: 'address',
    suite: 'address2',
    addressline2: 'address2',
    town: 'city',
    statecode: 'state',
    province: 'state',
    region: 'state',
    zip: 'zipCode',
    postalcode: 'zipCode',
    postcode: 'zipCode',
    zip5: 'zipCode',
    monday: 'mondayHours',
    tuesday: 'tuesdayHours',
    wednesday: 'wednesdayHours',
    thursday: 'thursdayHours',
    friday: 'fridayHours',
    saturday: 'saturdayHours',
    sunday: 'sundayHours',
    hours: 'weekHours',
    openinghours: 'weekHours',
    officehours: 'weekHours',
    businesshours: 'weekHours',
    workinghours: 'weekHours',
    insurance: 'acceptsInsurance',
    insuranceaccepted: 'acceptsInsurance',
    emergency: 'emergencyServices',
    newpatients: 'acceptsNewPatients',
    acceptingnewpatients: 'acceptsNewPatients',
    language: 'languages',
    languagesspoken: 'languages',
    parking: 'parkingAvailable',
    wheelchair: 'wheelchairAccessible',
    wheelchairaccess: 'wheelchairAccessible',
    facebook: 'facebookUrl',
    instagram: 'instagramUrl',
    tiktok: 'tiktokUrl',
    twitter: 'twitterUrl',
    x: 'twitterUrl',
    youtube: 'youtubeUrl',
    service: 'services',
    treatments: 'services',
    degree: 'title',
    credentials: 'title',
    credential: 'title',
    speciality: 'specialty',
    latitude: 'lat',
    longitude: 'lng',
    lon: 'lng',
    long: 'lng',
  },
  NPPES: {
    providerorganizationnamelegalbusinessname: 'name',
    providerlastnamelegalname: 'lastName',
    providerlastname: 'lastName',
    providerfirstname: 'firstName',
    providermiddlename: 'middleName',
    providercredentialtext: 'title',
    providerfirstlinebusinesspracticelocationaddress: 'address',
    providersecondlinebusinesspracticelocationaddress: 'address2',
    providerbusinesspracticelocationaddresscityname: 'city',
    providerbusinesspracticelocationaddressstatename: 'state',
    providerbusinesspracticelocationaddresspostalcode: 'zipCode',
    providerbusinesspracticelocationaddresstelephonenumber: 'phone',
  },
  Outscraper: {
    site: 'website',
    fulladdress: 'fullAddress',
    usstate: 'state',
    googleid: 'placeId',
    googleplaceid: 'placeId',
    category: 'specialty',
    maincategory: 'specialty',
    workinghourscsvcompatible: 'weekHours',
    email1: 'email',
    phone1: 'phone',
  },
  'Google Business Profile': {
    businessname: 'name',
    locality: 'city',
    administrativearea: 'state',
    primaryphone: 'phone',
    primarycategory: 'specialty',
    fromthebusiness: 'bio',
  },
  GeoDirectory: {
    posttitle: 'name',
    postcontent: 'bio',
    defaultcategory: 'specialty',
    postcategory: 'specialty',
    poststreet: 'address',
    postcity: 'city',
    postregion: 'state',
    postzip: 'zipCode',
    postlatitude: 'lat',
    postlongitude: 'lng',
    geodirtimings: 'weekHours',
    geodircontact: 'phone',
    geodiremail: 'email',
    geodirwebsite: 'website',
  },
};
const known = new Map<string, string>();
for (const aliases of Object.values(sources))
  for (const [key, field] of Object.entries(aliases)) if (!known.has(key)) known.set(key, field);

/** Files that are recognised by columns only they have, and whom their ratings come from. */
export function sourceOf(headers: readonly string[]): { name: string; ratings: string | null } | null {
  const keys = new Set(headers.map(headerKey));
  const has = (...all: string[]) => all.every((key) => keys.has(key));
  if (has('npi', 'entitytypecode') || has('npi', 'providerlastnamelegalname')) return { name: 'NPPES', ratings: null };
  if (has('placeid', 'fulladdress') || has('googleid', 'site') || has('placeid', 'site'))
    return { name: 'Outscraper', ratings: 'Google' };
  if (has('storecode', 'businessname')) return { name: 'Google Business Profile', ratings: 'Google' };
  if (has('posttitle', 'posttype') || has('posttitle', 'postcontent')) return { name: 'GeoDirectory', ratings: null };
  return null;
}

/** What each column means: as the operator said, as it was said for such a file before, by its exact name, by a known alias. */
export function mapHeaders(
  headers: readonly string[],
  remembered: Readonly<Record<string, string | null>> | null,
  chosen: Readonly<Record<string, string | null>> | null,
): Column[] {
  const taken = new Set<string>();
  const columns: Column[] = headers.map((header) => ({ header, field: null, how: 'none' }));
  const give = (pick: (header: string) => string | null | undefined, how: How) => {
    columns.forEach((column, index) => {
      if (column.how !== 'none') return;
      const field = pick(headers[index]!);
      if (field === undefined) return;
      if (field === null) Object.assign(column, { how });
      else if (!fieldNames.has(field)) return;
      else if (taken.has(field)) Object.assign(column, { how: 'repeated' });
      else {
        taken.add(field);
        Object.assign(column, { field, how });
      }
    });
  };
  if (chosen) give((header) => chosen[header], 'chosen');
  if (remembered) give((header) => remembered[header], 'remembered');
  // The id in a file of somebody else's is theirs; taken for ours it would overwrite a listing that has nothing to do with it.
  const theirs = sourceOf(headers) !== null;
  give((header) => {
    const field = exact.get(headerKey(header));
    return theirs && field === 'id' ? undefined : field;
  }, 'exact');
  // In a file with both, "address" is the street only when nothing else is.
  const keys = new Set(headers.map(headerKey));
  give((header) => {
    const key = headerKey(header);
    if (key === 'fulladdress' && (keys.has('street') || keys.has('address1'))) return undefined;
    if ((key === 'type' || key === 'category') && keys.has('placeid') && key === 'type') return undefined;
    return known.get(key);
  }, 'known');
  return columns;
}

/** Columns that are made of others count as mapped. */
export function withSpread(mapped: ReadonlySet<string>): Set<string> {
  const all = new Set(mapped);
  if (mapped.has('lastName') || mapped.has('firstName')) all.add('name');
  if (mapped.has('weekHours'))
    for (const day of ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
      all.add(`${day}Hours`);
  if (mapped.has('fullAddress')) for (const field of ['address', 'city', 'state', 'zipCode']) all.add(field);
  // Credentials in a name become a title.
  if (all.has('name')) all.add('title');
  return all;
}
