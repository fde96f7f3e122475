import type { ClaimDossier } from '#contract/claims/claims.ts';
import type { InboxDetail } from '#contract/inbox.ts';

/** The queue before a sync. */
interface QueueBefore {
  ids: ReadonlySet<number>;
  /** When it was synced; null on the first sync, after which nothing is new. */
  asOf: string | null;
}

interface Notice {
  title: string;
  body: string;
  /** The page that it opens. */
  to: string;
  /** A claim that can be approved from the notice. */
  approves?: number;
}

const SHOWN_NAMES = 3;
const listNames = (claims: readonly ClaimDossier[]): string => {
  const names = claims.slice(0, SHOWN_NAMES).map(({ dentist }) => dentist.name);
  const more = claims.length - names.length;
  return more > 0 ? `${names.join(', ')}, and ${more} more` : names.join(', ');
};

/** Nothing about the claim asks for a second look. */
const isClear = ({ kind, evidence, warnings, group, snoozedUntil }: ClaimDossier): boolean =>
  kind === 'claim' && evidence.verdict === 'strong' && warnings.length === 0 && !group && !snoozedUntil;

const pathTo = ([first, ...others]: readonly ClaimDossier[]): string =>
  others.length > 0 ? '/admin?tab=claims' : `/admin?tab=claims&claim=${first!.id}`;

/** A snoozed claim counts as overdue once its snooze ends. */
const overdueFrom = ({ dueAt, snoozedUntil }: ClaimDossier): number =>
  dueAt ? Math.max(Date.parse(dueAt), snoozedUntil ? Date.parse(snoozedUntil) : 0) : Infinity;

/** Lists the claims that came in with a sync, and those that have become overdue since the last one. */
export function describeChanges(before: QueueBefore, pendingClaims: readonly ClaimDossier[], asOf: string): Notice[] {
  const { asOf: lastAsOf } = before;
  if (lastAsOf === null) return [];
  const [from, to] = [Date.parse(lastAsOf), Date.parse(asOf)];
  const newClaims = pendingClaims.filter(({ id }) => !before.ids.has(id));
  const overdueClaims = pendingClaims.filter((claim) => {
    const since = overdueFrom(claim);
    return since > from && since <= to;
  });
  const notices: Notice[] = [];
  if (newClaims.length > 0)
    notices.push({
      title: newClaims.length === 1 ? 'New claim' : `${newClaims.length} new claims`,
      body: listNames(newClaims),
      to: pathTo(newClaims),
      ...(newClaims.length === 1 && isClear(newClaims[0]!) && { approves: newClaims[0]!.id }),
    });
  if (overdueClaims.length > 0)
    notices.push({
      title: overdueClaims.length === 1 ? 'A claim is overdue' : `${overdueClaims.length} claims are overdue`,
      body: listNames(overdueClaims),
      to: pathTo(overdueClaims),
    });
  return notices;
}

/** Claims have notices of their own, also those for new listings. */
const inboxes: Partial<Record<InboxDetail['kind'], { one: string; many: string; to: string }>> = {
  message: { one: 'New message', many: 'new messages', to: '/admin/messages' },
  problem: { one: 'New reported problem', many: 'new reported problems', to: '/admin/problems' },
  privacy: { one: 'New privacy request', many: 'new privacy requests', to: '/admin/privacy' },
  review: { one: 'New review to decide', many: 'new reviews to decide', to: '/admin/reviews' },
};

/** Lists the items that came in with a sync. Null before the first one, after which nothing is new. */
export function describeNewItems(before: readonly InboxDetail[] | null, items: readonly InboxDetail[]): Notice[] {
  if (before === null) return [];
  return Object.entries(inboxes).flatMap(([kind, { one, many, to }]) => {
    const known = new Set(before.filter((item) => item.kind === kind).map(({ id }) => id));
    const [first, ...others] = items.filter((item) => item.kind === kind && item.isOpen && !known.has(item.id));
    if (!first) return [];
    return others.length === 0
      ? [{ title: one, body: first.title, to: `${to}?item=${first.id}` }]
      : [{ title: `${others.length + 1} ${many}`, body: `${first.title}, and ${others.length} more`, to }];
  });
}
