import {
  ArrowRightLeft,
  BadgeCheck,
  ClipboardCheck,
  CreditCard,
  Flag,
  Mail,
  MessageSquareQuote,
  UserLock,
  type LucideIcon,
} from 'lucide-react';
import type { StaffHome } from '#contract/home/staff-home.ts';
import { DueBadge } from '#ui/admin/inbox/DueBadge.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatAgo, formatNumber } from '#ui/kit/format.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { HomeRow, HomeRows } from './HomeRow.tsx';

type Due = StaffHome['due'][number];
const lists: Record<Due['kind'], { icon: LucideIcon; to: string; one: string; many: string }> = {
  claims: {
    icon: ClipboardCheck,
    to: '/admin?tab=claims&only=claims',
    one: 'claim to review',
    many: 'claims to review',
  },
  transfers: {
    icon: ArrowRightLeft,
    to: '/admin?tab=claims&only=transfers',
    one: 'new owner to verify',
    many: 'new owners to verify',
  },
  disputes: {
    icon: CreditCard,
    to: '/admin/subscriptions',
    one: 'disputed payment to answer',
    many: 'disputed payments to answer',
  },
  privacy: {
    icon: UserLock,
    to: '/admin/privacy',
    one: 'privacy request to answer',
    many: 'privacy requests to answer',
  },
  listings: {
    icon: BadgeCheck,
    to: '/admin/new-listings',
    one: 'new listing to verify',
    many: 'new listings to verify',
  },
  reviews: { icon: MessageSquareQuote, to: '/admin/reviews', one: 'review to decide', many: 'reviews to decide' },
  problems: { icon: Flag, to: '/admin/problems', one: 'reported problem', many: 'reported problems' },
  messages: { icon: Mail, to: '/admin/messages', one: 'unanswered message', many: 'unanswered messages' },
};

/** Overdue work first, then by the next deadline. Work without a deadline comes last. */
const byUrgency = (a: Due, b: Due) =>
  Math.sign(b.overdue) - Math.sign(a.overdue) ||
  Number(b.hasDeadline) - Number(a.hasDeadline) ||
  Date.parse(a.nextAt ?? '') - Date.parse(b.nextAt ?? '');

export function DueList({ due }: { due: readonly Due[] }) {
  const now = useNow(60_000);
  return (
    <HomeRows>
      {due.toSorted(byUrgency).map(({ kind, count, overdue, mine, nextAt, hasDeadline }) => {
        const { icon, to, one, many } = lists[kind];
        const details = [
          overdue > 0 && (overdue === count ? 'all overdue' : `${formatNumber(overdue)} overdue`),
          mine > 0 && `${formatNumber(mine)} assigned to you`,
          nextAt && !hasDeadline && `the oldest came ${formatAgo(nextAt, now)}`,
        ].filter(Boolean);
        const sentence = details.join(', ').replace(/^./, (letter) => letter.toUpperCase());
        return (
          <HomeRow
            key={kind}
            icon={icon}
            to={to}
            tone={overdue > 0 ? 'bad' : 'plain'}
            title={`${formatNumber(count)} ${count === 1 ? one : many}`}
            detail={sentence || 'None overdue'}
            end={
              nextAt && hasDeadline ? <DueBadge dueAt={nextAt} /> : mine > 0 ? <Badge tone="accent">Yours</Badge> : null
            }
          />
        );
      })}
    </HomeRows>
  );
}
