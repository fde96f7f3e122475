import { useSyncExternalStore } from 'react';
import { FileUp, House, LineChart, SlidersHorizontal } from 'lucide-react';
import { usePlatform } from '#ui/platform/platform.ts';
import { groups, placeOf, places, type Place } from './admin-nav.tsx';

interface Group {
  name: string;
  places: Place[];
  /** Its pages show nothing without a connection. */
  needsServer?: boolean;
}

const claims = places.find(({ id }) => id === 'claims')!;
/** The places that work without a connection. */
const ownPlaces: Place[] = [
  { id: 'home', label: 'Home', to: '/admin/desk', icon: House, keys: 'G D', keywords: 'attention start' },
  claims,
  { id: 'import', label: 'Import', to: '/admin/desk/import', icon: FileUp, keys: 'G I', keywords: 'csv file upload' },
  { id: 'reports', label: 'Reports', to: '/admin/desk/reports', icon: LineChart, keys: 'G O', keywords: 'offline pdf' },
  {
    id: 'settings',
    label: 'Settings',
    to: '/admin/desk/settings',
    icon: SlidersHorizontal,
    keys: 'G E',
    keywords: 'theme tray login servers update',
  },
];
/** The console has its own pages for these. The page of past imports opens from Import. */
const replaced = new Set(['claims', 'imports']);

const consoleGroups: Group[] = [
  { name: 'Console', places: ownPlaces },
  { name: 'On the server', places: places.filter(({ id }) => !replaced.has(id)), needsServer: true },
];

const consolePlaces = consoleGroups.flatMap((group) => group.places);

/** The navigation of the website's admin panel, or of the console. */
export function useNavigation() {
  const { staffConsole } = usePlatform();
  const isOffline = useSyncExternalStore(
    (onChange) => staffConsole?.watch(onChange) ?? (() => {}),
    () => staffConsole?.state().link === 'offline',
    () => false,
  );
  const shownGroups: readonly Group[] = staffConsole ? consoleGroups : groups;
  return {
    groups: shownGroups,
    places: staffConsole ? consolePlaces : places,
    findPlace: (pathname: string, search: string) => findPlace(shownGroups, pathname, search),
    isOutOfReach: ({ needsServer }: Group) => isOffline && needsServer === true,
  };
}

function findPlace(shownGroups: readonly Group[], pathname: string, search: string): string | undefined {
  if (shownGroups === groups) return placeOf(pathname, search);
  const path = pathname.replace(/\/$/, '');
  if (path.startsWith('/admin/imports')) return 'import';
  if (path === '/admin/desk/servers') return 'settings';
  return ownPlaces.find(({ to }) => to === path)?.id ?? placeOf(pathname, search);
}
