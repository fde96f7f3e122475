import type { ClaimDossier } from '#contract/claims/claims.ts';

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
}

const SHOWN_NAMES = 3;
const listNames = (claims: readonly ClaimDossier[]): string => {
  const names = claims.slice(0, SHOWN_NAMES).map(({ dentist }) => dentist.name);
  const more = claims.length - names.length;
  return more > 0 ? `${names.join(', ')}, and ${more} more` : names.join(', ');
};

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
    });
  if (overdueClaims.length > 0)
    notices.push({
      title: overdueClaims.length === 1 ? 'A claim is overdue' : `${overdueClaims.length} claims are overdue`,
      body: listNames(overdueClaims),
      to: pathTo(overdueClaims),
    });
  return notices;
}
