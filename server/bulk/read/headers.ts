import { createHash } from 'node:crypto';
import { listingFields, splitFields } from '#contract/bulk-fields.ts';

export type MatchKind = 'exact' | 'known' | 'remembered' | 'chosen' | 'none' | 'repeated';
export interface Column {
  header: string;
  field: string | null;
  how: MatchKind;
}

export const headerKey = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Identifies a header row: equal for files with the same columns in the same order. */
export const headerShape = (headers: readonly string[]): string =>
  createHash('sha256').update(headers.map(headerKey).join('\n')).digest('hex').slice(0, 32);

const fieldNames = new Set<string>([...listingFields, ...splitFields].map(({ name }) => name));
export const isFieldName = (name: string): boolean => fieldNames.has(name);
const exactNames = new Map<string, string>(
  [...listingFields, ...splitFields].map(({ name }) => [headerKey(name), name]),
);

/** The names of our fields in other sources. Earlier sources take precedence. */
const sourceAliases: Record<string, Record<string, string>> = {
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
    plans: 'insurancePlans',
    insuranceplan: 'insurancePlans',
    dentalplans: 'insurancePlans',
    acceptedplans: 'insurancePlans',
    acceptedinsurance: 'insurancePlans',
    insurancesaccepted: 'insurancePlans',
    sex: 'gender',
    dentistgender: 'gender',
    whiteningfrom: 'whiteningPriceFrom',
    whiteningprice: 'whiteningPriceFrom',
    whiteningto: 'whiteningPriceTo',
    whiteningpricedate: 'whiteningPriceOn',
    whiteningpricestatedon: 'whiteningPriceOn',
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
    providergendercode: 'gender',
    providersexcode: 'gender',
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
const fieldByAlias = new Map<string, string>();
for (const aliases of Object.values(sourceAliases))
  for (const [key, field] of Object.entries(aliases)) if (!fieldByAlias.has(key)) fieldByAlias.set(key, field);

/** Detects the source of a file by its characteristic columns, and where its ratings come from. */
export function detectSource(headers: readonly string[]): { name: string; ratings: string | null } | null {
  const keys = new Set(headers.map(headerKey));
  const has = (...names: string[]) => names.every((key) => keys.has(key));
  if (has('npi', 'entitytypecode') || has('npi', 'providerlastnamelegalname')) return { name: 'NPPES', ratings: null };
  if (has('placeid', 'fulladdress') || has('googleid', 'site') || has('placeid', 'site'))
    return { name: 'Outscraper', ratings: 'Google' };
  if (has('storecode', 'businessname')) return { name: 'Google Business Profile', ratings: 'Google' };
  if (has('posttitle', 'posttype') || has('posttitle', 'postcontent')) return { name: 'GeoDirectory', ratings: null };
  return null;
}

/** Maps columns to fields: by the operator's choice, a saved mapping, the exact name, or an alias, in this order. */
export function mapHeaders(
  headers: readonly string[],
  savedMapping: Readonly<Record<string, string | null>> | null,
  chosenMapping: Readonly<Record<string, string | null>> | null,
): Column[] {
  const usedFields = new Set<string>();
  const columns: Column[] = headers.map((header) => ({ header, field: null, how: 'none' }));
  const mapBy = (findField: (header: string) => string | null | undefined, how: MatchKind) => {
    columns.forEach((column, index) => {
      if (column.how !== 'none') return;
      const field = findField(headers[index]!);
      if (field === undefined) return;
      if (field === null) Object.assign(column, { how });
      else if (!fieldNames.has(field)) return;
      else if (usedFields.has(field)) Object.assign(column, { how: 'repeated' });
      else {
        usedFields.add(field);
        Object.assign(column, { field, how });
      }
    });
  };
  if (chosenMapping) mapBy((header) => chosenMapping[header], 'chosen');
  if (savedMapping) mapBy((header) => savedMapping[header], 'remembered');
  // The id column of another source holds its ids. Read as ours, they would overwrite unrelated listings.
  const isForeign = detectSource(headers) !== null;
  mapBy((header) => {
    const field = exactNames.get(headerKey(header));
    return isForeign && field === 'id' ? undefined : field;
  }, 'exact');
  // A full address is used only if the file has no column for the street.
  const keys = new Set(headers.map(headerKey));
  mapBy((header) => {
    const key = headerKey(header);
    if (key === 'fulladdress' && (keys.has('street') || keys.has('address1'))) return undefined;
    if ((key === 'type' || key === 'category') && keys.has('placeid') && key === 'type') return undefined;
    return fieldByAlias.get(key);
  }, 'known');
  return columns;
}

/** Adds the fields that are derived from other columns. */
export function addDerivedFields(mapped: ReadonlySet<string>): Set<string> {
  const fields = new Set(mapped);
  if (mapped.has('lastName') || mapped.has('firstName')) fields.add('name');
  if (mapped.has('weekHours'))
    for (const day of ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
      fields.add(`${day}Hours`);
  if (mapped.has('fullAddress')) for (const field of ['address', 'city', 'state', 'zipCode']) fields.add(field);
  // A practice that names a plan accepts insurance.
  if (mapped.has('insurancePlans')) fields.add('acceptsInsurance');
  // Credentials in a name become the title.
  if (fields.has('name')) fields.add('title');
  return fields;
}
