import type { ClaimDossier } from '#contract/claims/claims.ts';
import { isSnoozed } from '../assignment/snooze.ts';

type Claim = Pick<
  ClaimDossier,
  'assigneeId' | 'attachments' | 'dentist' | 'dueAt' | 'evidence' | 'evidenceAsked' | 'id' | 'kind' | 'overdue' | 'requestorEmail' | 'requestorName' | 'rivals' | 'snoozedUntil' | 'status' | 'submittedAt'
> & Partial<Pick<ClaimDossier, 'claimant' | 'licenseNumber' | 'npi' | 'requestorPhone' | 'warnings'>>; // prettier-ignore

export const sorts = {
  due: 'Due first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  strongest: 'Strongest evidence',
  weakest: 'Weakest evidence',
} as const;
export type Sort = keyof typeof sorts;

export const filters = {
  claims: 'Claims and changes',
  listings: 'New listings',
  transfers: 'New owners',
  mine: 'Assigned to me',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  strong: 'Strong evidence',
  weak: 'Weak evidence',
  rivals: 'With rival claims',
  warnings: 'With warnings',
  documents: 'With documents',
  asked: 'Asked for more',
  snoozed: 'Snoozed',
} as const;
export type Filter = keyof typeof filters;

/** The viewer of the claims, and the time. */
interface Viewer {
  userId: number | undefined;
  now: number;
}

const passes: Record<Filter, (claim: Claim, viewer: Viewer) => boolean> = {
  claims: ({ kind }) => kind === 'claim' || kind === 'identity_change',
  listings: ({ kind }) => kind === 'new_listing',
  transfers: ({ kind }) => kind === 'new_owner',
  mine: ({ assigneeId }, { userId }) => assigneeId !== undefined && assigneeId === userId,
  unassigned: ({ assigneeId }) => !assigneeId,
  overdue: ({ overdue }) => overdue,
  strong: ({ evidence }) => evidence.verdict === 'strong',
  weak: ({ evidence }) => evidence.verdict === 'weak',
  rivals: ({ rivals }) => rivals > 0,
  warnings: ({ warnings = [] }) => warnings.length > 0,
  documents: ({ attachments }) => attachments.length > 0,
  asked: ({ evidenceAsked }) => Boolean(evidenceAsked),
  snoozed: () => true,
};
const orders: Record<Exclude<Sort, 'due'>, (a: Claim, b: Claim) => number> = {
  newest: (a, b) => b.submittedAt.localeCompare(a.submittedAt),
  oldest: (a, b) => a.submittedAt.localeCompare(b.submittedAt),
  strongest: (a, b) => b.evidence.score - a.evidence.score,
  weakest: (a, b) => a.evidence.score - b.evidence.score,
};

/** Ignores case and accents. */
const simplify = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Everything that a reviewer may remember of a claim. Phone numbers are found by their digits, too. */
function textOf({ dentist, claimant, requestorPhone, ...claim }: Claim): string {
  const { name, city, state } = dentist;
  const { requestorName, requestorEmail, npi, licenseNumber, id } = claim;
  const account = [claimant?.name, claimant?.email];
  const phone = [requestorPhone, requestorPhone?.replace(/\D/g, '')];
  return simplify(
    [name, city, state, requestorName, requestorEmail, ...account, ...phone, npi, licenseNumber, id].join(' '),
  );
}

interface Choices {
  q: string;
  only: Filter | null;
  sort: Sort;
}

/**
 * Finds claims by words, by filter, and in the chosen order. Snoozed claims have
 * a filter of their own. `keptId` is a claim that a link opens, and which is listed even while it is snoozed.
 */
export function chooseClaims<C extends Claim>(
  claims: readonly C[],
  { q, only, sort }: Choices,
  viewer: Viewer,
  keptId?: number,
): C[] {
  const words = simplify(q).split(/\s+/).filter(Boolean);
  const found = claims.filter((claim) => {
    if (isSnoozed(claim, viewer.now) !== (only === 'snoozed') && claim.id !== keptId) return false;
    if (only !== null && !passes[only](claim, viewer)) return false;
    const text = textOf(claim);
    return words.every((word) => text.includes(word));
  });
  // The server sorts by due time.
  return sort === 'due' ? found : found.toSorted((a, b) => orders[sort](a, b) || a.id - b.id);
}

/** Reads the choices from the URL. */
export function readChoices(search: URLSearchParams): Choices {
  const [only, sort] = [search.get('only'), search.get('sort')];
  return {
    q: search.get('q') ?? '',
    only: only !== null && only in filters ? (only as Filter) : null,
    sort: sort !== null && sort in sorts ? (sort as Sort) : 'due',
  };
}
