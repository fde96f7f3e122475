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
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { searchEverything, type FoundItem, type FoundKind } from '#contract/tables/staff-search.ts';
import type { Command } from '#ui/kit/overlays/CommandPalette.tsx';
import { can } from '#shared/permissions.ts';
import { useUser } from '#ui/base/session.ts';
import { api } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { readAction, recordActions, type RecordAction } from './record-actions.ts';

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

/** Finds records for the palette. Choosing one opens it, or does what the text begins with, such as "refund smith". */
export function useFindEverything() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const role = useUser()?.role;
  return useCallback(
    async (typed: string, signal: AbortSignal): Promise<Command[]> => {
      const find = (q: string) => api(searchEverything, { query: { q } }, { signal });
      const asked = readAction(
        typed,
        recordActions.filter(({ permission }) => can(role, permission)),
      );
      const [items, records] = await Promise.all([find(typed), asked ? find(asked.rest) : []]);
      const toCommand = ({ kind, id, label, detail, to }: FoundItem): Command => {
        const { group, icon: Icon } = kinds[kind];
        return {
          id: `${kind}-${id}`,
          label,
          detail,
          group,
          icon: <Icon size={16} aria-hidden="true" />,
          run: () => void navigate(to),
        };
      };
      const toAction = (item: FoundItem, action: RecordAction): Command => ({
        ...toCommand(item),
        id: `${action.verb}-${item.kind}-${item.id}`,
        label: action.label(item.label, item.kind),
        group: 'Do',
        run: () => {
          void Promise.resolve(action.run(item, { client, navigate })).catch((error: unknown) => toastError(error));
        },
      });
      const actions = asked
        ? records.filter(({ kind }) => asked.action.kinds.includes(kind)).map((item) => toAction(item, asked.action))
        : [];
      return [...actions, ...items.map(toCommand)];
    },
    [navigate, client, role],
  );
}
