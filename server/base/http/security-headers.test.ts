import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Answered, type CallOptions, type TestApp } from '#server/test/app.ts';

const PUBLIC_URL = 'https://enamel.test';
const SCRIPT = 'document.title = "ready"';
const sourceOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
/** A production server behind a proxy that terminates TLS. */
const production = {
  NODE_ENV: 'production',
  PUBLIC_URL,
  TRUST_PROXY: '1',
  SECRET_KEY: 'a secret for tests that is long enough',
  STRIPE_SECRET_KEY: 'sk_test_headers',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_headers',
  STRIPE_WEBHOOK_SECRET: 'whsec_headers',
};
const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };

let app: TestApp;
let publicDir: string;
let adminToken: string;
beforeAll(async () => {
  publicDir = await mkdtemp(join(tmpdir(), 'enamel-public-'));
  await mkdir(join(publicDir, 'assets'));
  await writeFile(join(publicDir, 'assets', 'entry-abc123.js'), 'export {};\n'.repeat(200));
  await writeFile(join(publicDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = await testApp({
    env: production,
    site: {
      publicDir,
      render: ({ url }) => {
        const { pathname } = new URL(url);
        if (pathname === '/broken') throw new Error('This page is broken');
        if (pathname === '/articles/old')
          return Promise.resolve({ status: 301, headers: { Location: '/new' }, html: '' });
        return Promise.resolve({
          status: pathname === '/articles/missing' ? 404 : 200,
          headers: {},
          html: `<!doctype html><style>p{}</style><script>${SCRIPT}</script>`,
          inline: { scripts: [sourceOf(SCRIPT)], styles: [sourceOf('p{}')] },
        });
      },
    },
  });
  adminToken = (await app.signIn({ role: 'admin' })).token;
  await app.deps.db('adSettings').update({ headerAdsEnabled: true, headerAdCode: '<b>ad</b>' });
});
afterAll(async () => {
  await app.stop();
  await rm(publicDir, { recursive: true });
});

/** Headers of every response. */
const common = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'cross-origin-resource-policy': 'same-origin',
  'x-powered-by': null,
  server: null,
};
const document = {
  ...common,
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=(self "https://js.stripe.com")',
};
const publicPage = {
  ...document,
  'cache-control': 'public, max-age=0, s-maxage=60',
  'cdn-cache-control': 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
  vary: 'Accept-Encoding',
};
const personal = { 'cache-control': 'private, no-store', vary: /^Cookie, Authorization/ };
const private_ = { ...document, 'cache-control': 'no-store' };
const asAdmin = () => ({ token: adminToken });

type Expected = Record<string, string | RegExp | null>;
const table: [kind: string, method: string, path: string, options: () => CallOptions, status: number, Expected][] = [
  ['a public page', 'GET', '/', () => ({}), 200, publicPage],
  ['a page of an account', 'GET', '/account', () => ({}), 200, { ...document, 'cache-control': 'private, no-store' }],
  ['a draft of an article', 'GET', '/articles/preview/1', () => ({}), 200, { ...document, 'cache-control': 'private, no-store' }],
  ['a missing page', 'GET', '/articles/missing', () => ({}), 404, publicPage],
  ['a page redirect', 'GET', '/articles/old', () => ({}), 301, { ...publicPage, location: '/new' }],
  ['a broken page', 'GET', '/broken', () => ({ headers: { accept: 'text/html' } }), 500, private_],
  ['a file of the site', 'GET', '/icon.svg', () => ({}), 200, { ...document, 'cache-control': 'public, max-age=3600' }],
  ['an asset', 'GET', '/assets/entry-abc123.js', () => ({}), 200, { ...common, 'cache-control': 'public, max-age=31536000, immutable' }],
  ['a missing asset', 'GET', '/assets/none.js', () => ({}), 404, common],
  ['the sitemap', 'GET', '/sitemap.xml', () => ({}), 200, document],
  ['a public call', 'GET', '/api/services', () => ({}), 200, { ...document, 'cache-control': null }],
  ['a call of a signed-in person', 'GET', '/api/user/shortlist', asAdmin, 200, { ...document, ...personal }],
  ['an invalid call', 'POST', '/api/auth/login', () => ({ body: {} }), 400, private_],
  ['a call without a session', 'GET', '/api/admin/users', () => ({}), 401, private_],
  ['a call with a bad token', 'GET', '/api/admin/users', () => ({ token: 'x'.repeat(43) }), 401, private_],
  ['a call that doesn’t exist', 'GET', '/api/nothing', () => ({}), 404, private_],
  ['a method that isn’t supported', 'DELETE', '/api/services', () => ({}), 405, { ...private_, allow: /GET/ }],
  ['a body of another type', 'POST', '/api/contact', () => ({ body: 'x', headers: { 'content-type': 'text/plain' } }), 415, private_],
  ['a body that is too large', 'POST', '/api/contact', () => ({ body: { message: 'x'.repeat(300_000) } }), 413, private_],
  ['a download', 'GET', '/api/admin/export-csv', asAdmin, 200, { ...document, ...personal, 'content-disposition': /^attachment; filename="[\w.-]+"$/ }],
  ['a backup', 'GET', '/api/admin/backup', asAdmin, 200, { ...document, ...personal, 'cache-control': 'private, no-store, no-transform', 'content-disposition': /^attachment;/ }],
  ['the API description', 'GET', '/api/docs', () => ({}), 200, document],
  ['liveness', 'GET', '/healthz', () => ({}), 200, { ...common, 'cache-control': 'no-store' }],
  ['readiness', 'GET', '/readyz', () => ({}), 200, { ...common, 'cache-control': 'no-store' }],
]; // prettier-ignore

function findDifferences(answer: Answered, status: number, expected: Expected): string[] {
  const differences = answer.status === status ? [] : [`status ${answer.status}`];
  for (const [name, value] of Object.entries(expected)) {
    const actual = answer.headers.get(name);
    const isEqual = value instanceof RegExp ? value.test(actual ?? '') : actual === value;
    if (!isEqual) differences.push(`${name}: ${actual}`);
  }
  return differences;
}

const parsePolicy = (policy: string): Map<string, string[]> =>
  new Map(
    policy.split(';').map((directive) => {
      const [name, ...sources] = directive.trim().split(/\s+/);
      return [name!, sources];
    }),
  );
const NONCE = /^'nonce-[A-Za-z0-9+/]{22}=='$/;

describe('security headers', () => {
  it.each(table)('%s has the headers of its kind', async (_kind, method, path, options, status, expected) => {
    const { headers, ...rest } = options();
    const answer = await app.call(method, path, { ...rest, headers: { ...forwarded, ...headers } });
    expect(findDifferences(answer, status, expected)).toEqual([]);
  });

  it('limit pages to our own code, Stripe’s, and YouTube’s player, without inline or evaluated scripts', async () => {
    for (const path of ['/', '/account', '/articles/missing', '/broken', '/api/services', '/api/docs']) {
      const { headers, text } = await app.get(path, { headers: forwarded });
      const policy = parsePolicy(headers.get('content-security-policy')!);
      const nonce = policy.get('script-src')!.find((source) => NONCE.test(source));
      const isPage = text.includes(SCRIPT);
      expect([path, nonce !== undefined]).toEqual([path, !isPage]);
      expect([path, Object.fromEntries(policy)]).toEqual([
        path,
        {
          'default-src': ["'self'"],
          'base-uri': ["'none'"],
          'object-src': ["'none'"],
          'frame-ancestors': ["'none'"],
          'form-action': ["'self'"],
          'script-src': ["'self'", isPage ? `'${sourceOf(SCRIPT)}'` : nonce, 'https://js.stripe.com'],
          'script-src-attr': ["'none'"],
          'style-src': ["'self'", isPage ? `'${sourceOf('p{}')}'` : nonce],
          'style-src-attr': ["'unsafe-inline'"],
          'img-src': ["'self'", 'data:', 'blob:'],
          'font-src': ["'self'"],
          'connect-src': ["'self'", 'https://api.stripe.com'],
          'frame-src': [
            "'self'",
            'blob:',
            'https://js.stripe.com',
            'https://hooks.stripe.com',
            'https://www.youtube-nocookie.com',
          ],
          'manifest-src': ["'self'"],
          'worker-src': ["'self'", 'blob:'],
          'report-uri': ['/api/csp-report'],
          'upgrade-insecure-requests': [],
        },
      ]);
    }
  });

  it('use a new nonce for every response that isn’t a page, and its style carries it', async () => {
    const nonces = new Set<string>();
    for (let time = 0; time < 20; time++) {
      const { headers, text } = await app.get('/api/docs', { headers: forwarded });
      const nonce = /nonce="([^"]+)"/.exec(text)![1]!;
      expect(headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`);
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(20);
  });

  it('sandbox ad code, which only our pages may frame', async () => {
    const { headers } = await app.get('/ads/frame/header', { headers: forwarded });
    const policy = parsePolicy(headers.get('content-security-policy')!);
    expect(policy.get('sandbox')).toEqual(['allow-scripts', 'allow-popups', 'allow-popups-to-escape-sandbox']);
    expect(policy.get('frame-ancestors')).toEqual(["'self'"]);
  });
});

describe('the session cookie in production', () => {
  const account = { email: 'cookie@example.com', password: 'velvet teapot morning' };

  it('is bound to this host, and hidden from scripts, plain HTTP, and other sites', async () => {
    const signedUp = await app.post('/api/auth/signup', { ...account, name: 'Ann Poe' }, { headers: forwarded });
    const [set, ...others] = signedUp.headers.getSetCookie();
    expect(others).toEqual([]);
    const [pair, ...flags] = set!.split('; ');
    expect(pair).toMatch(/^__Host-enamel=s%3A/);
    expect(flags.map((flag) => flag.replace(/^Expires=.*/, 'Expires')).toSorted()).toEqual([
      'Expires',
      'HttpOnly',
      'Path=/',
      'SameSite=Lax',
      'Secure',
    ]);
    const cookie = { headers: { ...forwarded, cookie: pair! } };
    expect((await app.get('/api/auth/me', cookie)).body.email).toBe(account.email);
    // A cookie that a sister site planted under the plain name is ignored.
    const planted = { headers: { ...forwarded, cookie: pair!.replace('__Host-', '') } };
    expect((await app.get('/api/auth/me', planted)).status).toBe(401);
    const out = await app.post('/api/auth/logout', undefined, {
      headers: { ...cookie.headers, 'sec-fetch-site': 'same-origin' },
    });
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-enamel=; Path=\/; Expires=Thu, 01 Jan 1970 .*; HttpOnly; Secure; SameSite=Lax$/); // prettier-ignore
    expect((await app.get('/api/auth/me', cookie)).status).toBe(401);
  });

  it('is not set for anonymous visitors', async () => {
    for (const path of ['/', '/api/services', '/api/auth/me'])
      expect((await app.get(path, { headers: forwarded })).headers.getSetCookie()).toEqual([]);
  });
});
