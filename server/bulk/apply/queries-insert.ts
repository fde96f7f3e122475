import type { Knex } from 'knex';
import { rows } from '#server/db/knex.ts';
import { databaseReasons } from '../refusal-reasons.ts';
import { dayNames } from '#contract/listings/opening-hours.ts';
import { buildPracticeKey, type ApplyOptions } from './queries-apply.ts';
import { EVERY_FIELD } from '#server/listings/field-sources.ts';
import { buildOpenFilter } from '../plan/queries-match.ts';
import { selectColumns, stageTable } from '../stage/stage-columns.ts';

/** Assigns an id to every new listing. Keeps free ids of the file, so that an export restores the same listings. */
export async function assignIds(trx: Knex, { runId, mapped }: Pick<ApplyOptions, 'runId' | 'mapped'>): Promise<number> {
  const stage = stageTable(runId);
  const isOpen = await buildOpenFilter(trx, runId);
  const hasIds = mapped.has('id');
  if (hasIds)
    await trx.raw(`
      select setval(pg_get_serial_sequence('dentists', 'id'), greatest(
        (select max(id) from ${stage} s where ${isOpen}), (select last_value from dentists_id_seq))) where exists (select from ${stage} s where s.id is not null and ${isOpen})`);
  // Rows are numbered in file order, so that the same file always gets the same ids.
  await trx.raw(`
    create temporary table plan_new on commit drop as
      select s.row, ${hasIds ? 'case when s.id is null then' : ''} nextval('dentists_id_seq')::int ${hasIds ? 'else s.id end' : ''} as id
      from (select s.row${hasIds ? ', s.id' : ''} from ${stage} s where ${isOpen} order by s.row offset 0) s`);
  const [count] = await rows<{ n: number }>(trx, `select count(*) as n from plan_new`);
  if (count!.n > 0) await trx.raw(`create index on plan_new (row); analyze plan_new`);
  return count!.n;
}

/** Refuses ids far above the highest one. They come from other directories and would exhaust the sequence. */
export async function refuseFarIds(trx: Knex, runId: number): Promise<void> {
  await trx.raw(`
    insert into plan_refused select s.row, 'id', '${databaseReasons.idOutOfRange}' from ${stageTable(runId)} s
    where s.id > (select coalesce(max(id), 0) + 5000000 from dentists) and not exists (select from plan_refused b where b.row = s.row)`);
}

export async function isFirstLoad(trx: Knex): Promise<boolean> {
  const [directory] = await rows<{ empty: boolean }>(trx, `select not exists (select from dentists) as empty`);
  return directory!.empty;
}

/** Values of new listings for blank cells. */
const defaults: Record<string, string> = {
  review_count: '0',
  accepts_insurance: 'false',
  emergency_services: 'false',
  accepts_new_patients: 'true',
  parking_available: 'false',
  wheelchair_accessible: 'false',
};

function buildInsertColumns(mapped: ReadonlySet<string>, ratingSource: string): [string, string][] {
  const columns = selectColumns(mapped)
    .filter(({ field }) => field !== 'practice' && field !== 'ratingSource' && field !== 'whiteningPriceOn')
    .map(({ column }): [string, string] => [
      column,
      defaults[column] ? `coalesce(s.${column}, ${defaults[column]})` : `s.${column}`,
    ]);
  // A price without a date was stated when it was imported.
  const priceDate = mapped.has('whiteningPriceOn') ? 's.whitening_price_on' : 'null';
  if (mapped.has('whiteningPriceFrom'))
    columns.push([
      'whitening_price_on',
      `case when s.whitening_price_from is not null then coalesce(${priceDate}, cast(:at as timestamptz)::date) end`,
    ]);
  if (mapped.has('rating'))
    columns.push([
      'rating_source',
      `case when s.rating is not null then ${mapped.has('ratingSource') ? `coalesce(s.rating_source, ${ratingSource})` : ratingSource} end`,
    ]);
  else if (mapped.has('ratingSource')) columns.push(['rating_source', 's.rating_source']);
  return columns;
}

/** The columns that new listings have from a file, and those that are derived from it. */
export const listFilledColumns = (mapped: ReadonlySet<string>): string[] => [
  ...buildInsertColumns(mapped, 'null').map(([name]) => name),
  'time_zone',
  'city_id',
  'schedule_id',
  'slug',
  'name_norm',
  'zip5',
  'zip3',
  ...(mapped.has('practice') ? ['practice_id', 'practice_norm'] : []),
];

const SOURCES_COLUMN: [string, string] = ['field_sources', 'cast(:fieldSources as jsonb)'];

/** New listings store a single source for all fields, because a source per field would take as much room as the listing. */
function buildFieldSources({ marksNewListings, source, at }: ApplyOptions): string {
  if (!marksNewListings) return '{}';
  return JSON.stringify({ [EVERY_FIELD]: { source: 'import', name: source, at: at.toISOString() } });
}

const buildPracticeJoin = (mapped: ReadonlySet<string>) =>
  mapped.has('practice')
    ? `left join plan_practices pp on pp.key = ${buildPracticeKey('s.practice', mapped.has('city') ? 's.city' : 'null', mapped.has('state') ? 's.state' : 'null')}`
    : '';

/** Inserts a few listings. The triggers of the directory derive the other columns. */
export async function insertFewListings(trx: Knex, options: ApplyOptions): Promise<void> {
  const { runId, mapped, at, ratingSource } = options;
  const columns = [...buildInsertColumns(mapped, 'cast(:ratingSource as text)'), SOURCES_COLUMN];
  await trx.raw(
    `insert into dentists (id, ${columns.map(([name]) => name).join(', ')}${mapped.has('practice') ? ', practice_id' : ''}, created_at, updated_at)
     select n.id, ${columns.map(([, value]) => value).join(', ')}${mapped.has('practice') ? ', pp.practice_id' : ''}, cast(:at as timestamptz), cast(:at as timestamptz)
     from plan_new n join ${stageTable(runId)} s on s.row = n.row ${buildPracticeJoin(mapped)} order by n.id`,
    { at, ratingSource, fieldSources: buildFieldSources(options) },
  );
  await insertServices(trx, runId, mapped);
}

async function insertServices(trx: Knex, runId: number, mapped: ReadonlySet<string>): Promise<void> {
  if (!mapped.has('services')) return;
  await trx.raw(
    `insert into dentist_services (dentist_id, service_id) select n.id, unnest(s.service_ids) from plan_new n join ${stageTable(runId)} s on s.row = n.row where s.service_ids is not null`,
  );
}

/** Fills plan_ready with the columns that search derives from each new listing, computed once per set of equal values. */
async function deriveSearchColumns(trx: Knex, { runId, mapped }: ApplyOptions, isFirstLoad: boolean): Promise<void> {
  const stage = stageTable(runId);
  const hasPlace = mapped.has('city') && mapped.has('state');
  const days = dayNames.filter((day) => mapped.has(`${day}Hours`));
  const hasZone = days.length > 0 && (mapped.has('zipCode') || mapped.has('state'));
  const zipJoin = mapped.has('zipCode') ? `left join zips z on z.zip = left(s.zip_code, 5)` : '';
  const stateJoin = mapped.has('state') ? `left join states st on st.code = s.state` : '';
  const zones = [mapped.has('zipCode') && 'z.time_zone', mapped.has('state') && 'st.time_zone'].filter(Boolean);
  const zone = zones.length > 0 ? `coalesce(${zones.join(', ')})` : 'null::text';
  const practice = mapped.has('practice')
    ? 'pp.practice_id, pp.practice_norm'
    : 'null::int as practice_id, null::text as practice_norm';
  await trx.raw(`
    create temporary table plan_derived on commit drop as
      select s.row, n.id, s.place_row, s.week_row, ${zone} as zone, ${practice},
        coalesce(nullif(coalesce(s.slug_base, slugify(s.name)), ''), 'listing') collate "C" as base
      from ${stage} s join plan_new n on n.row = s.row ${zipJoin} ${stateJoin} ${buildPracticeJoin(mapped)};
    analyze plan_derived (place_row, week_row, zone)`);
  if (hasPlace)
    await trx.raw(`
      create temporary table plan_places on commit drop as
        select p.place_row, s.city, s.state, c.id as city_id
        from (select distinct place_row from plan_derived where place_row is not null) p join ${stage} s on s.row = p.place_row
        left join cities c on c.name = s.city and c.state = s.state;
      create temporary table plan_new_cities on commit drop as
        select place_row, city, state, city_norm(city) as norm from plan_places where city_id is null;
      insert into cities (name, state)
        select distinct on (norm, state) btrim(city), state from plan_new_cities where norm <> '' order by norm, state, city on conflict do nothing;
      update plan_places p set city_id = c.id from plan_new_cities x join cities c on c.name_norm = x.norm and c.state = x.state where p.place_row = x.place_row;
      analyze plan_places;`);
  if (hasZone) {
    const day = (name: string) => (days.includes(name as never) ? `s.${name}_hours` : 'null::text');
    await trx.raw(`
      create temporary table plan_weeks on commit drop as
        select w.week_row, w.zone, week_hours(${dayNames.map(day).join(', ')}) as week
        from (select distinct week_row, zone from plan_derived where zone is not null and week_row is not null) w join ${stage} s on s.row = w.week_row;
      insert into schedules (time_zone, open_hours) select distinct zone, week from plan_weeks where week is not null on conflict do nothing;
      analyze plan_weeks;`);
  }
  await trx.raw(`
    create temporary table plan_ready on commit drop as
      select row, id, city_id, zone, schedule_id, practice_id, practice_norm,
        case when city_id is null then null
             when nth = 1 ${isFirstLoad ? '' : 'and not exists (select from dentists o where o.city_id = p.city_id and o.slug = p.base and o.deleted_at is null)'} then base
             else base || '-' || id end as slug
      from (
        select d.row, d.id, ${hasPlace ? 'pl.city_id' : 'null::int as city_id'}, d.zone, ${hasZone ? 'x.id as schedule_id' : 'null::int as schedule_id'}, d.practice_id, d.practice_norm, d.base,
               row_number() over (partition by ${hasPlace ? 'pl.city_id, ' : ''}d.base order by d.id) as nth
        from plan_derived d
        ${hasPlace ? 'left join plan_places pl on pl.place_row = d.place_row' : ''}
        ${hasZone ? 'left join plan_weeks w on w.week_row = d.week_row and w.zone = d.zone left join schedules x on x.time_zone = w.zone and x.open_hours = w.week' : ''}
      ) p;
    analyze plan_ready (row)`);
  if (mapped.has('holidayHours') && hasZone) await deriveHolidaySchedules(trx, stage);
}

/** Gives listings with holiday hours the schedule that dentists_derive_holidays() would. */
const deriveHolidaySchedules = (trx: Knex, stage: string) =>
  trx.raw(`
    insert into schedules (time_zone, week_id, holiday_hours)
      select distinct r.zone, r.schedule_id, s.holiday_hours from plan_ready r join ${stage} s on s.row = r.row
      where s.holiday_hours is not null and r.schedule_id is not null on conflict do nothing;
    update plan_ready r set schedule_id = x.id from ${stage} s join schedules x on x.holiday_hours = s.holiday_hours
      where s.row = r.row and x.week_id = r.schedule_id`);

/** Computes the columns that dentists_norms() derives row by row. The flags of each distinct languages text are computed once. */
async function buildNormColumns(trx: Knex, { runId, mapped }: ApplyOptions): Promise<[string, string][]> {
  if (mapped.has('languages'))
    await trx.raw(`
      create temporary table plan_languages on commit drop as
        select languages, listing_flags(false, false, false, false, false, languages) as bits
        from (select distinct languages from ${stageTable(runId)} where languages is not null) s;
      analyze plan_languages`);
  const flagFields = [
    'acceptsNewPatients',
    'acceptsInsurance',
    'emergencyServices',
    'wheelchairAccessible',
    'parkingAvailable',
  ];
  const buildFlag = (field: string, at: number) => {
    const column = selectColumns(new Set([field]))[0]!.column;
    return `(${mapped.has(field) ? `coalesce(s.${column}, ${defaults[column]})` : defaults[column]}::int << ${at})`;
  };
  const zipPrefix = (length: number) => (mapped.has('zipCode') ? `left(s.zip_code, ${length})` : 'null');
  return [
    ['name_norm', 's.name_norm'],
    ['zip5', zipPrefix(5)],
    ['zip3', zipPrefix(3)],
    ['flags', [...flagFields.map(buildFlag), mapped.has('languages') ? 'coalesce(l.bits, 0)' : '0'].join(' | ')],
    [
      'rank',
      `rank_of(false, ${mapped.has('rating') ? 's.rating' : 'null'}, ${mapped.has('reviewCount') ? 'coalesce(s.review_count, 0)' : '0'})`,
    ],
  ];
}

/** False if the database role isn't allowed to. */
async function disableRowTriggers(trx: Knex): Promise<boolean> {
  const [triggers] = await rows<{ disabled: boolean }>(trx, `select leave_row_triggers() as disabled`);
  return triggers!.disabled;
}

/** Inserts many listings with set-based queries, and writes each row once. */
export async function insertManyListings(
  trx: Knex,
  options: ApplyOptions,
  isFirstLoad: boolean,
  step: () => Promise<void>,
): Promise<void> {
  const { runId, mapped, at, ratingSource } = options;
  await deriveSearchColumns(trx, options, isFirstLoad);
  await step();
  // The queries below do the work of these triggers. A first load has dropped the others, and does their work at its end.
  const triggersDisabled = await disableRowTriggers(trx);
  const services = mapped.has('services')
    ? await rows<{ id: number }>(trx, `select id from services where id <= 62 order by id`)
    : [];
  const countNames = ['n0', ...services.map(({ id }) => `n${id}`)];
  const counts = services.map(
    ({ id }) => `(count(*) filter (where service_mask & ${(1n << BigInt(id - 1)).toString()} <> 0))::int as n${id}`,
  );
  const countColumns = ['count(*)::int as n0', ...counts].join(', ');
  const sumColumns = countNames.map((n) => `sum(${n})::int as ${n}`).join(', ');
  const perService = `cross join lateral (values ${countNames.map((n) => `(${n.slice(1)}, c.${n})`).join(', ')}) v (service_id, n)`;
  const columns: [string, string][] = [
    ...buildInsertColumns(mapped, 'cast(:ratingSource as text)'),
    SOURCES_COLUMN,
    ['service_mask', mapped.has('services') ? 'coalesce(s.service_mask, 0)' : '0'],
    ['time_zone', 'r.zone'],
    ['city_id', 'r.city_id'],
    ['schedule_id', 'r.schedule_id'],
    ['practice_id', 'r.practice_id'],
    ['practice_norm', 'r.practice_norm'],
    ['slug', 'r.slug'],
    ...(await buildNormColumns(trx, options)),
  ];
  await trx.raw(
    `with inserted as (
       insert into dentists (id, ${columns.map(([name]) => name).join(', ')}, created_at, updated_at)
       select r.id, ${columns.map(([, value]) => value).join(', ')}, cast(:at as timestamptz), cast(:at as timestamptz)
       from ${stageTable(runId)} s join plan_ready r on r.row = s.row ${mapped.has('languages') ? 'left join plan_languages l on l.languages = s.languages' : ''}
       returning state, city_id, zip3, zip5, service_mask, flags & 31 as flags
     ), places as (
       select state, city_id, zip3, zip5, ${countColumns} from inserted group by 1, 2, 3, 4
     ), summed as (
       select grouping(state, city_id, zip3, zip5) as g, state, city_id, zip3, zip5, ${sumColumns} from places
       group by grouping sets ((), (state), (city_id), (zip3), (zip5))
     ), keyed as (
       select case g when 15 then 'all' when 7 then 'state' when 11 then 'city' when 13 then 'zip3' else 'zip' end as scope,
              case g when 15 then '' when 7 then state when 11 then city_id::text when 13 then zip3 else zip5 end collate "C" as key, ${countNames.join(', ')}
       from summed
     ), written as (
       -- Sorted rows are added to the index at a third of the cost.
       insert into facets (scope, key, service_id, n)
       select scope, key, v.service_id, v.n from (select * from keyed where key is not null order by scope, key offset 0) c ${perService} where v.n > 0
     ), flagged as (
       select state, flags, ${countColumns} from inserted group by 1, 2
     ), whole as (
       select grouping(state) as g, state, flags, ${sumColumns} from flagged group by grouping sets ((flags), (state, flags))
     )
     insert into facet_flags (state, service_id, flags, n)
     select case g when 1 then '' else state end, v.service_id, flags, v.n from whole c ${perService} where v.n > 0 and (g = 1 or state is not null)`,
    { at, ratingSource, fieldSources: buildFieldSources(options) },
  );
  await step();
  await insertServices(trx, runId, mapped);
  if (triggersDisabled) await trx.raw(`set local session_replication_role = origin`);
  if (triggersDisabled && !isFirstLoad)
    await trx.raw(`
      select check_references('dentists', 'id'), check_references('dentist_services', 'dentist_id');
      select add_listing_keys('dentists where id in (select id from plan_new)');
      insert into filter_changes select id from plan_new`);
  await trx.raw(`
    delete from listing_slugs l using plan_new n join dentists d on d.id = n.id where d.city_id = l.city_id and d.slug = l.slug;
    insert into directory_changes default values;
  `);
}

/** Returns the ids of new listings as a multirange, because they are mostly consecutive. */
export async function findCreatedRanges(trx: Knex): Promise<string> {
  const [created] = await rows<{ ids: string }>(
    trx,
    `select coalesce(range_agg(int4range(lo, hi + 1)), '{}')::text as ids from (
       select min(id) as lo, max(id) as hi from (select id, id - row_number() over (order by id) as island from plan_new) n group by island) i`,
  );
  return created!.ids;
}
