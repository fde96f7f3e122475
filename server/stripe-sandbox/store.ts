import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Clock } from '#server/base/clock.ts';
import { rows } from '#server/base/db/knex.ts';
import { apiVersion } from './api-version.ts';
import { notFound } from './stripe-error.ts';
import type { AnyObject, Kind, ObjectOf } from './objects.ts';
import { toPublic } from './public-objects.ts';

const ADVISORY_LOCK = 771_204_402;

/** Creates the sandbox's schema on first use, so that installations without the sandbox do not have it. */
export async function prepareStore(db: Knex): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
    await trx.raw(`
      create schema if not exists stripe_sandbox;
      create table if not exists stripe_sandbox.objects (
        id text primary key, kind text not null, customer text, seq bigint generated always as identity, body jsonb not null);
      create index if not exists objects_kind on stripe_sandbox.objects (kind, customer, seq);
      create table if not exists stripe_sandbox.events (
        id text primary key, seq bigint generated always as identity, type text not null, customer text, body text not null,
        attempts integer not null default 0, next_at timestamptz default now());
      create index if not exists events_waiting on stripe_sandbox.events (next_at) where next_at is not null;
      create table if not exists stripe_sandbox.requests (
        key text primary key, fingerprint text not null, status integer not null, body text not null, at timestamptz not null default now());
      create table if not exists stripe_sandbox.clock (
        one boolean primary key default true check (one), ahead_seconds bigint not null default 0);
      insert into stripe_sandbox.clock default values on conflict do nothing;
    `);
  });
}

export const newId = (prefix: string): string =>
  `${prefix}_${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}`;

/** The fields that all objects share. */
export const newObject = <O extends string>(store: Store, prefix: string, object: O) => ({
  id: newId(prefix),
  object,
  created: store.now,
  livemode: false as const,
});

const customerIdOf = (object: AnyObject): string | null =>
  object.object === 'customer'
    ? object.id
    : object.object === 'dispute'
      ? object._customer
      : 'customer' in object
        ? object.customer
        : null;

/** Reads and writes objects within the transaction of one request. */
export class Store {
  readonly trx: Knex;
  /** Unix seconds of the sandbox clock. */
  now: number;
  constructor(trx: Knex, now: number) {
    this.trx = trx;
    this.now = now;
  }

  async find<K extends Kind>(kind: K, id: string): Promise<ObjectOf<K> | undefined> {
    const [row] = await rows<{ body: ObjectOf<K> }>(
      this.trx,
      'select body from stripe_sandbox.objects where id = ? and kind = ?',
      [id, kind],
    );
    return row?.body;
  }
  async get<K extends Kind>(kind: K, id: string, param?: string): Promise<ObjectOf<K>> {
    const object = await this.find(kind, id);
    if (!object) throw notFound(kind, id, param ?? 'id', param ? 400 : 404);
    return object;
  }
  /** Stripe refuses a deleted customer as if it had never existed. */
  async getCustomer(id: string): Promise<ObjectOf<'customer'>> {
    const customer = await this.get('customer', id, 'customer');
    if (customer._deleted) throw notFound('customer', id, 'customer', 400);
    return customer;
  }
  /** Lists newest first. */
  async all<K extends Kind>(kind: K, customer?: string): Promise<ObjectOf<K>[]> {
    const objects = await rows<{ body: ObjectOf<K> }>(
      this.trx,
      `select body from stripe_sandbox.objects where kind = :kind and (cast(:customer as text) is null or customer = :customer) order by seq desc`,
      { kind, customer: customer ?? null },
    );
    return objects.map(({ body }) => body);
  }
  async put(object: AnyObject): Promise<void> {
    await this.trx.raw(
      `insert into stripe_sandbox.objects (id, kind, customer, body) values (:id, :kind, :customer, cast(:body as jsonb))
       on conflict (id) do update set body = excluded.body, customer = excluded.customer`,
      { id: object.id, kind: object.object, customer: customerIdOf(object), body: JSON.stringify(object) },
    );
  }
  /** Enqueues a webhook event, delivered after this transaction commits. */
  async emit(type: string, object: AnyObject): Promise<void> {
    const id = newId('evt');
    const body = JSON.stringify(
      {
        id,
        object: 'event',
        api_version: apiVersion,
        created: this.now,
        data: { object: toPublic(object) },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      },
      null,
      2,
    );
    await this.trx.raw('insert into stripe_sandbox.events (id, type, customer, body) values (?, ?, ?, ?)', [
      id,
      type,
      customerIdOf(object),
      body,
    ]);
  }
}

async function readClock(db: Knex, clock: Clock): Promise<number> {
  const [row] = await rows<{ aheadSeconds: number }>(db, 'select ahead_seconds from stripe_sandbox.clock');
  return Math.floor(clock.now().getTime() / 1000) + (row?.aheadSeconds ?? 0);
}

/** Runs one change at a time, because a sandbox needs no concurrency. */
export function runInTransaction<T>(db: Knex, clock: Clock, work: (store: Store) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
    return work(new Store(trx, await readClock(trx, clock)));
  });
}
export async function runReadOnly<T>(db: Knex, clock: Clock, work: (store: Store) => Promise<T>): Promise<T> {
  return work(new Store(db, await readClock(db, clock)));
}
