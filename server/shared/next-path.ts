/** The path to open after login: a path of this site, or home. */
export function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next || !next.startsWith('/')) return '/';
  const base = 'https://here.invalid';
  const url = URL.canParse(next, base) ? new URL(next, base) : null;
  // "/.//host" resolves to the path "//host", which the router would read as another host.
  if (!url || url.origin !== base || url.pathname.startsWith('//') || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}

/** The login page, which leads back to `next`. */
export const authPath = (next: string): string => `/auth?next=${encodeURIComponent(next)}`;

/** The token of the invitation that the page after the login accepts. A new account sends it, because it also verifies the address. */
export const invitationAfter = (search: string): string | undefined =>
  new URL(nextPath(search), 'https://here.invalid').searchParams.get('invitation') ?? undefined;
