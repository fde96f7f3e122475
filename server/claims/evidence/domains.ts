import { getDomain } from 'tldts';

export const freeEmailDomains = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'ymail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'mail.com',
  'zoho.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'bellsouth.net',
  'cox.net',
]);

export const emailDomain = (email: string): string => email.toLowerCase().split('@').at(-1) ?? '';
export function websiteDomain(website: string | null): string | null {
  if (!website) return null;
  const url = /^https?:/i.test(website) ? website : `https://${website}`;
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^www\./, '') : null;
}
/** On a shared domain, such as a website builder's, each subdomain has a different owner, so it proves nothing. */
export const isSharedDomain = (domain: string): boolean =>
  getDomain(domain, { allowPrivateDomains: true }) === null || /^example\.(com|net|org)$/.test(domain);
const isSubdomain = (domain: string, parent: string): boolean =>
  domain.endsWith(`.${parent}`) && !isSharedDomain(parent);
export const isSameOwner = (a: string, b: string): boolean => a === b || isSubdomain(a, b) || isSubdomain(b, a);
