import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Clock } from '../base/clock.ts';
import {
  LISTING_COLUMNS,
  listingLine,
  PHOTO_COLUMNS,
  photoLines,
  PRACTICE_COLUMNS,
  practiceLine,
  weekKey,
} from './lines.ts';
import { inventListings, type World } from './listings.ts';
import { Random } from './random.ts';
import { inventReviews, REVIEW_COLUMNS } from './reviews.ts';
import { makeSchedules, makeWorld } from './world.ts';

export interface Progress {
  step: string;
  done: number;
  total: number;
  perSecond: number;
  secondsLeft: number;
}

export interface SampleOptions {
  count: number;
  clock: Clock;
  /** Null makes accounts that no one can log in with. */
  hashPassword: (password: string) => Promise<string | null>;
  progress?: (state: Progress) => void;
  seed?: number;
  /** Stores the pictures that the listings show. Without it, they have none. */
  storePictures?: () => Promise<void>;
}

const BATCH = 20_000;
const SEED = 20_260_101;

/** Fills an empty directory with invented listings in one transaction. If it has listings, changes nothing and returns false. */
export async function seedSample(databaseUrl: string, options: SampleOptions): Promise<boolean> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'enamel-sample' });
  await client.connect();
  try {
    // Postgres overestimates the functions of opening hours, and JIT compilation would then take a second for each call.
    await client.query(
      `begin; set local search_path = public; set local enamel.bulk = 'on'; set local jit = off; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'`,
    );
    await client.query('lock table dentists in share row exclusive mode');
    const { rows } = await client.query(`select from dentists limit 1`);
    if (rows.length > 0 || options.count === 0) {
      await client.query('rollback');
      return false;
    }
    // Pictures are drawn while Postgres stores the listings.
    await Promise.all([fill(client, options), options.storePictures?.()]);
    const report = (step: string): void =>
      options.progress?.({ step, done: options.count, total: options.count, perSecond: 0, secondsLeft: 0 });
    report('Building the index');
    await client.query('analyze dentists; analyze dentist_services; analyze users; select rebuild_search()');
    // The vacuum that index-only scans need is left to autovacuum, because the first start waits for this function.
    await client.query('analyze reviews, practices, facets, schedules, listing_index, listing_words, name_words');
    await client.query('commit');
    report('Done');
    return true;
  } finally {
    await client.end();
  }
}

async function fill(client: pg.Client, options: SampleOptions): Promise<void> {
  const { count, clock, progress } = options;
  const now = clock.now();
  const random = new Random(options.seed ?? SEED);
  const world = await makeWorld(client, count, now, options.hashPassword, random);
  const schedules = await makeSchedules(client, world);
  const masks = new Int32Array(count);
  const withPictures = options.storePictures !== undefined;
  const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();

  const listings = inventListings(world, count, random);
  const startTime = performance.now();
  for (let done = 0; done < count;) {
    const practices: string[] = [];
    const lines: string[] = [];
    const photos: string[] = [];
    while (lines.length < BATCH) {
      const next = listings.next();
      if (next.done) break;
      const listing = next.value;
      masks[listing.id - world.firstId] = listing.serviceMask;
      if (listing.practice.isNew) practices.push(practiceLine(listing, daysAgo(listing.ageDays + 30)));
      const scheduleId = schedules.get(weekKey(listing.week, listing.zip.timeZone)) ?? null;
      const created = daysAgo(listing.ageDays);
      const updated = daysAgo(listing.updatedDays);
      const priced = daysAgo(listing.decisions.price?.daysAgo ?? 0);
      lines.push(listingLine(listing, scheduleId, { created, updated, priced, withPictures }));
      if (withPictures) photos.push(...photoLines(listing, created));
    }
    await copy(client, `practices (${PRACTICE_COLUMNS})`, practices);
    await copy(client, `dentists (${LISTING_COLUMNS})`, lines);
    if (photos.length > 0) await copy(client, `dentist_photos (${PHOTO_COLUMNS})`, photos);
    done += lines.length;
    const perSecond = done / ((performance.now() - startTime) / 1000);
    progress?.({ step: 'Inventing listings', done, total: count, perSecond, secondsLeft: (count - done) / perSecond });
  }
  progress?.({ step: 'Listing services', done: count, total: count, perSecond: 0, secondsLeft: 0 });
  // Foreign keys aren't checked here, because invented rows refer to listings that exist, and the checks take three quarters of the time.
  const { rows } = await client.query<{ leaves: boolean }>('select leave_row_triggers() as leaves');
  await copy(client, 'dentist_services (dentist_id, service_id)', serviceLines(masks, world));
  // Its own numbers, so that the listings stay the same.
  const reviewRandom = new Random((options.seed ?? SEED) + 1);
  await copy(client, `reviews (${REVIEW_COLUMNS})`, inventReviews(listedServices(masks, world), now, reviewRandom));
  if (rows[0]!.leaves) await client.query('set local session_replication_role = origin');
  await client.query(
    `update dentists d set review_line = s.line from (select distinct dentist_id from reviews) r
     cross join lateral review_sums(r.dentist_id, now()) s where d.id = r.dentist_id`,
  );
  await openAppointments(client, now);
  await client.query(
    `select setval(pg_get_serial_sequence('dentists', 'id'), (select max(id) from dentists)),
            setval(pg_get_serial_sequence('practices', 'id'), (select max(id) from practices))`,
  );
}

/** A fifth of the owned listings take appointment requests. Their owners have accepted the agreement. */
async function openAppointments(client: pg.Client, now: Date): Promise<void> {
  await client.query(
    `with chosen as (
       select id, user_id from (select id, user_id, row_number() over (order by id) as n from dentists where user_id is not null) owned
       where n % 5 = 3),
     accepted as (
       insert into agreement_acceptances (dentist_id, owner_id, version, user_id, accepted_by, accepted_at)
       select c.id, c.user_id, (select max(version) from business_agreements), c.user_id, u.name || ' <' || u.email || '>', $1
       from chosen c join users u on u.id = c.user_id)
     insert into appointment_settings (dentist_id, owner_id, is_on, note, service_ids, updated_at)
     select id, user_id, true, '', '{}', $1 from chosen`,
    [now],
  );
}

function* listedServices(masks: Int32Array, world: World): Generator<{ id: number; serviceIds: number[] }> {
  for (const [index, mask] of masks.entries()) {
    const offered = world.services.filter((_service, bit) => (mask & (1 << bit)) !== 0);
    yield { id: world.firstId + index, serviceIds: offered.map(({ id }) => id) };
  }
}

function* serviceLines(masks: Int32Array, world: World): Generator<string> {
  for (const { id, serviceIds } of listedServices(masks, world))
    for (const serviceId of serviceIds) yield `${id}\t${serviceId}\n`;
}

function* chunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const line of lines) {
    chunk += line;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  if (chunk !== '') yield chunk;
}

const copy = (client: pg.Client, target: string, lines: Iterable<string>): Promise<void> =>
  pipeline(Readable.from(chunks(lines)), client.query(copyFrom(`copy ${target} from stdin`)));
