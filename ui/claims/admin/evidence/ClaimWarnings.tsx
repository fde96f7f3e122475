import type { ClaimDossier } from '#contract/claims/claims.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';

/** The reasons why bulk approval leaves this claim out. */
export function ClaimWarnings({ claim }: { claim: ClaimDossier }) {
  if (claim.warnings.length === 0) return null;
  return (
    <Callout tone="warn" title="Look closely before you decide">
      {claim.warnings.map(({ code, text }) => (
        <div key={code}>{text}</div>
      ))}
      {claim.status === 'pending' && <div>Bulk approval leaves this claim out.</div>}
    </Callout>
  );
}
