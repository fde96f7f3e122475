import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import type { FieldSource } from '#server/listings/history.ts';
import { selectColumns, diffTable, stageTable } from '../stage/stage-columns.ts';

export interface ApplyOptions {
  runId: number;
  mapped: ReadonlySet<string>;
  at: Date;
  userId: number | null;
  /** The file name, which the listing history shows as the source. */
  source: string;
  /** The date of the data, which the fields get as the date of their source. */
  statedAt: Date;
  /** The key of the source, for a file of one. */
  via?: string;
  /** The source of ratings that don't name one. */
  ratingSource: string;
}

/** The source of the fields that an import writes. */
export const buildStamp = ({
  source,
  statedAt,
  via,
}: Pick<ApplyOptions, 'source' | 'statedAt' | 'via'>): FieldSource => ({
  source: 'import',
  name: source,
  ...(via === undefined ? {} : { via }),
  at: statedAt.toISOString(),
});

/** Builds the SQL for a practice's key: name, city, and state as one text. Joining by name alone would pair thousands of rows. */
export const buildPracticeKey = (name: string, city: string, state: string) =>
  `${name} || E'\\x01' || coalesce(${city}, E'\\x02') || E'\\x01' || coalesce(${state}, E'\\x02')`;

/** Finds the practices of new and changed listings by name and place, and creates missing ones. */
export async function resolvePractices(trx: Knex, { runId, mapped, at }: ApplyOptions): Promise<void> {
  if (!mapped.has('practice')) return;
  const selectField = (field: string, column: string) => (mapped.has(field) ? `s.${column}` : 'null::text');
  const [practices] = await rows<{ exist: boolean; areFew: boolean }>(
    trx,
    `select exists (select from practices) as exist, (select count(*) from practices) < 10 * (select count(*) from plan_new) as are_few`,
  );
  const key = buildPracticeKey('g.name', 'g.city', 'g.state');
  // Index lookups are faster unless there are so few practices that one hash join can read them all.
  const practiceLookup = practices!.areFew
    ? `left join (select ${buildPracticeKey('name', 'city', 'state')} as key, min(id) as id from practices group by 1) p on p.key = ${key}`
    : `left join lateral (select
         coalesce((select min(p.id) from practices p where p.name = g.name and p.city = g.city and p.state = g.state),
                  (select min(p.id) from practices p where (g.city is null or g.state is null) and p.name = g.name and p.city is not distinct from g.city and p.state is not distinct from g.state))
         as id) p on true`;
  await trx.raw(
    `create temporary table plan_practices on commit drop as
       select g.*, search_norm(g.name) as practice_norm, ${key} as key, p.id as existing_id, coalesce(p.id, nextval(pg_get_serial_sequence('practices', 'id')))::int as practice_id from (
         select name, city, state, min(address) as address, min(zip) as zip, min(phone) as phone from (
           select s.practice as name, ${selectField('city', 'city')} as city, ${selectField('state', 'state')} as state, ${selectField('address', 'address')} collate "C" as address,
                  ${selectField('zipCode', 'zip_code')} collate "C" as zip, ${selectField('phone', 'phone')} collate "C" as phone
           from plan_new n join ${stageTable(runId)} s on s.row = n.row where s.practice is not null
           union all
           select c.after ->> 'practice', coalesce(c.after ->> 'city', d.city), coalesce(c.after ->> 'state', d.state), d.address, d.zip_code, d.phone
           from ${diffTable(runId)} c join dentists d on d.id = c.dentist_id where c.after ->> 'practice' is not null) named
         -- The indexes of practices begin with the name, so each row is added next to the one before.
         group by 1, 2, 3 order by 1, 2, 3) g
       ${practices!.exist ? practiceLookup : 'cross join (select null::int as id) p'}`,
  );
  await trx.raw(
    `insert into practices (id, name, address, city, state, zip_code, phone, created_at)
     select practice_id, name, address, city, state, zip, phone, cast(:at as timestamptz) from plan_practices where existing_id is null`,
    { at },
  );
  await trx.raw(`analyze plan_practices (key)`);
}

const derivedColumns = ['city_id', 'time_zone', 'schedule_id', 'service_mask', 'slug'];

const SLICE_ROWS = 2000;

interface Slice {
  first: number;
  last: number;
  rows: number;
}

/**
 * Updates listings slice by slice in the order of their ids, and records the history and the source of each field. With
 * `isRederived`, plan_rederived has the derived columns, else triggers derive them.
 */
export async function updateListings(
  trx: Knex,
  options: ApplyOptions,
  isRederived: boolean,
  onUpdated: (rows: number) => void,
): Promise<void> {
  const diff = diffTable(options.runId);
  await trx.raw(`create index on ${diff} (dentist_id)`);
  const slices = await rows<Slice>(
    trx,
    `select min(dentist_id) as first, max(dentist_id) as last, count(*)::int as rows
     from (select dentist_id, (row_number() over (order by dentist_id) - 1) / ${SLICE_ROWS} as slice from ${diff} where after is not null) c
     group by slice order by slice`,
  );
  for (const slice of slices) {
    await updateSlice(trx, options, isRederived, slice);
    onUpdated(slice.rows);
  }
}

async function updateSlice(
  trx: Knex,
  { runId, mapped, at, userId, source, statedAt, via, ratingSource }: ApplyOptions,
  isRederived: boolean,
  { first, last }: Slice,
): Promise<void> {
  const diff = diffTable(runId);
  const isOfSlice = `c.dentist_id between ${first} and ${last}`;
  const columns = selectColumns(mapped);
  const assignments = columns.map(({ key, column, type }) => {
    if (key === 'practice')
      return `practice_id = case when c.after ->> 'practice' is not null then pp.practice_id else d.practice_id end,
        practice_norm = case when c.after ->> 'practice' is not null then pp.practice_norm else d.practice_norm end`;
    const value = type === 'text' ? `c.after ->> '${key}'` : `cast(c.after ->> '${key}' as ${type})`;
    return `${column} = coalesce(${value}, d.${column})`;
  });
  if (mapped.has('rating') && !mapped.has('ratingSource'))
    assignments.push(
      `rating_source = case when c.after ->> 'rating' is not null then cast(:ratingSource as text) else d.rating_source end`,
    );
  if (isRederived)
    for (const column of derivedColumns)
      assignments.push(`${column} = case when r.id is null then d.${column} else r.${column} end`);
  // An undo also needs the practice's id, the rating's source, and the date of a price, which change with those fields.
  await trx.raw(
    `insert into import_changes (run_id, dentist_id, line, before, after, sources)
     select ${runId}, c.dentist_id, c.line, c.before
       || case when jsonb_exists(c.after, 'practice') then jsonb_build_object('practiceId', d.practice_id) else '{}' end
       || case when jsonb_exists(c.after, 'rating') then jsonb_build_object('ratingSource', d.rating_source) else '{}' end
       || case when jsonb_exists_any(c.after, array['whiteningPriceFrom', 'whiteningPriceTo'])
         then jsonb_build_object('whiteningPriceOn', d.whitening_price_on) else '{}' end,
       c.after, coalesce(c.sources, '{}')
     from ${diff} c join dentists d on d.id = c.dentist_id where ${isOfSlice} and c.after is not null`,
  );
  await trx.raw(
    `update dentists d set ${assignments.join(', ')}${assignments.length > 0 ? ',' : ''}
       field_sources = d.field_sources || (select jsonb_object_agg(k, cast(:stamp as jsonb)) from jsonb_object_keys(c.after) k), updated_at = cast(:at as timestamptz)
     from ${diff} c ${
       mapped.has('practice')
         ? `join dentists o on o.id = c.dentist_id left join plan_practices pp on pp.key = ${buildPracticeKey(`(c.after ->> 'practice')`, `c.after ->> 'city', o.city`, `c.after ->> 'state', o.state`)}`
         : ''
     } ${isRederived ? 'left join plan_rederived r on r.id = c.dentist_id' : ''} where d.id = c.dentist_id and ${isOfSlice} and c.after is not null`,
    {
      stamp: JSON.stringify(buildStamp({ source, statedAt, ...(via === undefined ? {} : { via }) })),
      at,
      ratingSource,
    },
  );
  if (mapped.has('services'))
    await trx.raw(`
      delete from dentist_services x using ${diff} c where ${isOfSlice} and x.dentist_id = c.dentist_id and c.after -> 'serviceIds' is not null
        and not c.after -> 'serviceIds' @> to_jsonb(x.service_id);
      insert into dentist_services (dentist_id, service_id) select c.dentist_id, cast(i as int) from ${diff} c, jsonb_array_elements_text(c.after -> 'serviceIds') i
        where ${isOfSlice} and c.after -> 'serviceIds' is not null on conflict do nothing`);
  await trx.raw(
    `insert into listing_history (dentist_id, at, user_id, field, before, after, source, source_name)
     select c.dentist_id, cast(:at as timestamptz), cast(:userId as int), k, c.before -> k, c.after -> k, 'import', cast(:source as text)
     from ${diff} c cross join lateral jsonb_object_keys(c.after) k where ${isOfSlice} and c.after is not null`,
    { at, userId, source },
  );
}
