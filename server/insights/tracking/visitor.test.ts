import { describe, expect, it } from 'vitest';
import { deviceOf, isBot, truncateIp } from './visitor.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

describe('visitor data', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:abcd:1234:5678::1', '2001:db8:abcd::'],
    ['2001:db8::1', '2001:db8::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['not an address', null],
  ])('%s is kept as %s', (given, kept) => expect(truncateIp(given)).toBe(kept));

  it('distinguishes bots from people', () => {
    expect(isBot(CHROME)).toBe(false);
    expect(isBot('')).toBe(false);
    for (const bot of [
      'Googlebot/2.1',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'facebookexternalhit/1.1',
      'Chrome-Lighthouse',
      'GPTBot/1.0',
    ])
      expect([bot, isBot(bot)]).toEqual([bot, true]);
    expect(
      deviceOf(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      ),
    ).toEqual({
      deviceType: 'mobile',
      browserName: 'Safari',
      operatingSystem: 'iOS',
    });
  });
});
