import type { ClaimDossier } from '#contract/claims.ts';
import { isSnoozed } from './assignment/is-snoozed.ts';

type Claim = Pick<
  ClaimDossier,
  'assigneeId' | 'attachments' | 'dentist' | 'dueAt' | 'evidence' | 'evidenceAsked' | 'id' | 'overdue' | 'requestorEmail' | 'requestorName' | 'rivals' | 'snoozedUntil' | 'status' | 'submittedAt'
>; // prettier-ignore

export const sorts = {
  due: 'Due first',
  newest: 'Newest first',
  oldest: 'Oldest first',
  strongest: 'Strongest evidence',
  weakest: 'Weakest evidence',
} as const;
export type Sort = keyof typeof sorts;

export const filters = {
  mine: 'Assigned to me',
  unassigned: 'Unassigned',
  overdue: 'Overdue',
  strong: 'Strong evidence',
  weak: 'Weak evidence',
  rivals: 'With rival claims',
  documents: 'With documents',
  asked: 'Asked for more',
  snoozed: 'Snoozed',
} as const;
export type Filter = keyof typeof filters;

/** The viewer of the claims, and the time. */
export interface Viewer {
  userId: number | undefined;
  now: number;
}

const passes: Record<Filter, (claim: Claim, viewer: Viewer) => boolean> = {
  mine: ({ assigneeId }, { userId }) => assigneeId !== undefined && assigneeId === userId,
  unassigned: ({ assigneeId }) => !assigneeId,
  overdue: ({ overdue }) => overdue,
  strong: ({ evidence }) => evidence.verdict === 'strong',
  weak: ({ evidence }) => evidence.verdict === 'weak',
  rivals: ({ rivals }) => rivals > 0,
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

interface Choices {
  q: string;
  only: Filter | null;
  sort: Sort;
}

/**
 * Finds claims by words in the practice, its place, and the claimant; by filter; in the chosen order. Snoozed claims have
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
    const { name, city, state } = claim.dentist;
    const text = simplify([name, city, state, claim.requestorName, claim.requestorEmail, claim.id].join(' '));
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
