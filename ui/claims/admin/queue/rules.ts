import type { ClaimDossier } from '#contract/claims/claims.ts';

/** Conditions for selecting claims. Null and false mean no condition. */
interface Rule {
  scoreOver: number | null;
  scoreUnder: number | null;
  /** Submitted more than this many days ago. */
  olderThan: number | null;
  withoutRivals: boolean;
  withDocuments: boolean;
  overdue: boolean;
}
export const emptyRule: Rule = {
  scoreOver: null,
  scoreUnder: null,
  olderThan: null,
  withoutRivals: false,
  withDocuments: false,
  overdue: false,
};

const DAY = 86_400_000;

export const isEmptyRule = (rule: Rule): boolean =>
  Object.values(rule).every((condition) => condition === null || condition === false);

/** An empty rule selects nothing, because an empty form rarely means all claims. */
export function findMatchingClaims<
  C extends Pick<ClaimDossier, 'id' | 'evidence' | 'submittedAt' | 'rivals' | 'attachments' | 'overdue'>,
>(claims: readonly C[], rule: Rule, now: number): C[] {
  if (isEmptyRule(rule)) return [];
  const { scoreOver, scoreUnder, olderThan, withoutRivals, withDocuments, overdue } = rule;
  return claims.filter(
    (claim) =>
      (scoreOver === null || claim.evidence.score > scoreOver) &&
      (scoreUnder === null || claim.evidence.score < scoreUnder) &&
      (olderThan === null || now - Date.parse(claim.submittedAt) > olderThan * DAY) &&
      (!withoutRivals || claim.rivals === 0) &&
      (!withDocuments || claim.attachments.length > 0) &&
      (!overdue || claim.overdue),
  );
}
