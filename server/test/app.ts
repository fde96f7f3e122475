import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { DestinationStream } from 'pino';
import type { Role } from '#shared/roles.ts';
import { cost } from '#server/accounts/sign-in/password.ts';
import { stopQueue } from '#server/bulk/queue/run-queue.ts';
import { createApp, type AppOptions } from '#server/app.ts';
import { testClock, type TestClock } from '#server/base/clock.ts';
import { readConfig } from '#server/base/config.ts';
import { startSandbox, type Sandbox } from '#server/stripe-sandbox/sandbox.ts';
import { sandboxPayments } from '#server/billing/stripe.ts';
import { hashToken } from '#server/base/http/callers/authenticate.ts';
import type { Deps } from '#server/base/http/context.ts';
import { EXPORT_CONNECTIONS } from '#server/base/http/slots/download-slots.ts';
import { createMessageClasses, useMessageClasses } from '#server/base/http/express-prototypes.ts';
import { runJobs } from '#server/schedule.ts';
import { openStatusKnex } from '#server/base/db/hung-database.ts';
import { openKnex } from '#server/base/db/knex.ts';
import { LiveSettings } from '#server/base/live-settings.ts';
import { createLog } from '#server/base/log.ts';
import { createSecrets } from '#server/base/secrets.ts';
import { freshDatabase, type TestPostgres } from './programs/database.ts';

export interface TestApp {
  url: string;
  deps: Deps & { clock: TestClock };
  databaseUrl: string;
  /** Set when the test asks for the payment sandbox. */
  sandbox?: Sandbox;
  /** Sends a request to the app. JSON bodies are serialized and JSON responses parsed. */
  call(method: string, path: string, options?: CallOptions): Promise<Answered>;
  get(path: string, options?: CallOptions): Promise<Answered>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answered>;
  /** Creates a user with a session. */
  signIn(who?: Partial<NewUser>): Promise<{ token: string; userId: number; email: string }>;
  /** Runs all due jobs once. */
  jobs(): Promise<void>;
  stop(): Promise<void>;
}
export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}
export interface Answered {
  status: number;
  headers: Headers;
  // Tests read replies of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}
export interface NewUser {
  email: string;
  emailVerifiedAt: Date | null;
  name: string;
  role: Role;
  subscriptionPlan: string;
  subscriptionStatus: string;
}

const TEN_YEARS = 10 * 365 * 86_400_000;

export const callerOf =
  (url: string): TestApp['call'] =>
  async (method, path, { token, body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const json = /(?<!nd)json/.test(response.headers.get('content-type') ?? '') && text !== '';
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : text };
  };

/** Creates a user whose session outlasts any move of the test clock. */
export async function signInOn(
  db: Knex,
  at: Date,
  who: Partial<NewUser> = {},
): Promise<{ token: string; userId: number; email: string }> {
  const user = {
    email: `${randomBytes(6).toString('hex')}@example.com`,
    emailVerifiedAt: at,
    name: 'Test Person',
    role: 'user',
    subscriptionPlan: 'free',
    subscriptionStatus: 'inactive',
    ...who,
  };
  const [row] = (await db('users').insert(user).returning('id')) as [{ id: number }];
  const token = randomBytes(32).toString('base64url');
  await db('authSessions').insert({
    userId: row.id,
    tokenHash: hashToken(token),
    kind: 'web',
    createdAt: at,
    lastSeenAt: new Date(at.getTime() + TEN_YEARS),
    expiresAt: new Date(at.getTime() + TEN_YEARS),
  });
  return { token, userId: row.id, email: user.email };
}

/** Starts a complete server on a fresh database and a free port, with a clock the test controls. */
export async function testApp(
  options: Omit<AppOptions, 'sandbox'> & {
    env?: Record<string, string>;
    now?: string;
    realHashing?: boolean;
    /** Uses the payment sandbox. `delivering` also sends its webhooks to this server. */
    sandbox?: 'quiet' | 'delivering';
    /** Receives the log at trace level. */
    logTo?: DestinationStream;
    /** Shares this app's database, clock, and payments. */
    beside?: TestApp;
    /** The Postgres to use outside vitest. */
    postgres?: TestPostgres;
  } = {},
): Promise<TestApp> {
  const { env, now, realHashing, sandbox: wanted, logTo, beside, postgres, ...appOptions } = options;
  if (!realHashing) Object.assign(cost, { n: 1024, p: 1 });
  const database = beside ? await sameDatabase(beside) : await freshDatabase(postgres);
  const dataDir = await mkdtemp(join(tmpdir(), 'enamel-test-'));
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'silent',
    LIMIT_API: '100000/60',
    PORT: '0',
    ...env,
  });
  const own = createMessageClasses();
  const server = createServer(own);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const statusDb = openStatusKnex(database.url);
  const log = logTo ? createLog('trace', logTo) : createLog(process.env.TEST_LOG ?? 'silent');
  const deps: TestApp['deps'] = {
    db: database.db,
    exportDb: openKnex(database.url, { max: EXPORT_CONNECTIONS }),
    statusDb,
    readOnlyDb: openKnex(database.url, { max: 6, isReadOnly: true }),
    clock: beside?.deps.clock ?? testClock(now),
    config: { ...config, PUBLIC_URL: config.PUBLIC_URL ?? url },
    log,
    settings: new LiveSettings({ db: database.db, statusDb, log, config }),
    secret: createSecrets('a secret for tests that is long enough'),
  };
  const sandbox = wanted ? await startSandbox(deps) : undefined;
  if (sandbox) deps.payments = sandboxPayments(sandbox);
  else if (beside?.deps.payments) deps.payments = beside.deps.payments;
  server.on('request', useMessageClasses(createApp(deps, { ...appOptions, ...(sandbox ? { sandbox } : {}) }), own));
  if (wanted === 'delivering') sandbox?.deliverTo(`${url}/api/stripe/webhook`);

  const call = callerOf(url);
  return {
    url,
    deps,
    databaseUrl: database.url,
    ...(sandbox ? { sandbox } : {}),
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { ...options, body }),
    signIn: (who) => signInOn(deps.db, deps.clock.now(), who),
    jobs: () => runJobs(deps),
    async stop() {
      server.closeAllConnections();
      await stopQueue(deps);
      await new Promise((done) => server.close(done));
      await sandbox?.stop();
      await deps.exportDb?.destroy();
      await deps.statusDb?.destroy();
      await deps.readOnlyDb?.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const sameDatabase = async ({ databaseUrl }: TestApp) => {
  const db = openKnex(databaseUrl, { max: 6 });
  return { url: databaseUrl, db, drop: () => db.destroy() };
};
