import type { Knex } from 'knex';
import { rows } from '#server/base/db/knex.ts';
import { lockAccount } from '../queries.ts';

export interface EndpointRow {
  id: number;
  url: string;
  events: string[];
  createdAt: Date;
  failingSince: Date | null;
  disabledAt: Date | null;
  oldSecretUntil: Date | null;
}

const COLUMNS = ['id', 'url', 'events', 'createdAt', 'failingSince', 'disabledAt', 'oldSecretUntil'];

export const listEndpoints = (db: Knex, userId: number): Promise<EndpointRow[]> =>
  db('webhookEndpoints').where({ userId }).orderBy('id').select(COLUMNS) as Promise<EndpointRow[]>;

export async function lockAndCountEndpoints(trx: Knex, userId: number): Promise<number> {
  await lockAccount(trx, userId);
  const [count] = await rows<{ n: number }>(
    trx,
    'select count(*) as n from webhook_endpoints where user_id = :userId',
    { userId },
  );
  return count!.n;
}

export async function insertEndpoint(
  trx: Knex,
  endpoint: Pick<EndpointRow, 'url' | 'events' | 'createdAt'> & { userId: number; secret: string },
): Promise<EndpointRow> {
  const [row] = (await trx('webhookEndpoints').insert(endpoint).returning(COLUMNS)) as [EndpointRow];
  return row;
}

export const findOwnEndpoint = (db: Knex, userId: number, id: number): Promise<EndpointRow | undefined> =>
  db('webhookEndpoints').where({ userId, id }).first(COLUMNS) as Promise<EndpointRow | undefined>;

/** The earlier secret keeps signing until this time. A still earlier one ends at once. */
export async function replaceSecret(
  trx: Knex,
  userId: number,
  id: number,
  { secret, until }: { secret: string; until: Date },
): Promise<EndpointRow | undefined> {
  const [row] = (await trx('webhookEndpoints')
    .where({ userId, id })
    .update({ secret, oldSecret: trx.ref('secret'), oldSecretUntil: until })
    .returning(COLUMNS)) as EndpointRow[];
  return row;
}

export async function enableEndpoint(trx: Knex, userId: number, id: number): Promise<EndpointRow | undefined> {
  const [row] = (await trx('webhookEndpoints')
    .where({ userId, id })
    .update({ disabledAt: null, failingSince: null })
    .returning(COLUMNS)) as EndpointRow[];
  return row;
}

/** Undefined if it was off already, so that only one email is sent. */
export async function disableEndpoint(
  trx: Knex,
  id: number,
  at: Date,
): Promise<{ userId: number; url: string; name: string; email: string } | undefined> {
  const [row] = await rows<{ userId: number; url: string; name: string; email: string }>(
    trx,
    `update webhook_endpoints e set disabled_at = :at from users u where e.id = :id and u.id = e.user_id and e.disabled_at is null
     returning e.user_id, e.url, u.name, u.email`,
    { id, at },
  );
  return row;
}

export async function deleteEndpoint(trx: Knex, userId: number, id: number): Promise<EndpointRow | undefined> {
  const [row] = (await trx('webhookEndpoints').where({ userId, id }).delete().returning(COLUMNS)) as EndpointRow[];
  return row;
}

export async function deleteEndpoints(trx: Knex, userId: number): Promise<void> {
  await trx('webhookEndpoints').where({ userId }).delete();
}
