export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://enamel';

const parseUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** True for pages of the console itself. */
export function isOwnPage(url: string): boolean {
  const page = parseUrl(url);
  return page !== null && page.protocol === 'app:' && page.host === 'enamel' && !page.username && !page.port;
}

/** The path that a link to one of the console's pages shows; null for other links. */
export const pathOfPage = (url: string): string | null =>
  isOwnPage(url) ? new URL(url).hash.replace(/^#?\/?/, '/') : null;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

type ServerUrl = { ok: true; origin: string } | { ok: false; message: string };

/** Parses the server address that a person typed or copied from a page of it. Plain http is allowed for this computer only. */
export function serverOrigin(typed: string): ServerUrl {
  const text = typed.trim();
  if (text === '') return { ok: false, message: 'Please enter the address of your server.' };
  const url = parseUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !url.hostname)
    return { ok: false, message: 'This is not an address. Try something like directory.example.com.' };
  if (url.username || url.password) return { ok: false, message: 'Leave the name and password out of the address.' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, message: 'A server address starts with https://.' };
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return { ok: false, message: 'This address is not encrypted. Please use https://.' };
  return { ok: true, origin: url.origin };
}

/** True for URLs that may open in the browser, the email program, or the phone app. */
export function mayOpenOutside(url: string): boolean {
  const target = parseUrl(url);
  if (!target || url.length > 2_048) return false;
  if (target.username || target.password) return false;
  return target.protocol === 'https:' || target.protocol === 'mailto:' || target.protocol === 'tel:';
}

/** The id of the claim in a link such as enamel://claim/42. */
export function claimOfLink(link: string): number | null {
  const match = /^enamel:\/\/claim\/([1-9]\d{0,8})\/?$/i.exec(link);
  return match ? Number(match[1]) : null;
}

/** The path of a picture of the server, which pages load from there; null for other paths. */
export const picturePath = (url: URL): string | null =>
  /^\/media\/[0-9a-f]{40}(\/\d{3,4})?$/.test(url.pathname) ? url.pathname : null;

/** The API path of a URL; null if it would leave /api, for example through encoded dots or slashes. */
export function apiPath(url: URL): string | null {
  if (!url.pathname.startsWith('/api/')) return null;
  if (/%(2e|2f|5c|00)|\\|\/\//i.test(url.pathname)) return null;
  return url.pathname + url.search;
}
