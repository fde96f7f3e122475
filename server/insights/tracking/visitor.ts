import { isIPv4, isIPv6 } from 'node:net';
import bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '#server/base/http/context.ts';

/** Keeps only the part of an IP address that shows the region: drops the last 8 bits of IPv4 and the last 80 of IPv6. */
export function truncateIp(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = (mapped ?? address).replace(/%.*$/, '');
  if (isIPv4(plain)) return plain.replace(/\.\d+$/, '.0');
  if (!isIPv6(plain)) return null;
  const [head, tail] = plain.toLowerCase().split('::') as [string, string | undefined];
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  const filled = tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - after).fill('0')];
  const whole = tail ? [...filled, ...tail.split(':')] : filled;
  const network = whole.slice(0, 3).map((group) => group.replace(/^0+(?=.)/, '') || '0');
  while (network.length > 0 && network.at(-1) === '0') network.pop();
  return `${network.join(':')}::`;
}

const BOT =
  /bot\b|bot[/_-]|crawl|spider|slurp|scrap(er|y)|facebookexternalhit|embedly|preview|lighthouse|pingdom|uptime|monitor(ing)?\b|feedfetcher|archiver|mediapartners|apis-google/i;

/** A few browsers send almost all requests. */
const parsedAgents = new LRUCache<string, ReturnType<typeof bowser.parse>>({ max: 2_000 });

function parseUserAgent(userAgent: string): ReturnType<typeof bowser.parse> {
  let result = parsedAgents.get(userAgent);
  if (!result) parsedAgents.set(userAgent, (result = bowser.parse(userAgent)));
  return result;
}

export const isBot = (userAgent: string): boolean =>
  BOT.test(userAgent) || (userAgent !== '' && parseUserAgent(userAgent).platform.type === 'bot');

/** Global Privacy Control, or the older Do Not Track. */

interface Device {
  deviceType: string | null;
  browserName: string | null;
  operatingSystem: string | null;
}

export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { deviceType: null, browserName: null, operatingSystem: null };
  const { platform, browser, os } = parseUserAgent(userAgent);
  return {
    deviceType: platform.type ?? null,
    browserName: browser.name ?? null,
    operatingSystem: os.name ?? null,
  };
}

/** Reads the location headers of a trusted proxy; other clients could forge them. */
export function regionOf(ctx: Pick<Ctx, 'header' | 'config'>): { countryCode: string | null; cityName: string | null } {
  const { TRUST_PROXY, GEO_COUNTRY_HEADER, GEO_CITY_HEADER } = ctx.config;
  const read = (name: string | undefined) => (TRUST_PROXY > 0 && name ? ctx.header(name) : undefined);
  const country = read(GEO_COUNTRY_HEADER)?.trim().toUpperCase();
  const city = read(GEO_CITY_HEADER);
  return {
    countryCode: country && /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null,
    cityName: city ? decodeHeader(city) : null,
  };
}

/** Node reads header bytes as latin-1, but proxies send UTF-8, sometimes percent-encoded. */
function decodeHeader(value: string): string | null {
  let text = Buffer.from(value, 'latin1').toString('utf8');
  if (text.includes('\ufffd')) text = value;
  try {
    text = decodeURIComponent(text);
  } catch {
    // The text is not percent-encoded.
  }
  return (
    text
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, 100) || null
  );
}

/** The origin of the site that a visitor came from, unless it is ours. */
export function referrerOf(referrer: string | null | undefined, publicUrl: string): string | null {
  if (!referrer || !URL.canParse(referrer)) return null;
  const { protocol, origin, hostname } = new URL(referrer);
  if (!/^https?:$/.test(protocol) || hostname === new URL(publicUrl).hostname) return null;
  return origin.slice(0, 300);
}
