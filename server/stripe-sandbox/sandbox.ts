import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Deps } from '#server/base/http/context.ts';
import { rows } from '#server/base/db/knex.ts';
import { apiVersion } from './api-version.ts';
import { operations } from './api.ts';
import { Deliveries } from './deliveries.ts';
import { expand } from './expand.ts';
import { StripeError } from './stripe-error.ts';
import { paramList, parseForm, optionalText, type Params } from './params.ts';
import type { Operation } from './operation.ts';
import { showPage } from './pages.ts';
import { runInTransaction, runReadOnly, prepareStore, type Store } from './store.ts';
import { passTime } from './time.ts';

/** The path on our own origin where the browser reaches the sandbox. */
export const SANDBOX_PATH = '/stripe-sandbox';

export interface Sandbox {
  host: string;
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Starts delivering events to this URL. */
  deliverTo(webhookUrl: string): void;
  /** Handles requests of the payment form, and serves the portal and invoice pages. */
  browser(req: IncomingMessage & { originalUrl?: string }, res: ServerResponse, nonce: string): Promise<void>;
  stop(): Promise<void>;
}

type SandboxDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'secret'> & { config: { PUBLIC_URL: string } };

/**
 * Starts a payment provider for development. It implements the parts of Stripe's API that we use over HTTP, stores its
 * state in a separate schema, and signs webhooks like Stripe, so that the stripe package works with it unchanged.
 */
export async function startSandbox(deps: SandboxDeps): Promise<Sandbox> {
  await prepareStore(deps.db);
  const token = (purpose: string) =>
    createHash('sha256')
      .update(deps.secret.key(`sandbox ${purpose}`))
      .digest('hex')
      .slice(0, 32);
  const keys = {
    secretKey: `sk_test_sandbox${token('secret')}`,
    publishableKey: `pk_test_sandbox${token('publishable')}`,
    webhookSecret: `whsec_${token('webhook')}`,
  };
  const pagesUrl = `${deps.config.PUBLIC_URL}${SANDBOX_PATH}`;
  let webhookUrl: string | null = null;
  const deliveries = new Deliveries({ db: deps.db, log: deps.log, url: () => webhookUrl, secret: keys.webhookSecret });

  async function runRequest<T>(write: boolean, run: (store: Store) => Promise<T>): Promise<T> {
    const result = await (write
      ? runInTransaction(deps.db, deps.clock, async (store) => {
          await passTime(store, store.now, pagesUrl);
          return run(store);
        })
      : runReadOnly(deps.db, deps.clock, run));
    if (write) deliveries.poke();
    return result;
  }

  async function handleApi(req: IncomingMessage, res: ServerResponse, path: string, browser: boolean): Promise<void> {
    const method = req.method as Operation['method'];
    const url = new URL(path, 'http://sandbox');
    const body = await readBody(req);
    const params = parseForm(method === 'GET' || method === 'DELETE' ? url.searchParams.toString() : body);
    const clientSecret = browser ? (optionalText(params, 'client_secret') ?? '') : undefined;
    const key = browser ? optionalText(params, 'key') : /^Bearer (.+)$/.exec(req.headers.authorization ?? '')?.[1];
    if (!isEqualKey(key, browser ? keys.publishableKey : keys.secretKey))
      throw new StripeError(401, { message: `Invalid API Key provided: ${key ? `${key.slice(0, 8)}***` : '(none)'}` });
    const version = req.headers['stripe-version'];
    if (!browser && version !== apiVersion)
      throw new StripeError(400, {
        message: `The sandbox supports version ${apiVersion}, not ${String(version ?? '(none)')}.`,
      });
    const match = operations.flatMap((operation) => {
      const pathMatch =
        operation.method === method && (!browser || operation.browser) ? operation.path.exec(url.pathname) : null;
      return pathMatch ? [{ operation, id: pathMatch[1] ?? '' }] : [];
    })[0];
    if (!match) throw new StripeError(404, { message: `Unrecognized request URL (${method}: ${url.pathname}).` });

    const response = await runRequest(method !== 'GET', async (store) => {
      const idempotency = method === 'POST' ? header(req, 'idempotency-key') : undefined;
      const fingerprint = createHash('sha256').update(`${url.pathname}\n${body}`).digest('hex');
      if (idempotency) {
        const earlier = await findReplay(store, idempotency, fingerprint);
        if (earlier) return { ...earlier, replayed: true };
      }
      const result = await match.operation.run({ store, id: match.id, params, pagesUrl, clientSecret });
      // A declined card is returned, not thrown, so that its changes are committed.
      const status = result instanceof StripeError ? result.status : 200;
      const value =
        result instanceof StripeError
          ? { error: result.body }
          : await expand(
              store,
              result,
              paramList(params, 'expand').filter((path) => typeof path === 'string'),
            );
      const text = JSON.stringify(value, null, 2);
      if (idempotency)
        await store.trx.raw(
          'insert into stripe_sandbox.requests (key, fingerprint, status, body) values (?, ?, ?, ?)',
          [idempotency, fingerprint, status, text],
        );
      return { status, body: text, replayed: false };
    });
    res.writeHead(response.status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Stripe-Version': apiVersion,
      ...(response.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
    });
    res.end(response.body);
  }

  const withErrorResponse = async (res: ServerResponse, run: () => Promise<void>) => {
    try {
      await run();
    } catch (error) {
      const stripeError =
        error instanceof StripeError
          ? error
          : new StripeError(500, { type: 'api_error', message: 'The sandbox failed.' });
      if (!(error instanceof StripeError)) deps.log.error({ err: error }, 'the payment sandbox failed');
      if (res.headersSent) return void res.destroy();
      res.writeHead(stripeError.status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
      res.end(JSON.stringify({ error: stripeError.body }));
    }
  };

  const server = createServer(
    (req, res) => void withErrorResponse(res, () => handleApi(req, res, req.url ?? '/', false)),
  );
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', done);
  });
  // Runs what becomes due without any request.
  const tick = setInterval(() => void runRequest(true, async () => {}).catch(() => {}), 15_000).unref();

  return {
    ...keys,
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    deliverTo(url) {
      webhookUrl = url;
      deliveries.poke();
    },
    browser: (req, res, nonce) =>
      withErrorResponse(res, async () => {
        const path = req.url ?? '/';
        if (path.startsWith('/v1/')) return handleApi(req, res, path, true);
        const form: Params = req.method === 'POST' ? parseForm(await readBody(req)) : {};
        const page = await runRequest(req.method === 'POST', (store) =>
          showPage(store, { method: req.method ?? 'GET', path, form, nonce, pagesUrl }),
        );
        if ('to' in page) res.writeHead(303, { Location: page.to, 'Cache-Control': 'no-store' }).end();
        else {
          res.writeHead(page.status, {
            'Content-Type': 'text/html; charset=utf-8',
            'Cache-Control': 'no-store',
            'X-Robots-Tag': 'noindex',
          });
          res.end(page.html);
        }
      }),
    async stop() {
      clearInterval(tick);
      await deliveries.stop();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function findReplay(store: Store, key: string, fingerprint: string) {
  const [earlier] = await rows<{ fingerprint: string; status: number; body: string }>(
    store.trx,
    'select fingerprint, status, body from stripe_sandbox.requests where key = ?',
    [key],
  );
  if (earlier && earlier.fingerprint !== fingerprint)
    throw new StripeError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  return earlier;
}

const header = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return Array.isArray(value) ? value[0] : value;
};
const isEqualKey = (key: string | undefined, expected: string): boolean =>
  key !== undefined && key.length === expected.length && timingSafeEqual(Buffer.from(key), Buffer.from(expected));

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > 100_000) throw new StripeError(413, { message: 'The request is too large.' });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
