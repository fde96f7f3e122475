import { getDomain } from 'tldts';
import { normalizeWebAddress } from '#shared/listings/web-address.ts';
import type { Page } from './read-page.ts';

interface BookingLink {
  url: string;
  /** The words of the link. */
  text: string;
}

const saysOnline =
  /^(?:book|schedule)(?: (?:an?|your|my))?(?: (?:next|first))?(?: (?:appointment|visit|exam|cleaning))? online(?: now| today)?$/i;
const saysAppointment =
  /^(?:book|schedule)(?: (?:an?|your|my))?(?: (?:next|first))? (?:appointment|visit)(?: now| today)?$|^book (?:now|today)$/i;
/** Pages of these show a practice, or how to get there. */
const notBooking =
  /(?:^|\.)(?:facebook|instagram|tiktok|twitter|x|youtube|yelp|linkedin|apple)\.com$|^(?:www\.|maps\.)?google\.com$/i;

/** The address without the parameters that only count visits. Null for one that isn't the place to book. */
export function cleanBookingUrl(href: string, page: string): string | null {
  const address = URL.canParse(href, page) && normalizeWebAddress(new URL(href, page).href);
  if (!address || /[{}]|%7[bd]/i.test(address)) return null;
  const url = new URL(address);
  // The home page of a booking service is about no practice.
  const isHome =
    url.pathname === '/' && url.search === '' && url.hostname.replace(/^www\./, '') === getDomain(url.hostname);
  const isSamePage = url.origin === new URL(page).origin && url.pathname === new URL(page).pathname;
  if (isSamePage || isHome || notBooking.test(url.hostname)) return null;
  const counters = [...url.searchParams.keys()].filter((name) => /^(?:utm_|gclid$|fbclid$)/i.test(name));
  for (const name of counters) url.searchParams.delete(name);
  return url.href;
}

/**
 * Reads the links of a page whose words say that patients book there. Without the word “online,” a link within the site may lead to a form
 * that staff answer, or to a number to call.
 */
export function readBookingLinks({ url: page, links }: Pick<Page, 'url' | 'links'>): BookingLink[] {
  return links.flatMap(({ url: href, text }) => {
    const words = text.replace(/[^\p{L}\s]+/gu, ' ').replace(/\s+/g, ' ').trim(); // prettier-ignore
    const isOnline = saysOnline.test(words);
    if (!isOnline && !saysAppointment.test(words)) return [];
    const url = cleanBookingUrl(href, page);
    if (url === null) return [];
    const leavesSite = new URL(url).hostname !== new URL(page).hostname;
    return isOnline || leavesSite ? [{ url, text }] : [];
  });
}
