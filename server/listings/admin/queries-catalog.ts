import type { Knex } from 'knex';
import type { CatalogEntry, CatalogKind } from '#contract/listings/admin-catalog.ts';
import { escapeLike } from '#server/base/db/escape-like.ts';
import { rows } from '#server/base/db/knex.ts';
import { chooseFreeSlug, slugify } from '#shared/slug.ts';

type TableEntry = Pick<CatalogEntry, 'id' | 'name' | 'detail' | 'listings' | 'about'>;

export interface CatalogRow {
  id: number;
  name: string;
  formerNames?: string[];
  formerIds?: number[];
  /** Only topics have these three. */
  slug?: string;
  about?: string;
  category?: string;
}

/** The kinds whose entries are rows that listings or articles refer to. */
export type TableKind = Exclude<CatalogKind, 'insurance-plans'>;

export const tables = {
  services: 'services',
  'practice-types': 'practice_types',
  practices: 'practices',
  topics: 'topics',
} as const;

/** The counts of services are kept, so a million listings are not counted again. */
const entries = {
  services: `select s.id, s.name, array_to_string(s.former_names, ', ') as detail,
    coalesce((select sum(n) from facets where scope = 'all' and key = '' and feature = s.id), 0)::int as listings from services s`,
  'practice-types': `select t.id, t.name, array_to_string(t.former_names, ', ') as detail, coalesce(c.n, 0) as listings from practice_types t
    left join (select practice_type_id, count(*)::int as n from dentists where deleted_at is null group by 1) c on c.practice_type_id = t.id`,
  practices: `select p.id, p.name, concat_ws(', ', p.address, p.city, p.state) as detail,
    (select count(*)::int from dentists d where d.practice_id = p.id and d.deleted_at is null) as listings from practices p`,
  topics: `select t.id, t.name, array_to_string(t.former_names, ', ') as detail, t.about,
    (select count(*)::int from articles a where a.topic_id = t.slug) as listings from topics t`,
};

export async function findEntries(
  db: Knex,
  kind: TableKind,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: TableEntry[]; total: number }> {
  const matches = q === '' ? 'true' : `search_norm(name) collate "C" like search_norm(:q) || '%'`;
  const values = { q: escapeLike(q), limit, offset };
  const items = await rows<TableEntry>(
    db,
    `${entries[kind]} where ${matches} order by search_norm(name) collate "C", id limit :limit offset :offset`,
    values,
  );
  const [count] = await rows<{ total: number }>(
    db,
    `select count(*)::int as total from ${tables[kind]} where ${matches}`,
    values,
  );
  return { items, total: count!.total };
}

export async function lockEntries(trx: Knex, kind: TableKind, ids: readonly number[]): Promise<CatalogRow[]> {
  return rows<CatalogRow>(
    trx,
    `select * from ${tables[kind]} where id = any(cast(? as integer[])) order by id for update`,
    [ids],
  );
}

export async function isNameTaken(trx: Knex, kind: TableKind, name: string, id: number): Promise<boolean> {
  if (kind === 'practices') return false;
  const taken = await rows(
    trx,
    `select 1 as one from ${tables[kind]} where id <> :id and search_norm(name) = search_norm(:name) limit 1`,
    { id, name },
  );
  return taken.length > 0;
}

/** Returns the id of a new service, practice type, or topic. */
export async function insertEntry(trx: Knex, kind: TableKind, name: string): Promise<number> {
  if (kind === 'topics') return insertTopic(trx, name);
  const [row] = await rows<{ id: number }>(trx, `insert into ${tables[kind]} (name) values (?) returning id`, [name]);
  return row!.id;
}

/** A topic has its own part of the address, and a schedule. */
async function insertTopic(trx: Knex, name: string): Promise<number> {
  await rows(trx, 'lock table topics in share row exclusive mode');
  const taken = await rows<{ slug: string }>(
    trx,
    'select slug from topics union select unnest(former_slugs) from topics',
  );
  const slug = chooseFreeSlug(slugify(name) || 'topic', new Set(taken.map((row) => row.slug)));
  const [row] = await rows<{ id: number }>(
    trx,
    'insert into topics (slug, name, category) values (:slug, :name, :name) returning id',
    { slug, name },
  );
  await rows(trx, 'insert into content_schedules (topic_id) values (?) on conflict do nothing', [slug]);
  return row!.id;
}

export const describeTopic = (trx: Knex, id: number, about: string): Promise<unknown> =>
  trx('topics').where({ id }).update({ about });

export async function renameEntry(trx: Knex, kind: TableKind, id: number, name: string): Promise<void> {
  if (kind === 'practices') return void (await trx('practices').where({ id }).update({ name }));
  if (kind === 'topics')
    await rows(
      trx,
      `update topics set former_slugs = array_append(array_remove(former_slugs, slugify(name)), slugify(name))
       where id = ? and slug <> slugify(name)`,
      [id],
    );
  await rows(
    trx,
    `update ${tables[kind]} set name = :name, former_names = array_append(array_remove(former_names, :name), name) where id = :id`,
    { id, name },
  );
}

export const countUses = async (trx: Knex, kind: TableKind, id: number): Promise<number> => {
  const uses = {
    services: 'select count(*)::int as n from dentist_services where service_id = ?',
    'practice-types': 'select count(*)::int as n from dentists where practice_type_id = ?',
    practices: 'select count(*)::int as n from dentists where practice_id = ?',
    topics: 'select count(*)::int as n from articles where topic_id = (select slug from topics where id = ?)',
  };
  const [row] = await rows<{ n: number }>(trx, uses[kind], [id]);
  return row!.n;
};

export const deleteEntry = (trx: Knex, kind: TableKind, id: number): Promise<unknown> =>
  rows(trx, `delete from ${tables[kind]} where id = ?`, [id]);

/** Moves everything that refers to one entry to another. */
export async function moveUses(trx: Knex, kind: TableKind, from: CatalogRow, to: CatalogRow): Promise<void> {
  const ids = { fromId: from.id, toId: to.id };
  if (kind === 'practices') {
    await rows(trx, 'update dentists set practice_id = :toId where practice_id = :fromId', ids);
    return;
  }
  if (kind === 'topics') {
    const slugs = { fromSlug: from.slug, toSlug: to.slug, category: to.category };
    await rows(trx, 'update articles set topic_id = :toSlug, category = :category where topic_id = :fromSlug', slugs);
    await rows(
      trx,
      `update topics t set former_slugs = t.former_slugs || gone.slug || gone.former_slugs
       from topics gone where t.id = :toId and gone.id = :fromId`,
      ids,
    );
  } else if (kind === 'practice-types') {
    await rows(trx, 'update dentists set practice_type_id = :toId where practice_type_id = :fromId', ids);
  } else {
    await rows(
      trx,
      `insert into dentist_services (dentist_id, service_id) select dentist_id, :toId from dentist_services where service_id = :fromId
       on conflict (dentist_id, service_id) do nothing`,
      ids,
    );
    await rows(trx, 'delete from dentist_services where service_id = :fromId', ids);
    await rows(trx, 'update reviews set service_id = :toId where service_id = :fromId', ids);
    await rows(trx, 'update appointment_requests set service_id = :toId where service_id = :fromId', ids);
    await rows(
      trx,
      `update appointment_settings set service_ids =
         (select array_agg(distinct case when s = :fromId then :toId else s end) from unnest(service_ids) s)
       where :fromId = any(service_ids)`,
      ids,
    );
    await rows(
      trx,
      'update services set former_ids = former_ids || cast(:formerIds as integer[]) || cast(:fromId as integer) where id = :toId',
      { ...ids, formerIds: from.formerIds ?? [] },
    );
  }
  await rows(trx, `update ${tables[kind]} set former_names = former_names || cast(:names as text[]) where id = :toId`, {
    toId: to.id,
    names: [...(from.formerNames ?? []), from.name],
  });
}
