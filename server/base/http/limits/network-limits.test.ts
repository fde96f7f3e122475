import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type Answered, type TestApp } from '#server/test/app.ts';
import { sumFrom } from '#server/test/people/contact.ts';
import { PlainSite } from '#server/test/public-pages.ts';
import { listFiles, isTestFile, readSource } from '#server/test/laws/source-files.ts';

let app: TestApp;
let listingId: number;
beforeAll(async () => {
  app = await testApp({
    site: new PlainSite(),
    env: {
      TRUST_PROXY: '1',
      LIMIT_CONTACT: '2/3600',
      LIMIT_FORGOT: '2/3600',
      LIMIT_REGISTER: '2/3600',
      LIMIT_SHARE: '2/3600',
      LIMIT_LIST: '2/60',
      LIMIT_TRACK: '1/60',
    },
  });
  [{ id: listingId }] = (await app.deps.db('dentists').insert({ name: 'Ana Silva' }).returning('id')) as [
    { id: number },
  ];
});
afterAll(() => app.stop());

type Send = (headers: Record<string, string>, n: number) => Promise<Answered>;
const humanAnswer = async () => {
  const { a, b, token } = await sumFrom(app.url);
  return { token, answer: a + b };
};
/** Calls with a limit per network, and how many of them one network may make. */
const limitedCalls: [name: string, allowed: number, send: Send][] = [
  [
    'contact messages',
    2,
    async (headers) =>
      app.post(
        '/api/contact',
        { name: 'N', email: 'n@example.com', subject: 'S', message: 'M', humanCheck: await humanAnswer() },
        { headers },
      ),
  ],
  [
    'problem reports',
    2,
    async (headers) =>
      app.post(
        `/api/dentists/${listingId}/problems`,
        { about: 'phone', message: 'M', humanCheck: await humanAnswer() },
        { headers },
      ),
  ],
  [
    'privacy requests',
    2,
    async (headers) =>
      app.post(
        '/api/privacy-requests',
        { kind: 'other', name: 'N', email: 'n@example.com', message: 'M', humanCheck: await humanAnswer() },
        { headers },
      ),
  ],
  ['shared lists', 2, (headers) => app.post('/api/shortlists', { ids: [listingId] }, { headers })],
  [
    'reset links',
    2,
    (headers, n) => app.post('/api/auth/forgot-password', { email: `forgot${n}@example.com` }, { headers }),
  ],
  [
    'registrations',
    2,
    (headers, n) =>
      app.post(
        '/api/auth/signup',
        { name: 'Ann', email: `ann${n}-${headers['x-forwarded-for']}@example.com`.replaceAll(':', '-'), password: 'velvet teapot morning' },
        { headers },
      ),
  ],
  ['long lists', 2, (headers) => app.get('/sitemaps/pages.xml', { headers })],
  ['visits', 10, (headers) => app.post('/api/analytics/session', {}, { headers })],
]; // prettier-ignore

const visitor = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': 'Mozilla/5.0 Firefox/140.0' });

describe('the limit of one network', () => {
  it.each(limitedCalls)('counts the %s of all its addresses', async (name, allowed, send) => {
    // A network per call, because problem reports and messages share a limit.
    const network = `2001:db8:0:${limitedCalls.findIndex(([other]) => other === name) + 1}`;
    const statuses: number[] = [];
    for (let n = 0; n <= allowed; n++) statuses.push((await send(visitor(`${network}::${n + 1}`), n)).status);
    expect(statuses).toEqual([...Array.from({ length: allowed }, () => 200), 429]);
    expect((await send(visitor(`${network}f::1`), 100)).status).toBe(200);
  });

  it('counts the writes of all its addresses', async () => {
    const limited = await testApp({ env: { TRUST_PROXY: '1', LIMIT_API: '3/60' }, beside: app });
    const write = async (address: string) =>
      (await limited.post('/api/auth/forgot-password', {}, { headers: visitor(address) })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 4; n++) statuses.push(await write(`2001:db8:1:1::${n + 1}`));
    expect(statuses.map((status) => status === 429)).toEqual([false, false, false, true]);
    expect(await write('2001:db8:1:2::1')).not.toBe(429);
    await limited.stop();
  });
});

it('is what every limit counts: few files read the bare address, and none of them for a limit', () => {
  const readers = listFiles(['server'], /\.ts$/)
    .filter((file) => !isTestFile(file))
    .flatMap((file) =>
      readSource(file)
        .split('\n')
        .filter((line) => /\b(?:ctx|req|caller)\??\.ip\b|\{[^}]*\bip\b[^}]*\}: (?:Ctx|Pick<Ctx)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    )
    .filter((line) => !/clientNetwork\(req\.ip \?\? ''\)/.test(line));
  expect(readers).toEqual([
    'server/accounts/sign-in/sign-in.ts: const login = { device: describeDevice(ctx.userAgent, kind), ip: ctx.ip, at };',
    'server/accounts/sign-in/sign-in.ts: ipAddress: ctx.ip || null,',
    "server/base/http/serve.ts: ip: req.ip ?? '',",
    'server/insights/tracking/track.ts: ipAddress: truncateIp(ctx.ip),',
  ]);
});
