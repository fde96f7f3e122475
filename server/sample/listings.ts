import { slugify } from '#shared/slug.ts';
import { inventDecisions, type Decisions } from './decisions.ts';
import { choosePictures, type SamplePictures } from './pictures.ts';
import { Random } from './random.ts';
import { aroundTheClock, sampleWeeks, type SampleWeek } from './weeks.ts';
import * as words from './words.ts';

interface SampleZip {
  zip: string;
  lat: number;
  lng: number;
  timeZone: string;
}
export interface SampleCity {
  id: number;
  name: string;
  state: string;
  zips: SampleZip[];
}
export interface SampleOwner {
  id: number;
  plan: 'professional' | 'pro_max';
}

interface SamplePractice {
  id: number;
  name: string;
  kind: words.PracticeKind;
}

export interface Listing {
  id: number;
  name: string;
  slug: string;
  title: string;
  specialty: string;
  practiceTypeId: number;
  practice: SamplePractice & { isNew: boolean };
  /** Null for two thirds of the listings. */
  pictures: SamplePictures | null;
  rating: string | null;
  reviewCount: number;
  phone: string;
  email: string | null;
  website: string | null;
  bio: string | null;
  experience: number;
  owner: SampleOwner | null;
  address: string;
  city: SampleCity;
  zip: SampleZip;
  lat: number;
  lng: number;
  week: SampleWeek;
  /** Null is not known, which only listings without an owner have. */
  insurance: boolean | null;
  emergency: boolean | null;
  newPatients: boolean | null;
  parking: boolean | null;
  wheelchair: boolean | null;
  membershipPlan: boolean | null;
  languages: string | null;
  serviceMask: number;
  ageDays: number;
  /** The days since its owner confirmed it, or since its file. */
  updatedDays: number;
  registration: { npi: string; license: string } | null;
  decisions: Decisions;
  /** Only owners enter them. */
  holidayHours: string | null;
}

interface CityChoice {
  cities: readonly SampleCity[];
  /** Cumulative sums of the cities' weights. */
  cumulative: Float64Array;
}

/** Chooses cities by size. Cities with more ZIP codes get more listings, and each gets at least one. */
export function chooseCities(all: readonly SampleCity[], count: number, random: Random): CityChoice {
  const cityCount = Math.min(all.length, count, Math.max(51, Math.round(4_800 * Math.sqrt(count / 26_000))));
  const bySize = all.toSorted((a, b) => b.zips.length - a.zips.length || a.id - b.id);
  const byState = new Map<string, SampleCity[]>();
  for (const city of bySize) byState.set(city.state, [...(byState.get(city.state)?.slice(0, 19) ?? []), city]);
  const minimumPerState = Math.floor(cityCount / byState.size);
  const choice = new Set([...byState.values()].flatMap((list) => list.slice(0, Math.min(20, minimumPerState))));
  for (const city of bySize) {
    if (choice.size >= cityCount) break;
    choice.add(city);
  }
  const cities = [...choice];
  const cumulative = new Float64Array(cities.length);
  let sum = 0;
  cities.forEach((city, index) => {
    sum += city.zips.length ** 1.15 * (0.6 + random.next() * 0.8);
    cumulative[index] = sum;
  });
  return { cities, cumulative };
}

function pickWeighted(cumulative: Float64Array, random: Random): number {
  const at = random.next() * cumulative.at(-1)!;
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (cumulative[mid]! <= at) low = mid + 1;
    else high = mid;
  }
  return low;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');
const pickLow = (random: Random, limit: number): number => Math.min(random.below(limit), random.below(limit));

export interface World extends CityChoice {
  services: readonly { id: number; name: string }[];
  practiceTypeIds: ReadonlyMap<string, number>;
  /** The first is the sample owner who can log in. */
  owners: readonly SampleOwner[];
  firstId: number;
  firstPracticeId: number;
  holidayTexts: readonly string[];
}

const OWNED_SHARE = 0.08;
const HOLIDAYS_SHARE = 0.6;
/** The share with an NPI and a license. */
const REGISTERED_SHARE = 0.5;
/** The first services, which any kind of practice may draw. The later ones depend on the kind. */
const DRAWN_SERVICES = 18;
/** Together with the owned listings, which all have pictures, a third. */
const PICTURED_SHARE = (1 / 3 - OWNED_SHARE) / (1 - OWNED_SHARE);

/** The services that each kind of practice may offer, as a bit mask. */
function maskServices({ services }: World): Map<words.PracticeKind, number> {
  const maskOf = (names: readonly string[] | undefined): number =>
    services.reduce((mask, { name }, bit) => (names?.includes(name) === false ? mask : mask | (1 << bit)), 0);
  return new Map(words.practiceKinds.map((kind) => [kind, maskOf(kind.services)]));
}

/** The special services of a kind of practice, as bits, with their shares. */
const findSpecialShares = ({ services }: World, { type }: words.PracticeKind): [bit: number, share: number][] =>
  Object.entries(words.specialServices[type] ?? {}).flatMap(([service, share]) => {
    const bit = services.findIndex(({ name }) => name === service);
    return bit === -1 ? [] : [[bit, share]];
  });

/** Owners are asked every 90 days, and most answer. Files are up to a year old. */
const inventAge = (random: Random, isOwned: boolean): number =>
  isOwned && random.chance(0.85) ? 2 + random.below(95) : 20 + random.below(isOwned ? 430 : 345);

/** A number with a valid check digit. It begins with 2, because the registry has given out none of these. */
function inventNpi(id: number): string {
  const digits = `2${String(id).padStart(8, '0').slice(-8)}`;
  const sum = Array.from(`80840${digits}`, Number)
    .toReversed()
    .reduce((total, digit, index) => total + (index % 2 === 0 ? ((digit * 2) % 10) + (digit > 4 ? 1 : 0) : digit), 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Invents listings, one at a time. The same world and seed give the same listings. */
export function* inventListings(world: World, count: number, random: Random): Generator<Listing> {
  // Its own generator, so that the other values of a seed stay the same.
  const decisionRandom = new Random(world.firstId + count);
  const specialRandom = new Random(world.firstId + count + 1);
  const holidayRandom = new Random(world.firstId + count + 2);
  const openRandom = new Random(world.firstId + count + 3);
  const dateRandom = new Random(world.firstId + count + 4);
  const membershipRandom = new Random(world.firstId + count + 5);
  const slugs = new Set<string>();
  const lastPracticeByCity = new Map<number, SamplePractice>();
  const allowedServices = maskServices(world);
  const specialShares = new Map(words.practiceKinds.map((kind) => [kind, findSpecialShares(world, kind)]));
  const kindShares = new Float64Array(words.practiceKinds.length);
  words.practiceKinds.forEach(({ share }, index) => (kindShares[index] = share + (kindShares[index - 1] ?? 0)));
  let practiceCount = 0;
  const openPractice = (city: SampleCity, last: string): SamplePractice => {
    const kind = words.practiceKinds[pickWeighted(kindShares, random)]!;
    const name = random.pick(kind.names)(city.name, last, random.pick(words.practiceWords));
    return { id: world.firstPracticeId + practiceCount++, name, kind };
  };
  for (let index = 0; index < count; index++) {
    const city = world.cities[index < world.cities.length ? index : pickWeighted(world.cumulative, random)]!;
    const zip = random.pick(city.zips);
    const last = random.pick(words.lastNames);
    const initial = random.chance(0.3) ? ` ${String.fromCodePoint(65 + random.below(26))}.` : '';
    const first = random.pick(words.firstNames);
    const name = `${first}${initial} ${last}`;
    const base = slugify(name);
    let slug = base;
    for (let n = 2; slugs.has(`${city.id}:${slug}`); n++) slug = `${base}-${n}`;
    slugs.add(`${city.id}:${slug}`);

    const previous = lastPracticeByCity.get(city.id);
    const isNew = previous === undefined || random.chance(0.65);
    const practice = isNew ? openPractice(city, last) : previous;
    lastPracticeByCity.set(city.id, practice);

    let serviceMask = random.chance(0.8) ? 1 : 0;
    for (let n = random.below(7); n >= 0; n--) serviceMask |= 1 << pickLow(random, DRAWN_SERVICES);
    const allowed = allowedServices.get(practice.kind)!;
    // Keeps one service at least.
    serviceMask = serviceMask & allowed || allowed & -allowed;
    for (const [bit, share] of specialShares.get(practice.kind)!)
      if (specialRandom.chance(share)) serviceMask |= 1 << bit;

    // Owned listings are spread evenly over the directory.
    const ownerIndex = Math.floor(index * OWNED_SHARE);
    const owner =
      Math.floor((index + 1) * OWNED_SHARE) > ownerIndex
        ? (world.owners[ownerIndex % world.owners.length] ?? null)
        : null;
    const hasRating = random.chance(owner ? 0.9 : 0.7);
    const domain = `${slugify(practice.name).slice(0, 40)}.example.${random.pick(['com', 'org', 'net'])}`;
    const listing: Omit<Listing, 'decisions' | 'holidayHours' | 'updatedDays' | 'registration'> = {
      id: world.firstId + index,
      name,
      slug,
      title: random.pick(words.titles),
      specialty: random.pick(practice.kind.specialties),
      practiceTypeId: world.practiceTypeIds.get(practice.kind.type)!,
      practice: { ...practice, isNew },
      pictures: owner || random.chance(PICTURED_SHARE) ? choosePictures(first, practice.id, random) : null,
      rating: hasRating ? Math.max(2.4, 5 - Math.abs(random.next() + random.next() - 0.6) * 1.4).toFixed(1) : null,
      reviewCount: hasRating ? 1 + Math.floor(random.next() ** 3 * 400) : 0,
      phone: `(${2 + random.below(8)}${twoDigits(random.below(100))}) 555-01${twoDigits(random.below(100))}`,
      email: random.chance(0.6) ? `office@${domain}` : null,
      website: random.chance(0.7) ? `https://www.${domain}` : null,
      bio: random.chance(owner ? 0.95 : 0.6) ? words.bioOf(random, last, city.name) : null,
      experience: 1 + random.below(38),
      owner,
      address: `${100 + random.below(9_900)} ${random.pick(words.streetDirections)}${random.pick(words.streets)}${random.chance(0.25) ? ` Suite ${100 + random.below(400)}` : ''}`,
      city,
      zip,
      lat: zip.lat + (random.next() - 0.5) * 0.03,
      lng: zip.lng + (random.next() - 0.5) * 0.03,
      week: random.chance(0.006) ? aroundTheClock : random.pick(sampleWeeks),
      insurance: random.chance(0.7),
      emergency: random.chance(0.2),
      newPatients: random.chance(0.85),
      parking: random.chance(0.6),
      wheelchair: random.chance(0.55),
      membershipPlan: null,
      languages: random.chance(0.75) ? random.pick(words.languageTexts) : null,
      serviceMask,
      ageDays: random.below(900),
    };
    const decisions = inventDecisions(decisionRandom, {
      firstName: first,
      insurance: listing.insurance === true,
      whitens: (serviceMask & 1) === 1,
      isOwned: owner !== null,
    });
    // A "no" is left unknown more often, because records that list what a practice offers rarely say what it doesn't.
    const leaveOpen = (value: boolean | null): boolean | null =>
      owner === null && openRandom.chance(value ? 0.15 : 0.7) ? null : value;
    const updatedDays = Math.min(listing.ageDays, inventAge(dateRandom, owner !== null));
    if (decisions.price)
      decisions.price.daysAgo = Math.max(updatedDays, Math.min(listing.ageDays, decisions.price.daysAgo));
    yield {
      ...listing,
      updatedDays,
      registration: dateRandom.chance(REGISTERED_SHARE)
        ? { npi: inventNpi(listing.id), license: `S${10_000 + dateRandom.below(90_000)}` }
        : null,
      insurance: decisions.plans === null ? leaveOpen(listing.insurance) : listing.insurance,
      emergency: leaveOpen(listing.emergency),
      newPatients: leaveOpen(listing.newPatients),
      parking: leaveOpen(listing.parking),
      wheelchair: leaveOpen(listing.wheelchair),
      membershipPlan: membershipRandom.chance(owner ? 0.7 : 0.1) ? membershipRandom.chance(owner ? 0.5 : 0.9) : null,
      decisions,
      holidayHours:
        owner && listing.week.intervals && holidayRandom.chance(HOLIDAYS_SHARE)
          ? holidayRandom.pick(world.holidayTexts)
          : null,
    };
  }
}
