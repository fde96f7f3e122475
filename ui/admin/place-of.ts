import { places } from './admin-nav.ts';

/** The pages at /admin, by `tab` and `sub`. The first of each tab needs no `sub`. */
const tabs: Record<string, readonly string[]> = {
  content: ['topics', 'brands'],
  claims: ['claims'],
  system: ['ads', 'security'],
  analytics: ['analytics', 'reports', 'exports'],
};

/** The id of the place a URL belongs to. */
export function placeOf(pathname: string, search: string): string | undefined {
  const path = pathname.replace(/\/$/, '');
  if (path !== '/admin')
    return places.find(({ to }) => to === path || (to !== '/admin' && path.startsWith(`${to}/`)))?.id;
  const query = new URLSearchParams(search);
  const sub = query.get('sub');
  if (sub === 'data') return 'imports';
  const ids = tabs[query.get('tab') ?? (sub ? 'content' : '')];
  if (!ids) return 'home';
  return ids.find((id) => id === sub) ?? ids[0];
}
