import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Clock } from '#server/clock.ts';
import { rows } from '#server/db/knex.ts';
import { apiVersion } from './api-version.ts';
import { notFound } from './fault.ts';
import { toPublic, type AnyObject, type Kind, type ObjectOf } from './objects.ts';

const LOCK = 771_204_402;

/** The sandbox lives in a schema of its own, made by itself, so that an installation without it has no trace of it. */
export async function prepareStore(db: Knex): Promise<void> {
  await db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
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

/** What every object begins with. */
export const newObject = <O extends string>(store: Store, prefix: string, object: O) => ({
  id: newId(prefix),
  object,
  created: store.now,
  livemode: false as const,
});

const customerOf = (of: AnyObject): string | null =>
  of.object === 'customer' ? of.id : 'customer' in of ? of.customer : null;

/** The state as one request sees and changes it. */
export class Store {
  readonly trx: Knex;
  /** Seconds, on the clock that can be moved. */
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
    const found = await this.find(kind, id);
    if (!found) throw notFound(kind, id, param ?? 'id', param ? 400 : 404);
    return found;
  }
  /** Newest first. */
  async all<K extends Kind>(kind: K, customer?: string): Promise<ObjectOf<K>[]> {
    const found = await rows<{ body: ObjectOf<K> }>(
      this.trx,
      `select body from stripe_sandbox.objects where kind = :kind and (cast(:customer as text) is null or customer = :customer) order by seq desc`,
      { kind, customer: customer ?? null },
    );
    return found.map(({ body }) => body);
  }
  async put(one: AnyObject): Promise<void> {
    await this.trx.raw(
      `insert into stripe_sandbox.objects (id, kind, customer, body) values (:id, :kind, :customer, cast(:body as jsonb))
       on conflict (id) do update set body = excluded.body, customer = excluded.customer`,
      { id: one.id, kind: one.object, customer: customerOf(one), body: JSON.stringify(one) },
    );
  }
  /** Says that something happened; the webhook leaves once this transaction is committed. */
  async emit(type: string, about: AnyObject): Promise<void> {
    const id = newId('evt');
    const body = JSON.stringify(
      {
        id,
        object: 'event',
        api_version: apiVersion,
        created: this.now,
        data: { object: toPublic(about) },
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
      customerOf(about),
      body,
    ]);
  }
}

async function readClock(db: Knex, clock: Clock): Promise<number> {
  const [row] = await rows<{ aheadSeconds: number }>(db, 'select ahead_seconds from stripe_sandbox.clock');
  return Math.floor(clock.now().getTime() / 1000) + (row?.aheadSeconds ?? 0);
}

/** One change at a time: this is a sandbox, and being right matters more than being quick. */
export function runInTransaction<T>(db: Knex, clock: Clock, work: (store: Store) => Promise<T>): Promise<T> {
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [LOCK]);
    return work(new Store(trx, await readClock(trx, clock)));
  });
}
export async function runReadOnly<T>(db: Knex, clock: Clock, work: (store: Store) => Promise<T>): Promise<T> {
  return work(new Store(db, await readClock(db, clock)));
}
