import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { siteInfo } from '#contract/site.ts';
import { api } from '#ui/platform/api.ts';
import { nextPath, startSession, useSession, type TokenBox } from './session.ts';

const kept: { token: string | null } = { token: 'a token' };
const box: TokenBox = {
  kind: 'web',
  has: () => kept.token !== null,
  token: () => kept.token,
  keep: (token) => void (kept.token = token),
  drop: () => void (kept.token = null),
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

it('tells polls from a person at work, and forgets a sign-in that has ended with all that was fetched', async () => {
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
  expect([kept.token, useSession.getState().user, cache.getQueryData(['/api/private'])]).toEqual([
    null,
    null,
    undefined,
  ]);
});

it('goes back only to paths of this site', () => {
  const to = (next: string) => nextPath(`?next=${encodeURIComponent(next)}`);
  expect(to('/texas/austin/dentist/ada-byron?x=1#hours')).toBe('/texas/austin/dentist/ada-byron?x=1#hours');
  for (const bad of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/auth',
    '',
    '/\t/evil.example',
  ])
    expect([bad, to(bad)]).toEqual([bad, '/']);
  expect(nextPath('')).toBe('/');
});
