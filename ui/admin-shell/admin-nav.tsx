import {
  BarChart3,
  Building2,
  CalendarClock,
  ClipboardCheck,
  DatabaseBackup,
  FileText,
  FileUp,
  Flag,
  ScrollText,
  Settings,
  SquarePen,
  Tags,
  Users,
  type LucideIcon,
} from 'lucide-react';

export interface Place {
  id: string;
  label: string;
  to: string;
  icon: LucideIcon;
  /** Keys pressed one after the other. */
  keys: string;
  keywords?: string;
}

export const groups: { name: string; places: Place[] }[] = [
  {
    name: 'Admin panel',
    places: [
      {
        id: 'content',
        label: 'Content Management',
        to: '/admin',
        icon: FileText,
        keys: 'G C',
        keywords: 'ai brands csv',
      },
      { id: 'claims', label: 'Claim Requests', to: '/admin?tab=claims', icon: ClipboardCheck, keys: 'G R' },
      {
        id: 'system',
        label: 'System Settings',
        to: '/admin?tab=system',
        icon: Settings,
        keys: 'G S',
        keywords: 'ads security backup',
      },
      {
        id: 'analytics',
        label: 'Analytics & Reports',
        to: '/admin?tab=analytics',
        icon: BarChart3,
        keys: 'G A',
        keywords: 'exports',
      },
    ],
  },
  {
    name: 'Directory',
    places: [
      {
        id: 'listings',
        label: 'Listings',
        to: '/admin/listings',
        icon: Building2,
        keys: 'G L',
        keywords: 'dentists merge restore',
      },
      {
        id: 'catalog',
        label: 'Services and practices',
        to: '/admin/catalog',
        icon: Tags,
        keys: 'G V',
        keywords: 'types rename merge',
      },
      {
        id: 'imports',
        label: 'Imports',
        to: '/admin/imports',
        icon: FileUp,
        keys: 'G I',
        keywords: 'csv upload undo',
      },
      {
        id: 'problems',
        label: 'Reported problems',
        to: '/admin/problems',
        icon: Flag,
        keys: 'G P',
        keywords: 'wrong information',
      },
      {
        id: 'appointments',
        label: 'Appointment requests',
        to: '/admin/appointments',
        icon: CalendarClock,
        keys: 'G Q',
        keywords: 'patients abuse close',
      },
      { id: 'users', label: 'Users', to: '/admin/users', icon: Users, keys: 'G U', keywords: 'accounts' },
    ],
  },
  {
    name: 'Records',
    places: [
      { id: 'topics', label: 'Topics & articles', to: '/admin/topics', icon: SquarePen, keys: 'G T' },
      {
        id: 'backups',
        label: 'Backups',
        to: '/admin/backups',
        icon: DatabaseBackup,
        keys: 'G B',
        keywords: 'restore drill download',
      },
      { id: 'audit', label: 'Audit log', to: '/admin/audit', icon: ScrollText, keys: 'G H', keywords: 'history' },
    ],
  },
];
export const places = groups.flatMap((group) => group.places);

/** The id of the place a URL belongs to. */
export function placeOf(pathname: string, search: string): string | undefined {
  if (pathname.replace(/\/$/, '') === '/admin') {
    const tab = new URLSearchParams(search).get('tab') ?? 'content';
    return places.some(({ id }) => id === tab) ? tab : 'content';
  }
  return places.find(({ to }) => to === pathname.replace(/\/$/, ''))?.id;
}
