import type { ClaimDossier } from '#contract/claims.ts';

/** What claims must have in common to be selected together. What is left out does not matter. */
export interface Rule {
  scoreOver: number | null;
  scoreUnder: number | null;
  /** Sent more than so many days ago. */
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
  Object.values(rule).every((part) => part === null || part === false);

/** A rule that says nothing selects nothing: nobody means all claims by leaving a form empty. */
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
