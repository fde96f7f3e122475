import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { siteInfo } from '#contract/site.ts';
import { useToasts } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { loadUser, nextPath, signIn, startSession, useSession, type TokenBox } from './session.ts';

const stored: { token: string | null } = { token: 'a token' };
const box: TokenBox = {
  kind: 'web',
  has: () => stored.token !== null,
  token: () => stored.token,
  keep: (token) => void (stored.token = token),
  drop: () => void (stored.token = null),
  watch: () => {},
};
const sent: Headers[] = [];
let status = 200;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers));
    return new Response(JSON.stringify({ id: 1, name: 'Ada', error: 'unauthorized', message: 'Over.' }), { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('marks requests without recent activity as background, and clears the token and the cache after a 401', async () => {
  const cache = new QueryClient();
  startSession(cache, box);
  await vi.waitFor(() => expect(useSession.getState().user?.name).toBe('Ada'));
  const background = async () => {
    await api(siteInfo, {});
    return sent.at(-1)!.get('x-enamel-background');
  };
  expect(sent[0]!.get('authorization')).toBe('Bearer a token');
  expect(await background()).toBeNull();
  vi.advanceTimersByTime(30_000);
  expect(await background()).toBe('1');
  dispatchEvent(new Event('keydown'));
  expect(await background()).toBeNull();

  cache.setQueryData(['/api/private'], 'mine');
  status = 401;
  await expect(api(siteInfo, {})).rejects.toThrow('401: ');
  expect([stored.token, useSession.getState().user, cache.getQueryData(['/api/private'])]).toEqual([
    null,
    null,
    undefined,
  ]);
});

it('clears only private data after a 401, because parts of a server-rendered page may still hydrate', async () => {
  stored.token = 'a token';
  status = 200;
  useSession.setState({ user: null, isReady: false, hasFailed: false });
  const cache = new QueryClient();
  const fillCache = () => void cache.setQueryData(['/api/site'], 'as on the page');
  fillCache();
  startSession(cache, box, fillCache);
  await vi.waitFor(() => expect(useSession.getState().user?.name).toBe('Ada'));
  cache.setQueryData(['/api/site'], 'as fetched with the token');
  cache.setQueryData(['/api/private'], 'mine');
  status = 401;
  await expect(api(siteInfo, {})).rejects.toThrow('401: ');
  expect([cache.getQueryData(['/api/site']), cache.getQueryData(['/api/private'])]).toEqual([
    'as on the page',
    undefined,
  ]);
});

it('keeps the token and the user when loading the user fails otherwise, and loads the user on a retry', async () => {
  stored.token = 'a token';
  useSession.setState({ user: null, isReady: false, hasFailed: false });
  status = 500;
  startSession(new QueryClient(), box);
  await vi.waitFor(() => expect(useSession.getState().hasFailed).toBe(true));
  expect([stored.token, useSession.getState().isReady]).toEqual(['a token', false]);
  expect(useToasts.getState().current).toMatchObject({ title: 'Error', description: 'Failed to fetch user' });
  status = 200;
  useToasts.getState().current!.action!.onSelect();
  await vi.waitFor(() => expect(useSession.getState().user?.name).toBe('Ada'));
  expect(useSession.getState().hasFailed).toBe(false);
  const shownToast = useToasts.getState().current;
  status = 503;
  expect(await loadUser()).toBeNull();
  expect(useSession.getState()).toMatchObject({ user: { name: 'Ada' }, hasFailed: false });
  expect(useToasts.getState().current).toBe(shownToast);
});

it('shows a sentence of its own for a response without one', () => {
  const empty = new ApiError(500, '', 'Internal Server Error');
  expect(empty.message).toBe('500: Internal Server Error');
  expect(sentenceOf(empty, 'Invalid credentials')).toBe('Invalid credentials');
  expect(sentenceOf(new ApiError(502, '<html>Bad Gateway</html>', 'Bad Gateway'))).toMatch(/^Something went wrong/);
  expect(sentenceOf(new ApiError(500, '{"message":"We lost it."}', ''), 'Invalid credentials')).toBe('We lost it.');
});

it('returns only to paths of this site after login', () => {
  const pathAfter = (next: string) => nextPath(`?next=${encodeURIComponent(next)}`);
  expect(pathAfter('/texas/austin/dentist/ada-byron?x=1#hours')).toBe('/texas/austin/dentist/ada-byron?x=1#hours');
  for (const bad of [
    'https://evil.example/',
    '//evil.example',
    '/.//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth',
    '',
    '/\t/evil.example',
  ])
    expect([bad, pathAfter(bad)]).toEqual([bad, '/']);
  expect(nextPath('')).toBe('/');
});

it('proves the work that the server asks for during an attack, and logs in again with the proof', async () => {
  vi.useRealTimers();
  const bodies: { email: string; proof?: { token: string; proof: number[] } }[] = [];
  const work = { challenge: 'id.time.salt', salt: 'salt', puzzles: 2, bits: 4 };
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)) as (typeof bodies)[number]);
    return bodies.length === 1
      ? new Response(JSON.stringify({ error: 'proof_required', message: 'Try again.', work }), { status: 429 })
      : new Response(JSON.stringify({ token: 'new', user: { id: 1, name: 'Ada' } }));
  });
  // Without workers, the page proves the work itself.
  vi.stubGlobal('Worker', undefined);
  startSession(new QueryClient(), box);
  expect(await signIn({ email: 'ada@example.com', password: 'secret' })).toMatchObject({ name: 'Ada' });
  expect(bodies.map(({ proof }) => [proof?.token, proof?.proof.length])).toEqual([
    [undefined, undefined],
    ['id.time.salt', 2],
  ]);
  expect(stored.token).toBe('new');
});
