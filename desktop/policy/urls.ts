/** The console's own origin. Everything it shows comes from here; everything else is somebody else's. */
export const APP_SCHEME = 'app';
export const APP_ORIGIN = 'app://enamel';

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** Whether this is a page of the console itself. */
export function isOwnPage(url: string): boolean {
  const page = parsed(url);
  return page !== null && page.protocol === 'app:' && page.host === 'enamel' && !page.username && !page.port;
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export type ServerUrl = { ok: true; origin: string } | { ok: false; message: string };

/** What a person typed as the server, as an origin; or a sentence. Plain http is for this machine only. */
export function serverOrigin(typed: string): ServerUrl {
  const text = typed.trim();
  if (text === '') return { ok: false, message: 'Please enter the address of your server.' };
  const url = parsed(/^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || !url.hostname)
    return { ok: false, message: 'This is not an address. Try something like enamel.example.com.' };
  if (url.username || url.password) return { ok: false, message: 'Leave the name and password out of the address.' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { ok: false, message: 'A server’s address begins with https://.' };
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return { ok: false, message: 'This address is not encrypted. Please use https://.' };
  if (url.pathname !== '/' || url.search || url.hash)
    return { ok: false, message: 'Please enter only the address of the server, without a path.' };
  return { ok: true, origin: url.origin };
}

/** What may be opened in the person's own browser or mail program. */
export function mayOpenOutside(url: string): boolean {
  const target = parsed(url);
  if (!target || url.length > 2_048) return false;
  if (target.username || target.password) return false;
  return target.protocol === 'https:' || target.protocol === 'mailto:' || target.protocol === 'tel:';
}

/** The claim a link such as enamel://claim/42 leads to. */
export function claimOfLink(link: string): number | null {
  const found = /^enamel:\/\/claim\/([1-9]\d{0,8})\/?$/i.exec(link);
  return found ? Number(found[1]) : null;
}

/** A path of the API as the page asks for it. Nothing may climb out of /api, in whatever spelling. */
export function apiPath(url: URL): string | null {
  if (!url.pathname.startsWith('/api/')) return null;
  if (/%(2e|2f|5c|00)|\\|\/\//i.test(url.pathname)) return null;
  return url.pathname + url.search;
}
