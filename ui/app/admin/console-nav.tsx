import { useMemo, useSyncExternalStore } from 'react';
import { FileUp, House, LineChart, SlidersHorizontal } from 'lucide-react';
import { useUser } from '#ui/base/session.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { groups, groupsFor, places } from '#ui/admin/admin-nav.ts';
import type { Place, PlaceGroup } from '#ui/admin/place.ts';
import { placeOf } from '#ui/admin/place-of.ts';

const inboxIds = ['claims', 'new-listings', 'problems', 'reviews', 'messages', 'privacy'];
const inboxes = places.filter(({ id }) => inboxIds.includes(id));
/** The places that work without a connection. */
const ownPlaces: Place[] = [
  {
    id: 'home',
    label: 'Home',
    to: '/admin/desk',
    icon: House,
    permission: 'home.read',
    keys: 'G O',
    keywords: 'attention start',
  },
  ...inboxes,
  {
    id: 'imports',
    label: 'Import',
    to: '/admin/desk/import',
    icon: FileUp,
    permission: 'imports.manage',
    keys: 'G I',
    keywords: 'csv file upload',
  },
  {
    id: 'reports',
    label: 'Reports',
    to: '/admin/desk/reports',
    icon: LineChart,
    permission: 'analytics.read',
    keys: 'G W',
    keywords: 'offline pdf',
  },
  {
    id: 'settings',
    label: 'Settings',
    to: '/admin/desk/settings',
    icon: SlidersHorizontal,
    permission: 'home.read',
    keys: 'G E',
    keywords: 'theme tray login servers update',
  },
];
/** The website's places that the console replaces with its own. The page of past imports opens from Import. */
const replacedIds = new Set(['home', ...inboxIds, 'imports', 'reports']);

export const consoleGroups: readonly PlaceGroup[] = [
  { name: 'Console', places: ownPlaces },
  { name: 'On the server', places: places.filter(({ id }) => !replacedIds.has(id)), needsServer: true },
];
const consolePlaces = consoleGroups.flatMap((group) => group.places);

/** The navigation of the website's admin panel, or of the console, with the places that the person's role may open. */
export function useNavigation() {
  const { staffConsole } = usePlatform();
  const role = useUser()?.role;
  const isOffline = useSyncExternalStore(
    (onChange) => staffConsole?.watch(onChange) ?? (() => {}),
    () => staffConsole?.state().link === 'offline',
    () => false,
  );
  return useMemo(() => {
    const shownGroups = groupsFor(role, staffConsole ? consoleGroups : groups);
    return {
      groups: shownGroups,
      places: shownGroups.flatMap((group) => group.places),
      /** The place that a URL belongs to, even if the role may not open it. */
      findPlace: staffConsole ? findConsolePlace : findSitePlace,
      isOutOfReach: ({ needsServer }: PlaceGroup) => isOffline && needsServer === true,
    };
  }, [staffConsole, role, isOffline]);
}

function findSitePlace(pathname: string, search: string): Place | undefined {
  const id = placeOf(pathname, search);
  return places.find((place) => place.id === id);
}

export function findConsolePlace(pathname: string, search: string): Place | undefined {
  const path = pathname.replace(/\/$/, '');
  const id = ownPlaces.find(({ to }) => to === path)?.id ?? placeOf(pathname, search);
  return consolePlaces.find((place) => place.id === id);
}
