import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { tables, type TableKind } from './queries-catalog.ts';

interface OpenMerge {
  id: number;
  kind: TableKind;
  intoId: number;
  goneId: number;
  goneName: string;
}

const ids = (select: string): string =>
  `(select coalesce(jsonb_agg(found.id order by found.id), '[]') from (${select}) found)`;
/** Selects the rows that refer to the merged entry, by their key in `moved`. */
const uses: Record<TableKind, Record<string, string>> = {
  services: {
    listings: 'select dentist_id as id from dentist_services where service_id = :fromId',
    both: `select dentist_id as id from dentist_services where service_id = :fromId
      and dentist_id in (select dentist_id from dentist_services where service_id = :toId)`,
    reviews: 'select id from reviews where service_id = :fromId',
    requests: 'select id from appointment_requests where service_id = :fromId',
    settings: 'select dentist_id as id from appointment_settings where :fromId = any(service_ids)',
  },
  'practice-types': { listings: 'select id from dentists where practice_type_id = :fromId' },
  practices: { listings: 'select id from dentists where practice_id = :fromId' },
  topics: { listings: 'select id from articles where topic_id = (select slug from topics where id = :fromId)' },
};

/** Keeps what a merge is about to change. An account that created a practice is not kept. */
export async function insertMerge(
  trx: Knex,
  kind: TableKind,
  values: { fromId: number; toId: number; at: Date },
): Promise<number> {
  const moved = Object.entries(uses[kind]).map(([key, select]) => `'${key}', ${ids(select)}`);
  const [merge] = await rows<{ id: number }>(
    trx,
    `insert into catalog_merges (kind, into_id, gone, moved, at)
     select :kind, :toId, to_jsonb(gone) - 'created_by', jsonb_build_object(${moved.join(', ')}), :at
     from ${tables[kind]} gone where gone.id = :fromId returning id`,
    { kind, ...values },
  );
  return merge!.id;
}

const openMerge = `select m.id, m.kind, m.into_id, cast(m.gone->>'id' as integer) as gone_id, m.gone->>'name' as gone_name
  from catalog_merges m where m.undone_at is null`;

/** The merges into these entries that can be undone, latest first. */
export const findOpenMerges = (db: Knex, kind: TableKind, intoIds: readonly number[]): Promise<OpenMerge[]> =>
  rows(db, `${openMerge} and m.kind = :kind and m.into_id = any(cast(:intoIds as integer[])) order by m.id desc`, {
    kind,
    intoIds,
  });

export async function lockOpenMerge(trx: Knex, id: number): Promise<OpenMerge | undefined> {
  const [merge] = await rows<OpenMerge>(trx, `${openMerge} and m.id = ? for update`, [id]);
  return merge;
}

const movedIds = (key: string): string =>
  `(select cast(moved_id as integer) from catalog_merges m, jsonb_array_elements_text(m.moved->'${key}') moved_id where m.id = :id)`;

/** Adds the merged entry again and returns to it whatever still has the other one. Returns the number of listings. */
export async function restoreEntry(trx: Knex, { id, kind, intoId, goneId }: OpenMerge, at: Date): Promise<number> {
  const table = tables[kind];
  const values = { id, fromId: goneId, toId: intoId };
  const run = (sql: string) => rows<{ id: number }>(trx, sql, values);
  await run(
    `insert into ${table} select restored.* from catalog_merges m, jsonb_populate_record(cast(null as ${table}),
       m.gone ${kind === 'practices' ? `|| '{"is_active": true}'` : ''}) restored where m.id = :id`,
  );
  if (kind !== 'practices')
    await run(
      `update ${table} t set former_names = array(select name from unnest(t.former_names) name
         where name <> all(array(select jsonb_array_elements_text(m.gone->'former_names' || jsonb_build_array(m.gone->>'name')))))
       from catalog_merges m where m.id = :id and t.id = :toId`,
    );
  await trx('catalogMerges').where({ id }).update({ undoneAt: at });
  if (kind === 'topics') {
    await run(
      `update topics t set former_slugs = array(select slug from unnest(t.former_slugs) slug
         where slug <> all(array(select jsonb_array_elements_text(m.gone->'former_slugs' || jsonb_build_array(m.gone->>'slug')))))
       from catalog_merges m where m.id = :id and t.id = :toId`,
    );
    const restored = await run(
      `update articles a set topic_id = gone.slug, category = gone.category from topics gone, topics kept
       where gone.id = :fromId and kept.id = :toId and a.topic_id = kept.slug and a.id in ${movedIds('listings')}
       returning a.id`,
    );
    return restored.length;
  }
  if (kind !== 'services') {
    const column = kind === 'practices' ? 'practice_id' : 'practice_type_id';
    const restored = await run(
      `update dentists set ${column} = :fromId where ${column} = :toId and id in ${movedIds('listings')} returning id`,
    );
    return restored.length;
  }
  await run(
    `update services t set former_ids = array(select former from unnest(t.former_ids) former
       where former <> all(array(select cast(value as integer) from jsonb_array_elements_text(m.gone->'former_ids' || jsonb_build_array(m.gone->'id')))))
     from catalog_merges m where m.id = :id and t.id = :toId`,
  );
  const restored = await run(
    `insert into dentist_services (dentist_id, service_id) select dentist_id, :fromId from dentist_services
     where service_id = :toId and dentist_id in ${movedIds('listings')}
     on conflict (dentist_id, service_id) do nothing returning dentist_id as id`,
  );
  await run(
    `delete from dentist_services where service_id = :toId and dentist_id in ${movedIds('listings')}
     and dentist_id not in ${movedIds('both')}`,
  );
  await run(`update reviews set service_id = :fromId where service_id = :toId and id in ${movedIds('reviews')}`);
  await run(
    `update appointment_requests set service_id = :fromId where service_id = :toId and id in ${movedIds('requests')}`,
  );
  await run(
    `update appointment_settings set service_ids = array_append(service_ids, :fromId)
     where dentist_id in ${movedIds('settings')} and not :fromId = any(service_ids)`,
  );
  return restored.length;
}
