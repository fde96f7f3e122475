import { expect, test } from 'vitest';
import { socialNetworkOf } from '#shared/listings/social-networks.ts';
import { readConfig } from '#server/base/config.ts';
import { testApp } from '#server/test/app.ts';

test('knows accounts by their host, over https only', () => {
  expect(socialNetworkOf('https://www.instagram.com/enamel')).toBe('Instagram');
  expect(socialNetworkOf('https://x.com/enamel')).toBe('X');
  for (const url of ['http://x.com/enamel', 'https://fox.com/enamel', 'https://x.com.evil.example', 'javascript:x', ''])
    expect([url, socialNetworkOf(url)]).toEqual([url, undefined]);
});

test('the setting is a list of accounts, and anything else stops the start', () => {
  const read = (SOCIAL_LINKS: string) => readConfig({ NODE_ENV: 'test', SOCIAL_LINKS }).SOCIAL_LINKS;
  expect(read('')).toEqual([]);
  expect(read('https://x.com/a, https://www.facebook.com/b')).toEqual([
    'https://x.com/a',
    'https://www.facebook.com/b',
  ]);
  expect(() => read('https://example.com/a')).toThrow(/SOCIAL_LINKS/);
});

test('the site names its accounts, none by default', async () => {
  const app = await testApp();
  expect((await app.get('/api/site')).body.socialLinks).toEqual([]);
  await app.stop();
});
