import {
  BadgeDollarSign,
  Building2,
  CalendarClock,
  ClipboardCheck,
  CreditCard,
  FileText,
  FileUp,
  Flag,
  Mail,
  ShieldPlus,
  Shapes,
  Stethoscope,
  Tags,
  UserLock,
  UserRound,
  type LucideIcon,
} from 'lucide-react';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchEverything, type FoundKind } from '#contract/tables/staff-search.ts';
import type { Command } from '#ui/kit/overlays/CommandPalette.tsx';
import { api } from '#ui/base/platform/api.ts';

const kinds: Record<FoundKind, { group: string; icon: LucideIcon }> = {
  listing: { group: 'Listings', icon: Stethoscope },
  practice: { group: 'Practices', icon: Building2 },
  person: { group: 'People', icon: UserRound },
  claim: { group: 'Claims', icon: ClipboardCheck },
  message: { group: 'Messages', icon: Mail },
  problem: { group: 'Reported problems', icon: Flag },
  privacy: { group: 'Privacy requests', icon: UserLock },
  subscription: { group: 'Subscriptions', icon: CreditCard },
  payment: { group: 'Payments', icon: BadgeDollarSign },
  appointment: { group: 'Appointment requests', icon: CalendarClock },
  article: { group: 'Articles', icon: FileText },
  import: { group: 'Imports', icon: FileUp },
  services: { group: 'Services', icon: Tags },
  'practice-types': { group: 'Practice types', icon: Shapes },
  'insurance-plans': { group: 'Insurance plans', icon: ShieldPlus },
};

/** Finds records for the palette. Choosing one opens it. */
export function useFindEverything() {
  const navigate = useNavigate();
  return useCallback(
    async (typed: string, signal: AbortSignal): Promise<Command[]> => {
      const items = await api(searchEverything, { query: { q: typed } }, { signal });
      return items.map(({ kind, id, label, detail, to }) => {
        const { group, icon: Icon } = kinds[kind];
        return {
          id: `${kind}-${id}`,
          label,
          detail,
          group,
          icon: <Icon size={16} aria-hidden="true" />,
          run: () => void navigate(to),
        };
      });
    },
    [navigate],
  );
}
