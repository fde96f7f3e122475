import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import pg from 'pg';
import { hashPassword } from '#server/accounts/sign-in/password.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { startChild, type Child } from './crashes/child.ts';
import { startDebianPostgres, type DebianPostgres } from './programs/debian-postgres.ts';

type Replica = Awaited<ReturnType<DebianPostgres['startReplica']>>;

/** A primary with streaming replicas, and a server on them. Undefined where Postgres can't be installed. */
export async function startReplicated(count: number) {
  const postgres = await startDebianPostgres();
  if (!postgres) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-replicas-'));
  const operator = new pg.Client({ connectionString: postgres.urlOf('postgres') });
  await operator.connect();
  await operator.query('create database enamel');
  await operator.end();
  const replicas: Replica[] = [];
  for (let n = 0; n < count; n++) replicas.push(await postgres.startReplica());
  const children: Child[] = [];
  const startServer = async (used: number): Promise<string> => {
    const urls = replicas.slice(0, used).map(({ urlOf }) => urlOf('enamel'));
    const child = await startChild({
      DATABASE_URL: postgres.urlOf('enamel'),
      ...(used > 0 ? { DATABASE_REPLICA_URL: urls.join(', ') } : {}),
      DATA_DIR: dataDir,
      SECRET_KEY: 'a secret for tests that is long enough',
      METRICS_TOKEN: 'a token for metrics of tests',
      LIMIT_API: '1000000/60',
    });
    children.push(child);
    return child.url;
  };
  const url = await startServer(count);
  const db = openKnex(postgres.urlOf('enamel'), { max: 2 });
  const standbys = replicas.map(({ urlOf }) => openKnex(urlOf('enamel'), { max: 1 }));
  return {
    url,
    /** Starts another server, which uses the first replicas, and returns its address. */
    startServer,
    db,
    standbys,
    replicas,
    primaryUrl: postgres.urlOf('enamel'),
    async stop() {
      for (const child of children) child.process.kill('SIGKILL');
      await Promise.all(children.map(({ ended }) => ended));
      await Promise.all([db, ...standbys].map((each) => each.destroy()));
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type Replicated = NonNullable<Awaited<ReturnType<typeof startReplicated>>>;

export async function readMetrics(url: string): Promise<string> {
  const headers = { authorization: 'Bearer a token for metrics of tests' };
  return (await fetch(`${url}/metrics`, { headers })).text();
}

/** How many replicas serve public reads, by the server's metrics. */
export async function findUsed(url: string): Promise<number> {
  return [...(await readMetrics(url)).matchAll(/^enamel_replica_used\{.*\} 1$/gm)].length;
}

/** An administrator's browser, which keeps its cookies, and a listing to edit. */
async function openBrowser({ url, db }: { url: string; db: Knex }) {
  const password = 'velvet teapot morning';
  const user = { email: 'staff@example.com', name: 'Staff', role: 'admin', emailVerifiedAt: new Date() };
  await db('users').insert({ ...user, password: await hashPassword(password) });
  const [{ id }] = (await db('dentists')
    .insert({ name: 'Ana Silva', city: 'Austin', state: 'TX' })
    .returning('id')) as [{ id: number }];
  const cookies = new Map<string, string>();
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const login = await call('POST', '/api/auth/login', { email: user.email, password });
  if (login.status !== 200) throw new Error(JSON.stringify(login));
  return { id, call };
}

const OWN_READS = 4;

/** Edits a listing and reads it at once, four times as its editor and once as a stranger. Counts reads of older values. */
export async function countStaleReads(replicated: Replicated, edits: number, everyEdit: (n: number) => Promise<void>) {
  const { id, call } = await openBrowser(replicated);
  const found = { own: 0, ofStrangers: 0 };
  for (let n = 0; n < edits; n++) {
    await everyEdit(n);
    const phone = `(512) 555-${String(n % 10_000).padStart(4, '0')}`;
    const edit = await call('PUT', `/api/admin/listings/${id}`, { phone });
    if (edit.status !== 200) throw new Error(JSON.stringify(edit));
    const readOwn = () => call('GET', `/api/dentists/${id}`);
    const [stranger, ...own] = await Promise.all([
      fetch(`${replicated.url}/api/dentists/${id}`).then((response) => response.json() as Promise<{ phone: string }>),
      ...Array.from({ length: OWN_READS }, readOwn),
    ]);
    found.own += own.filter(({ body }) => body['phone'] !== phone).length;
    if (stranger.phone !== phone) found.ofStrangers++;
  }
  return found;
}
