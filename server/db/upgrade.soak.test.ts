import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { register } from 'tsx/esm/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken, newToken } from '#server/http/token.ts';
import { callerOf } from '#server/test/app.ts';
import { startChild, type Child } from '#server/test/crashes/child.ts';
import { emptyDatabase, type FreshDatabase } from '#server/test/database.ts';
import { rows } from './knex.ts';

// Knex imports migrations with Node's own loader, not with Vitest's.
register();

/** The last migration that every installation has. Databases of that state must upgrade to every later release. */
const LAST_RELEASED = '20261122121200';
/** Tables that a running server changes by itself. */
const LIVE_TABLES = ['jobs', 'job_schedules', 'auth_sessions', 'account_activity', 'schema_migrations', 'schema_migrations_lock', 'rate_limits']; // prettier-ignore

/** Search tables, which an upgrade may fill by another rule. The searches below read them. */
const SEARCH_TABLES = ['listing_keys', 'listing_tallies', 'name_words', 'filter_state'];

/** Rows that the upgrade adds: an owner of an unchecked listing gets a check. */
const ADDED_ROWS: Record<string, number> = {
  // The six new services count as a single change.
  directory_changes: 1,
  services: 6,
  claim_events: 1,
  claim_requests: 1,
};

const allMigrations = readdirSync(fileURLToPath(new URL('./migrations', import.meta.url)))
  .filter((name) => name.endsWith('.ts'))
  .toSorted();
const releasedMigrations = allMigrations.filter((name) => name.slice(0, 14) <= LAST_RELEASED);

let database: FreshDatabase;
let dataDir: string;
const children: Child[] = [];
const token = newToken();
beforeAll(async () => {
  database = await emptyDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'enamel-upgrade-'));
  for (const name of releasedMigrations) await database.db.migrate.up({ name });
  await addRows(database.db);
});
afterAll(async () => {
  for (const child of children) child.process.kill('SIGKILL');
  await Promise.all(children.map(({ ended }) => ended));
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Adds rows of every kind with the columns of that release, because today's code may write others. */
async function addRows(db: Knex): Promise<void> {
  await db.raw(`
    insert into users (email, password, name, role, subscription_plan, subscription_status, stripe_customer_id)
      values ('ann@example.com', 'a hash', 'Dr. Ann Poe', 'user', 'pro_max', 'active', 'cus_1'),
        ('bo@example.com', null, 'Bo Lee', 'user', 'free', 'inactive', null),
        ('maria@example.com', 'another hash', 'Maria Lopez', 'admin', 'free', 'inactive', null);
    insert into practices (name, address, city, state, zip_code, phone, created_by)
      select 'Practice ' || n, n || ' Main Street', 'Boston', 'MA', '02108', '(617) 555-0100', 1 from generate_series(1, 20) n;
    insert into dentists (name, practice_id, city, state, zip_code, phone, email, rating, bio, user_id, languages, monday_hours, is_verified)
      select 'Dentist ' || n, n % 20 + 1, 'Boston', 'MA', '02108', '(617) 555-' || lpad(n::text, 4, '0'), 'd' || n || '@example.com', (n % 50) / 10.0,
        'Bio of ' || n, case when n <= 2 then n end, 'English, Spanish', '9 AM - 5 PM', n = 1
      from generate_series(1, 500) n;
    insert into dentist_services (dentist_id, service_id) select d.id, s.id from dentists d join services s on s.id % 3 = d.id % 3;
    insert into listing_tombstones (dentist_id, name_norm, state) values (9999, 'gone', 'MA');
    insert into listing_managers (dentist_id, email, invited_by, invited_at) values (1, 'front@example.com', 1, now());
    insert into claim_requests (dentist_id, user_id, requestor_name, requestor_email, requestor_phone, relationship_to_practice, submitted_at, due_at)
      values (3, 2, 'Bo Lee', 'bo@example.com', '(617) 555-0101', 'owner', now(), now() + interval '3 days');
    insert into articles (title, content, excerpt, topic_id, category, author, read_time, slug, is_published, published_at)
      select 'Article ' || n, 'Text', 'Short', 'oral-health', 'oral-health', 'Editors', 3, 'article-' || n, true, now() from generate_series(1, 30) n;
    insert into billing_customers (id, user_id, created_at) values ('cus_1', 1, now());
    insert into subscriptions (id, customer_id, user_id, price_id, plan, interval, cents, status, current_period_start, current_period_end, started_at)
      values ('sub_1', 'cus_1', 1, 'price_1', 'pro_max', 'monthly', 9900, 'active', now(), now() + interval '20 days', now());
    insert into transactions (user_id, customer_id, invoice_id, description, status, currency, cents, paid_cents, created_at)
      values (1, 'cus_1', 'in_1', 'Pro Max', 'paid', 'usd', 9900, 9900, now());
    insert into contact_messages (name, email, subject, category, message) values ('Cy', 'cy@example.com', 'Hello', 'general', 'Text');
    insert into privacy_requests (kind, name, email, received_at, due_at) values ('access', 'Cy', 'cy@example.com', now(), now() + interval '30 days');
    insert into audit_log (at, actor_name, action, subject) select now(), 'Maria Lopez', 'listing.edited', 'listing' from generate_series(1, 50);
    insert into system_settings (name, value) values ('session_timeout_minutes', '60');
    insert into backups (made_at, kind, place, name, bytes, sha256, rows, made_by) values (now(), 'nightly', 'folder', 'old.gz', 1, 'x', 1, 'Schedule');
    insert into import_runs (status, created_at, user_name, file_name) values ('done', now(), 'Maria Lopez', 'listings.csv');`);
  const expiresAt = new Date(Date.now() + 86_400_000);
  await db('authSessions').insert({ userId: 1, tokenHash: hashToken(token), createdAt: new Date(), lastSeenAt: expiresAt, expiresAt }); // prettier-ignore
}

interface TableState {
  columns: string[];
  rows: string[];
}
/** Columns that the database derives from others. An upgrade may change the rule. */
const DERIVED_COLUMNS: Record<string, readonly string[]> = { dentists: ['rank'] };

/** Reads every row of the tables, with the columns that existed then and still exist. */
async function readTables(db: Knex, earlier?: Map<string, TableState>): Promise<Map<string, TableState>> {
  const tables = await rows<{ name: string; columns: string[] }>(
    db,
    `select table_name as name, array_agg(column_name::text order by column_name) as columns
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(?) group by 1`,
    [[...LIVE_TABLES, ...SEARCH_TABLES]],
  );
  const states = new Map<string, TableState>();
  for (const { name, columns } of tables) {
    if (earlier && !earlier.has(name)) continue;
    const stored = columns.filter((column) => !DERIVED_COLUMNS[name]?.includes(column));
    const kept = earlier ? stored.filter((column) => earlier.get(name)!.columns.includes(column)) : stored;
    const list = kept.map((column) => `"${column}"`).join(', ');
    const found = await rows<{ row: string }>(
      db,
      `select to_jsonb(t)::text as "row" from (select ${list} from "${name}") t order by 1`,
    );
    states.set(name, { columns: kept, rows: found.map(({ row }) => row) });
  }
  return states;
}

it('a database of the last release is upgraded once by two servers that start at the same time', async () => {
  const { db, url } = database;
  expect(releasedMigrations).toHaveLength(13);
  const before = await readTables(db);
  expect(before.get('dentists')!.rows).toHaveLength(500);
  const start = () =>
    startChild({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret for tests that is long enough',
      LOG_LEVEL: 'warn',
    });
  children.push(...(await Promise.all([start(), start()])));
  expect(children.map((child) => child.errors())).toEqual(['', '']);

  const migrations = await rows<{ name: string; batch: number }>(db, 'select name, batch from schema_migrations order by name'); // prettier-ignore
  expect(migrations.map(({ name }) => name)).toEqual(allMigrations);
  const laterBatches = migrations.filter(({ name }) => !releasedMigrations.includes(name)).map(({ batch }) => batch);
  // They ran on one server, because the other waited for its lock and had nothing left to do.
  expect(new Set(laterBatches).size).toBe(1);

  const after = await readTables(db, before);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [name, { columns, rows: storedRows }] of after) {
    const earlier = before.get(name)!;
    const earlierRows = storedRows.filter((row) => earlier.rows.includes(row));
    expect([name, columns, earlierRows]).toEqual([name, earlier.columns, earlier.rows]);
    expect([name, storedRows.length - earlierRows.length]).toEqual([name, ADDED_ROWS[name] ?? 0]);
  }

  for (const { url: server } of children) {
    const call = callerOf(server);
    expect((await call('GET', '/readyz')).status).toBe(200);
    expect((await call('GET', '/api/auth/me', { token })).body).toMatchObject({ email: 'ann@example.com' });
    expect((await call('GET', '/api/dentists/7')).body).toMatchObject({ name: 'Dentist 7', city: 'Boston' });
    expect((await call('GET', '/api/dentists?page=1&pageSize=10')).headers.get('x-total-count')).toBe('500');
    const listings = await call('GET', '/api/dentists/search?name=dentist&location=Boston&page=1&pageSize=10');
    expect(listings.headers.get('x-total-count')).toBe('500');
    const names = await call('GET', '/api/dentists/search?name=practice+3&page=1&pageSize=10');
    expect(names.headers.get('x-total-count')).not.toBe('0');
  }
}, 120_000);
