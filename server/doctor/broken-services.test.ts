import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { stripePayments } from '#server/billing/stripe.ts';
import { inspectConfig, type Config } from '#server/base/config.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import { s3Store } from '#server/test/doubles/s3-store.ts';
import {
  check,
  dnsWith,
  goodMachine,
  listenUntilTestEnds,
  startForwardingProxy,
  surroundingsFor,
  type Changes,
} from '#server/test/surroundings.ts';
import { checkKeys, examine } from './examine.ts'; // prettier-ignore

const PASSWORD = 'smtp-password-4711';
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ now: new Date().toISOString() });
});
afterAll(() => app.stop());

const configured = (settings: Partial<Config>): Changes => ({ config: { ...app.deps.config, ...settings } });

describe('the machine', () => {
  const on = (changes: Partial<typeof goodMachine>): Changes => ({ machine: { ...goodMachine, ...changes } });

  it.each([
    ['a Node that is too old', 'node', 'error', on({ nodeVersion: '18.20.4' }), 'Node 18.20.4 is too old. This release needs 20.19 or newer.', /^Install Node 24/],
    ['a Node without security fixes', 'node', 'warning', on({ nodeVersion: '23.1.0' }), 'Node 23.1.0 has had no security fixes since 2025-06-01.', /^Install Node 24/],
    ['a disk that is nearly full', 'disk', 'error', on({ readDisk: () => Promise.resolve({ free: 0.3e9, total: 40e9 }) }), /^300 MB of 40 GB are free in /, /^sudo du -xh/],
    ['a disk that fills up', 'disk', 'warning', on({ readDisk: () => Promise.resolve({ free: 4.2e9, total: 40e9 }) }), /^4\.2 GB of 40 GB are free/, /^sudo du -xh/],
    ['too little memory', 'memory', 'warning', on({ readMemory: () => ({ free: 0.2e9, total: 0.5e9 }) }), '200 MB of 500 MB are free.', /^Give the server at least 1 GB/],
    ['no free memory', 'memory', 'warning', on({ readMemory: () => ({ free: 0.1e9, total: 8e9 }) }), '100 MB of 8.0 GB are free.', /^ps -eo rss/],
  ] as const)('with %s is found', async (_, key, state, changes, seen, fix) => {
    const found = await check(app, key, changes);
    expect(found).toMatchObject({ state, seen: expect.stringMatching(seen), fix: expect.stringMatching(fix) });
  }); // prettier-ignore

  it('with a DATA_DIR that can’t be written to is found', async () => {
    const found = await check(app, 'disk', configured({ DATA_DIR: '/proc/enamel' }));
    expect(found).toMatchObject({ state: 'error', fix: expect.stringMatching(/^sudo chown -R/) });
    expect(found.seen).toMatch(/^This user can’t write to \/proc \(\w+\)\.$/);
  });

  it('with wrong settings lists all of them, and runs the other checks with the valid ones', async () => {
    const { config, problems } = inspectConfig({
      SMTP_ULR: 'smtp://mail.example',
      PORT: 'many',
      DATA_DIR: app.deps.config.DATA_DIR,
      S3_BUCKET: 'b',
    });
    const results = await examine(surroundingsFor(app, { config, settingProblems: problems }));
    const found = results.find(({ key }) => key === 'settings')!;
    expect(found).toMatchObject({ state: 'error' });
    expect(found.seen).toContain(
      'SMTP_ULR is not a setting of this server. PORT must be a whole number. S3_ENDPOINT, S3_BUCKET',
    );
    expect(found.fix!.split('\n').slice(0, 2)).toEqual(['Correct SMTP_ULR.', 'Correct PORT.']);
    expect(results.find(({ key }) => key === 'disk')).toMatchObject({ state: 'ok' });
    expect(config.PORT).toBe(3000);
  });

  it('with placeholders in production is found', async () => {
    const found = await check(app, 'settings', configured({ production: true }));
    expect(found).toMatchObject({ state: 'warning', fix: expect.stringMatching(/^Set MAIL_FROM to an address/) });
  });
});

describe('PUBLIC_URL', () => {
  it('that leads to this installation is fine', async () => {
    expect(await check(app, 'address')).toMatchObject({ state: 'ok' });
    expect(await check(app, 'proxies')).toMatchObject({
      state: 'ok',
      seen: 'A request passed no proxy, as TRUST_PROXY says.',
    });
  });

  it('that nothing answers, another program answers, or redirects is found', async () => {
    expect(await check(app, 'address', configured({ PUBLIC_URL: 'http://127.0.0.1:9' }))).toMatchObject({
      state: 'error',
      seen: 'http://127.0.0.1:9 can’t be reached from here (ECONNREFUSED).',
      fix: expect.stringMatching(/^curl -v http:\/\/127\.0\.0\.1:9\/healthz/),
    });
    const other = await listenUntilTestEnds((_req, res) => res.end('{"ok":true}'));
    expect(await check(app, 'address', configured({ PUBLIC_URL: other }))).toMatchObject({
      state: 'error',
      seen: `Another program answers at ${other}, or a server with another SECRET_KEY.`,
      fix: expect.stringMatching(/the same SECRET_KEY/),
    });
    const moved = await listenUntilTestEnds((req, res) => res.writeHead(301, { Location: `https://www.bright.example${req.url}` }).end()); // prettier-ignore
    expect(await check(app, 'address', configured({ PUBLIC_URL: moved }))).toMatchObject({
      state: 'error',
      seen: `${moved} redirects to https://www.bright.example.`,
      fix: 'Set PUBLIC_URL=https://www.bright.example',
    });
    const down = await listenUntilTestEnds((_req, res) => res.writeHead(502).end());
    expect(await check(app, 'address', configured({ PUBLIC_URL: down }))).toMatchObject({
      state: 'error',
      seen: `${down}/healthz answered 502.`,
      fix: expect.stringMatching(/systemctl start enamel/),
    });
  });

  it('behind more or fewer proxies than TRUST_PROXY says is found', async () => {
    const one = await startForwardingProxy(app.url);
    expect(await check(app, 'proxies', configured({ PUBLIC_URL: one }))).toMatchObject({
      state: 'error',
      seen: 'A request passed 1 proxy, and TRUST_PROXY is 0: all visitors share one address and its limits.',
      fix: expect.stringMatching(/^Set TRUST_PROXY=1, or /),
    });
    const behindTwo = await testApp({ beside: app, env: { TRUST_PROXY: '2' } });
    onTestFinished(() => behindTwo.stop());
    const single = await startForwardingProxy(behindTwo.url);
    const both = await startForwardingProxy(single);
    expect(await check(behindTwo, 'proxies', configured({ PUBLIC_URL: single }))).toMatchObject({
      state: 'error',
      seen: 'A request passed 1 proxy, and TRUST_PROXY is 2: visitors can fake their IP addresses.',
      fix: expect.stringMatching(/^Set TRUST_PROXY=1, or /),
    });
    expect(await check(behindTwo, 'proxies', configured({ PUBLIC_URL: both }))).toMatchObject({ state: 'ok' });
  });

  it('shows how a request reached the server only to those with SECRET_KEY', async () => {
    for (const probe of ['', 'x', 'abc.def', `abc.${'A'.repeat(43)}`])
      expect((await app.get('/healthz', { headers: { 'X-Enamel-Probe': probe } })).body).toEqual({ ok: true });
  });

  it('in production without TLS is found', async () => {
    const publicUrl = app.url.replace('127.0.0.1', 'enamel-doctor.localhost');
    const found = await check(app, 'address', configured({ PUBLIC_URL: publicUrl, production: true }));
    expect(found).toMatchObject({ state: 'error', fix: expect.stringMatching(/^Turn on TLS in the proxy/) });
  });
});

describe('a certificate', () => {
  /** A certificate that signs itself, valid between two times in OpenSSL's notation. */
  async function startHttps(from: string, until: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'enamel-certificate-'));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    try {
      await writeFile(join(folder, 'index'), '');
      await writeFile(join(folder, 'ca.cnf'), '[ca]\ndefault_ca=d\n[d]\ndatabase=index\nrand_serial=yes\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n'); // prettier-ignore
      openssl('req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key', '-out', 'request', '-subj', '/CN=localhost'); // prettier-ignore
      openssl('ca', '-batch', '-notext', '-config', 'ca.cnf', '-selfsign', '-keyfile', 'key', '-in', 'request', '-out', 'certificate', '-startdate', from, '-enddate', until); // prettier-ignore
      const server = createHttpsServer(
        { key: await readFile(join(folder, 'key')), cert: await readFile(join(folder, 'certificate')) },
        (_req, res) => res.end('{}'),
      ).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      return `https://localhost:${(server.address() as AddressInfo).port}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('that has expired is found', async () => {
    const url = await startHttps('20200101000000Z', '20260101000000Z');
    const found = await check(app, 'certificate', configured({ PUBLIC_URL: url }));
    expect(found).toMatchObject({ state: 'error', fix: expect.stringMatching(/^sudo certbot renew/) });
    expect(found.seen).toMatch(/^The certificate of localhost:\d+ expired \d+ days ago\.$/);
  });

  it('that signs itself is found', async () => {
    const url = await startHttps('20200101000000Z', '20990101000000Z');
    const found = await check(app, 'certificate', configured({ PUBLIC_URL: url }));
    expect(found).toMatchObject({ state: 'error', fix: 'sudo certbot --nginx -d localhost' });
    expect(found.seen).toMatch(
      /^Browsers don’t accept the certificate of localhost:\d+ \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
  });

  it('that expires soon is found', async () => {
    const url = await startHttps('20200101000000Z', '20990101000000Z');
    const machine = { ...goodMachine, readTime: () => Date.parse('2098-12-31T12:00:00Z') };
    const found = await check(app, 'certificate', { ...configured({ PUBLIC_URL: url }), machine });
    expect(found.state).toBe('error');
  });
});

describe('email', () => {
  const sending = { MAIL_FROM: 'Bright Bay <hello@bright.example>', SMTP_URL: 'smtp://localhost:9' };

  async function startSmtp(accepted: string): Promise<string> {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        password === accepted ? done(null, { user: username }) : done(new Error(`Bad password ${password}`)),
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    onTestFinished(() => new Promise<void>((done) => server.close(done)));
    return `smtp://mailer:${PASSWORD}@localhost:${(listening.address() as AddressInfo).port}`;
  }

  it('is fine with a login that works', async () => {
    const SMTP_URL = await startSmtp(PASSWORD);
    const found = await check(app, 'email-login', configured({ ...sending, SMTP_URL }));
    expect(found).toMatchObject({ state: 'ok', seen: expect.stringMatching(/accepts the login\.$/) });
  });

  it('whose server refuses the login is found, and the password is not shown', async () => {
    const SMTP_URL = await startSmtp('another password');
    const found = await check(app, 'email-login', configured({ ...sending, SMTP_URL }));
    expect(found).toMatchObject({
      state: 'error',
      seen: expect.stringMatching(/^localhost:\d+ refused the login \(535\)\.$/),
      fix: expect.stringMatching(/^Correct the user and the password in SMTP_URL/),
    });
    expect(JSON.stringify(found)).not.toContain(PASSWORD);
  });

  it('whose server doesn’t answer, or which has none in production, is found', async () => {
    expect(await check(app, 'email-login', configured(sending))).toMatchObject({
      state: 'error',
      seen: expect.stringMatching(/^localhost:9 can’t be used for email \(/),
      fix: expect.stringMatching(/^nc -vz localhost 9/),
    });
    expect(await check(app, 'email-login', configured({ production: true }))).toMatchObject({
      state: 'error',
      seen: expect.stringMatching(/\/outbox and reach no one\.$/),
      fix: 'Set SMTP_URL=smtps://USER:PASSWORD@HOST:465',
    });
  });

  it.each([
    ['no SPF record', 'spf', 'error', { 'bright.example': [] }, 'bright.example has no SPF record, so mailboxes may reject its emails.', /^bright\.example\. TXT "v=spf1 include:YOUR_MAIL_PROVIDER ~all"$/],
    ['two SPF records', 'spf', 'error', { 'bright.example': ['v=spf1 include:a.example ~all', 'v=spf1 include:b.example -all'] }, 'bright.example has 2 SPF records, which makes all of them invalid.', /TXT "v=spf1 include:a\.example include:b\.example ~all"$/],
    ['an SPF record for everyone', 'spf', 'error', { 'bright.example': ['v=spf1 mx +all'] }, 'The SPF record of bright.example lets everyone send in its name.', /TXT "v=spf1 mx ~all"$/],
    ['no DKIM key', 'dkim', 'warning', { 'google._domainkey.bright.example': [] }, 'bright.example has no DKIM key, so mailboxes can’t tell its emails from forged ones.', /^Create a key at your mail provider/],
    ['no DMARC record', 'dmarc', 'warning', { '_dmarc.bright.example': [] }, 'bright.example has no DMARC record, which Gmail and Yahoo ask of those who send much.', /^_dmarc\.bright\.example\. TXT "v=DMARC1; p=none; rua=mailto:/],
    ['a DMARC record without a policy', 'dmarc', 'error', { '_dmarc.bright.example': ['v=DMARC1; p=maybe'] }, 'The DMARC record of bright.example has no valid policy.', /^_dmarc\.bright\.example\. TXT/],
    ['DNS that fails', 'spf', 'warning', { 'bright.example': 'ESERVFAIL' }, 'DNS didn’t answer for bright.example (ESERVFAIL).', /^dig \+short TXT bright\.example/],
  ] as const)('from a domain with %s is found', async (_, key, state, records, seen, fix) => {
    const found = await check(app, key, { ...configured(sending), dns: dnsWith(records as unknown as Record<string, string[]>) });
    expect(found).toMatchObject({ state, seen, fix: expect.stringMatching(fix) });
  }); // prettier-ignore

  it('from a domain with all three records is fine, also where the name of the DKIM key is unknown', async () => {
    for (const key of ['spf', 'dkim', 'dmarc'])
      expect(await check(app, key, configured(sending)), key).toMatchObject({ state: 'ok' });
    const dns = dnsWith({
      'google._domainkey.bright.example': [],
      'xyz7._domainkey.bright.example': ['v=DKIM1; p=abc'],
    });
    expect(await check(app, 'dkim', { ...configured(sending), dns })).toMatchObject({ state: 'ok' });
  });
});

describe('the S3 store', () => {
  const access = { id: 'AKIAENAMEL', secret: 'a secret/with+signs', region: 'us-east-1' };
  const settings = (endpoint: string): Partial<Config> => ({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'kept',
    S3_ACCESS_KEY_ID: access.id,
    S3_SECRET_ACCESS_KEY: access.secret,
  });

  it('is written, read, and left as it was', async () => {
    const store = await s3Store(access);
    onTestFinished(() => store.stop());
    expect(await check(app, 's3', configured(settings(store.endpoint)))).toMatchObject({ state: 'ok' });
    expect(store.objects.size).toBe(0);
  });

  it('that refuses the key, or doesn’t answer, is found', async () => {
    const store = await s3Store({ ...access, secret: 'another secret' });
    onTestFinished(() => store.stop());
    const found = await check(app, 's3', configured(settings(store.endpoint)));
    expect(found).toMatchObject({
      state: 'error',
      seen: expect.stringMatching(/can’t be used: it answered 403 SignatureDoesNotMatch to a write\.$/),
      fix: expect.stringMatching(/^Correct S3_ACCESS_KEY_ID/),
    });
    expect(JSON.stringify(found)).not.toContain(access.secret);
    expect(await check(app, 's3', configured(settings('http://127.0.0.1:9')))).toMatchObject({
      state: 'error',
      fix: expect.stringMatching(/^curl -v http:\/\/127\.0\.0\.1:9/),
    });
  });
});

describe('Stripe', () => {
  const KEY = 'sk_test_51EnamelDoctor';
  const price = (changes: object = {}) => ({ id: 'price_1', object: 'price', active: true, currency: 'usd', unit_amount: 6_000, recurring: { interval: 'month', interval_count: 1 }, ...changes }); // prettier-ignore
  const endpoint = (changes: object = {}) => ({ id: 'we_1', object: 'webhook_endpoint', url: `${app.url}/api/stripe/webhook`, status: 'enabled', enabled_events: ['*'], ...changes }); // prettier-ignore
  const list = (...data: object[]) => ({ object: 'list', data, has_more: false, url: '/' });

  /** Stripe's replies by the beginning of the path. */
  function stripe(replies: Record<string, object>, settings: Partial<Config> = {}): Changes {
    const { config } = configured({ STRIPE_SECRET_KEY: KEY, STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1', ...settings }); // prettier-ignore
    const answers: Record<string, object> = { ...replies, '/v1/prices?': list(price()), '/v1/events': list(), '/v1/webhook_endpoints': list(endpoint()), '/v1/billing_portal/configurations': list({ id: 'bpc_1' }), ...replies }; // prettier-ignore
    const httpClient = Stripe.createFetchHttpClient(async (url: string | URL | Request) => {
      const { pathname, search } = new URL(url as string);
      const path = Object.keys(answers).find((start) => `${pathname}${search}`.startsWith(start));
      const body = path === undefined ? { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such price' } } : answers[path]!; // prettier-ignore
      const status = 'error' in body ? ((body as { status?: number }).status ?? 404) : 200;
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    });
    return { config: config!, payments: stripePayments(config!, { httpClient }) };
  }

  it('that refuses the key is found, and the key is not shown', async () => {
    const refusal = {
      status: 401,
      error: { type: 'invalid_request_error', message: `Invalid API Key provided: ${KEY}` },
    };
    const found = await check(app, 'stripe', stripe({ '/v1/': refusal }));
    expect(found).toMatchObject({ state: 'error' });
    expect(JSON.stringify(await examine(surroundingsFor(app, stripe({ '/v1/prices?': refusal }))))).not.toContain(KEY);
  });

  it.each([
    ['keys of two modes', 'stripe', () => stripe({}, { STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }), 'error', 'STRIPE_SECRET_KEY is for test mode, and STRIPE_PUBLISHABLE_KEY isn’t.', /^Set both to the keys of one mode/],
    ['test mode in production', 'stripe', () => stripe({}, { production: true }), 'warning', 'Stripe is in test mode, so no card is charged.', /live mode/],
    ['plans without a price', 'stripe-prices', () => stripe({}, { production: true }), 'warning', /^Plans without a price aren’t for sale: STRIPE_PRICE_PROFESSIONAL_MONTHLY, /, /^Choose their prices under \/admin\/subscriptions, or set STRIPE_PRICE_PROFESSIONAL_MONTHLY/],
    ['a price that doesn’t exist', 'stripe-prices', () => stripe({}, { production: true, STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_gone' }), 'error', /The price of Professional, paid monthly \(price_gone\), is not at Stripe\./, /or set STRIPE_PRICE_PROFESSIONAL_MONTHLY to the id/],
    ['a price of another period', 'stripe-prices', () => stripe({ '/v1/prices/price_1': price({ recurring: { interval: 'year', interval_count: 1 } }) }, { production: true, STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_1' }), 'error', /\(price_1\), is \$60\.00 USD every year at Stripe, and the plan is paid in dollars every month\./, /^Choose another price/],
    ['an archived price', 'stripe-prices', () => stripe({ '/v1/prices/price_1': price({ active: false }) }, { production: true, STRIPE_PRICE_PROFESSIONAL_MONTHLY: 'price_1' }), 'error', /is archived at Stripe\./, /^Choose another price/],
    ['no webhook endpoint', 'stripe-webhook', () => stripe({ '/v1/webhook_endpoints': list() }), 'error', /^Stripe has no webhook endpoint for http.*\/api\/stripe\/webhook\.$/, /^Add it at https:\/\/dashboard\.stripe\.com\/webhooks/],
    ['a webhook that is off', 'stripe-webhook', () => stripe({ '/v1/webhook_endpoints': list(endpoint({ status: 'disabled' })) }), 'error', 'Stripe has turned the webhook off.', /^Turn it on/],
    ['a webhook without some events', 'stripe-webhook', () => stripe({ '/v1/webhook_endpoints': list(endpoint({ enabled_events: ['invoice.paid', 'customer.subscription.updated', 'customer.subscription.deleted', 'charge.refunded', 'charge.dispute.created'] })) }), 'warning', 'The webhook doesn’t send invoice.payment_failed.', /^Add the events/],
    ['a customer portal that is off', 'stripe-portal', () => stripe({ '/v1/billing_portal/configurations': list() }), 'error', 'The customer portal is off.', /^Turn it on/],
    ['events that it couldn’t deliver', 'stripe-webhook', () => stripe({ '/v1/events': list({ id: 'evt_1', object: 'event', created: Date.now() / 1_000 - 7_200 }) }), 'error', 'Stripe couldn’t deliver an event 2 hours ago.', /^See its response at/],
  ] as const)('with %s is found', async (_, key, changes, state, seen, fix) => {
    const found = await check(app, key, changes());
    expect(found).toMatchObject({ state, seen: expect.stringMatching(seen), fix: expect.stringMatching(fix) });
  }); // prettier-ignore

  it('without a key is skipped, and with everything in place is fine', async () => {
    for (const key of ['stripe', 'stripe-prices', 'stripe-webhook', 'stripe-portal'])
      expect(await check(app, key)).toMatchObject({ state: 'skipped', seen: 'STRIPE_SECRET_KEY isn’t set.' });
    await app.deps.db('stripeEvents').insert({ id: 'evt_1', type: 'invoice.paid', happenedAt: new Date(), receivedAt: new Date(Date.now() - 3 * 60_000) }); // prettier-ignore
    for (const key of ['stripe', 'stripe-portal'])
      expect(await check(app, key, stripe({}))).toMatchObject({ state: 'ok' });
    expect(await check(app, 'stripe-webhook', stripe({}))).toMatchObject({ state: 'ok', seen: 'The webhook is on, and its last event arrived 3 minutes ago.' }); // prettier-ignore
  });
});

it('a check that doesn’t end is an error of its own, and the others are reported in time', async () => {
  const dns = { resolveTxt: () => new Promise<string[][]>(() => undefined) };
  const changes = { ...configured({ MAIL_FROM: 'x@bright.example', SMTP_URL: 'smtp://localhost:9' }), dns };
  const begun = performance.now();
  const results = await examine(surroundingsFor(app, changes), { limitMs: 1_500 });
  expect(performance.now() - begun).toBeLessThan(5_000);
  expect(results.find(({ key }) => key === 'spf')).toMatchObject({
    state: 'error',
    seen: 'No answer within 2 seconds.',
  });
  expect(results.find(({ key }) => key === 'schema')).toMatchObject({ state: 'ok' });
  expect(results).toHaveLength(checkKeys.length);
});
