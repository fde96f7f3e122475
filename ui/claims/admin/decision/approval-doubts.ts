import type { ClaimDossier } from '#contract/claims/claims.ts';

/** Why an approval needs a second confirmation; empty if it doesn't. */
export function listDoubts({
  evidence,
  rivals,
  warnings,
  group,
}: Pick<ClaimDossier, 'evidence' | 'rivals' | 'warnings' | 'group'>): string[] {
  return [
    ...(evidence.verdict === 'weak' ? [`The evidence is weak, with a score of ${evidence.score}.`] : []),
    ...(rivals > 0
      ? [
          `${rivals === 1 ? 'Another claim' : `${rivals} other claims`} on ${group ? 'these listings' : 'this listing'} would be closed.`,
        ]
      : []),
    ...warnings.map(({ text }) => text),
  ];
}
