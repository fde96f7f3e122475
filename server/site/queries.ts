import type { Knex } from 'knex';
import { CLOSE_MS } from '#server/base/db/hung-database.ts';
import { prepared, rows } from '#server/base/db/knex.ts';

export interface NewMessage {
  name: string;
  email: string;
  subject: string;
  category: string;
  message: string;
}
interface Turn {
  /** 1 for messages of paying owners, which come first. */
  priority: 0 | 1;
  dueAt: Date;
}

/** The verified account of an email address. */
export const findAccountPlan = (
  db: Knex,
  email: string,
): Promise<{ subscriptionStatus: string; subscriptionPlan: string } | undefined> =>
  db('users').where({ email }).whereNotNull('emailVerifiedAt').first('subscriptionStatus', 'subscriptionPlan') as never;

export async function insertMessage(trx: Knex, message: NewMessage & Turn, at: Date): Promise<number> {
  const [row] = (await trx('contactMessages')
    .insert({ ...message, createdAt: at })
    .returning('id')) as [{ id: number }];
  return row.id;
}

/** The number of listings with this service, by the id of their city. */
export const countCitiesWithService = async (db: Knex, service: string): Promise<Map<number, number>> =>
  new Map(
    (
      await rows<{ id: number; n: number }>(
        db,
        `select f.key::int as id, sum(f.n)::int as n from facets f join services s on s.id = f.feature
         where f.scope = 'city' and s.name = ? group by f.key having sum(f.n) > 0`,
        [service],
      )
    ).map(({ id, n }) => [id, n]),
  );

type Versions = Readonly<Record<'listings' | 'articles' | 'ads' | 'settings', string>>;

/** The versions of what public pages show, by subject. Each grows when a change to it is committed. */
export async function findContentVersions(db: Knex): Promise<Versions> {
  const [versions] = await prepared<Versions>(
    db,
    `select sum(n) filter (where subject = 'listings')::text as listings,
       sum(n) filter (where subject = 'articles')::text as articles,
       sum(n) filter (where subject = 'ads')::text as ads,
       sum(n) filter (where subject = 'settings')::text as settings
     from content_versions`,
    [],
    CLOSE_MS,
  );
  return versions!;
}
