import {
  Activity,
  BadgeCheck,
  BarChart3,
  Bot,
  Building2,
  CalendarClock,
  ChartSpline,
  ClipboardCheck,
  CreditCard,
  DatabaseBackup,
  Download,
  FileText,
  Flag,
  HeartPulse,
  History,
  House,
  Library,
  Mail,
  Megaphone,
  MessageSquareQuote,
  ScrollText,
  Settings2,
  ShieldCheck,
  SquarePen,
  Stethoscope,
  Tags,
  UserLock,
  Users,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { can, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { StaffCounts } from '#contract/home/staff-home.ts';

export interface Place {
  id: string;
  label: string;
  to: string;
  icon: LucideIcon;
  permission: Permission;
  /** Keys pressed one after the other. */
  keys?: string;
  keywords?: string;
  /** The count shown next to the label. */
  badge?: 'claims' | keyof StaffCounts;
  /** The place whose door in the rail leads here, too. The pages of a room are tabs of each other. */
  room?: string;
  /** The label of the door, if the room has another name than its first page. */
  door?: string;
}

export interface PlaceGroup {
  name: string;
  places: readonly Place[];
  /** Its pages show nothing without a connection. */
  needsServer?: boolean;
}

export const groups: readonly PlaceGroup[] = [
  {
    name: 'Admin Panel',
    places: [
      { id: 'home', label: 'Home', to: '/admin', icon: House, permission: 'home.read', keys: 'G O' },
      {
        id: 'claims',
        label: 'Claim Requests',
        to: '/admin?tab=claims',
        icon: ClipboardCheck,
        permission: 'claims.read',
        keys: 'G R',
        badge: 'claims',
      },
      {
        id: 'new-listings',
        label: 'New listings',
        to: '/admin/new-listings',
        icon: BadgeCheck,
        permission: 'inbox.read',
        keys: 'G N',
        keywords: 'verify checks',
        badge: 'listing',
      },
      {
        id: 'problems',
        label: 'Reported problems',
        to: '/admin/problems',
        icon: Flag,
        permission: 'inbox.read',
        keys: 'G P',
        keywords: 'wrong information',
        badge: 'problem',
      },
      {
        id: 'reviews',
        label: 'Reviews',
        to: '/admin/reviews',
        icon: MessageSquareQuote,
        permission: 'inbox.read',
        keys: 'G K',
        keywords: 'patients flagged appeal moderate',
        badge: 'review',
      },
      {
        id: 'messages',
        label: 'Messages',
        to: '/admin/messages',
        icon: Mail,
        permission: 'inbox.read',
        keys: 'G M',
        keywords: 'contact inbox reply',
        badge: 'message',
      },
      {
        id: 'privacy',
        label: 'Privacy requests',
        to: '/admin/privacy',
        icon: UserLock,
        permission: 'inbox.read',
        keys: 'G Y',
        keywords: 'legal data deletion',
        badge: 'privacy',
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
        permission: 'listings.read',
        keys: 'G L',
        keywords: 'dentists merge restore',
      },
      {
        id: 'catalog',
        room: 'listings',
        label: 'Services and practices',
        to: '/admin/catalog',
        icon: Tags,
        keys: 'G V',
        keywords: 'types insurance plans rename merge',
        permission: 'listings.manage',
      },
      {
        id: 'imports',
        label: 'Imports',
        to: '/admin/imports',
        icon: History,
        permission: 'imports.manage',
        keys: 'G I',
        keywords: 'csv upload undo data',
      },
      {
        id: 'sources',
        room: 'listings',
        label: 'Sources',
        to: '/admin/sources',
        icon: Library,
        permission: 'listings.read',
        keywords: 'registry census board overture geocoder license coverage fetch',
      },
      {
        id: 'data-health',
        room: 'listings',
        label: 'Data health',
        to: '/admin/data-health',
        icon: HeartPulse,
        permission: 'listings.read',
        keys: 'G D',
        keywords: 'missing stale duplicates quality confirmed call list',
      },
      {
        id: 'appointments',
        label: 'Appointment requests',
        to: '/admin/appointments',
        icon: CalendarClock,
        permission: 'appointments.manage',
        keys: 'G Q',
        keywords: 'patients abuse close',
      },
      {
        id: 'users',
        label: 'Users',
        to: '/admin/users',
        icon: Users,
        permission: 'users.manage',
        keys: 'G U',
        keywords: 'accounts',
      },
      {
        id: 'subscriptions',
        label: 'Subscriptions',
        to: '/admin/subscriptions',
        icon: CreditCard,
        permission: 'billing.manage',
        keys: 'G X',
        keywords: 'payments plans stripe trial',
      },
      {
        id: 'staff',
        room: 'users',
        label: 'Staff',
        to: '/admin/staff',
        icon: UsersRound,
        permission: 'staff.manage',
        keys: 'G F',
        keywords: 'roles invite administrators',
      },
    ],
  },
  {
    name: 'Content Management',
    places: [
      {
        id: 'articles',
        label: 'Topics & articles',
        to: '/admin/topics',
        icon: SquarePen,
        permission: 'articles.read',
        keys: 'G T',
      },
      {
        id: 'topics',
        room: 'articles',
        label: 'Topics Management',
        to: '/admin?tab=content',
        icon: FileText,
        permission: 'articles.read',
        keys: 'G C',
        keywords: 'schedule calendar',
      },
      {
        id: 'brands',
        room: 'articles',
        label: 'AI Brands',
        to: '/admin?sub=brands',
        icon: Bot,
        permission: 'brands.manage',
      },
    ],
  },
  {
    name: 'System Settings',
    places: [
      {
        id: 'brand',
        door: 'Settings',
        label: 'Brand and contact',
        to: '/admin/brand',
        icon: Settings2,
        permission: 'settings.manage',
        keywords: 'name color support company address',
      },
      {
        id: 'ads',
        label: 'AdSense Settings',
        to: '/admin?tab=system',
        icon: Megaphone,
        permission: 'ads.manage',
        keys: 'G S',
      },
      {
        id: 'security',
        room: 'brand',
        label: 'Security & Backup',
        to: '/admin?tab=system&sub=security',
        icon: ShieldCheck,
        permission: 'settings.manage',
        keywords: 'two-factor session',
      },
      {
        id: 'backups',
        room: 'brand',
        label: 'Backups',
        to: '/admin/backups',
        icon: DatabaseBackup,
        permission: 'backups.manage',
        keys: 'G B',
        keywords: 'restore drill download',
      },
      {
        id: 'audit',
        room: 'brand',
        label: 'Audit log',
        to: '/admin/audit',
        icon: ScrollText,
        permission: 'audit.read',
        keys: 'G H',
        keywords: 'history',
      },
      {
        id: 'doctor',
        room: 'brand',
        label: 'System check',
        to: '/admin/doctor',
        icon: Stethoscope,
        permission: 'settings.manage',
        keywords: 'doctor server database email proxy certificate',
      },
      {
        id: 'status',
        room: 'brand',
        label: 'Status',
        to: '/admin/status',
        icon: Activity,
        permission: 'settings.manage',
        keywords: 'notice incident read-only maintenance',
      },
    ],
  },
  {
    name: 'Analytics & Reports',
    places: [
      {
        id: 'analytics',
        door: 'Analytics',
        label: 'Site Analytics',
        to: '/admin?tab=analytics',
        icon: BarChart3,
        permission: 'analytics.read',
        keys: 'G A',
      },
      {
        id: 'reports',
        room: 'analytics',
        label: 'Reports',
        to: '/admin?tab=analytics&sub=reports',
        icon: ChartSpline,
        permission: 'analytics.read',
      },
      {
        id: 'exports',
        room: 'analytics',
        label: 'Data Exports',
        to: '/admin?tab=analytics&sub=exports',
        icon: Download,
        permission: 'exports.download',
      },
    ],
  },
];
export const places = groups.flatMap((group) => group.places);

/** The id of the room that a place is in. */
export const roomOf = ({ id, room = id }: Place): string => room;

/** The places with a door in the rail: the first of each room that the role may open. */
export const doorsOf = (all: readonly Place[]): Place[] =>
  all.filter((place, index) => all.findIndex((other) => roomOf(other) === roomOf(place)) === index);

/** The navigation of a role: the places that it may open. */
export const groupsFor = (role: Role | undefined, allGroups: readonly PlaceGroup[] = groups): PlaceGroup[] =>
  allGroups
    .map((group) => ({ ...group, places: group.places.filter(({ permission }) => can(role, permission)) }))
    .filter((group) => group.places.length > 0);
