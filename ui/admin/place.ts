import type { LucideIcon } from 'lucide-react';
import type { StaffCounts } from '#contract/home/staff-home.ts';
import type { Permission } from '#shared/permissions.ts';

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
