import type { ClaimDossier } from '#contract/claims/claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import css from './ClaimComparison.module.css';
import { compareClaim } from './compare-claim.ts';

/** The form next to the listing. Empty fields are left out, and contradictions are marked. */
export const ClaimComparison = ({ claim }: { claim: ClaimDossier }) => (
  <table className={css.compare}>
    <thead>
      <tr>
        <th scope="col">
          <span className="hidden-text">Field</span>
        </th>
        <th scope="col">{claim.kind === 'claim' ? 'On the form' : 'On the account'}</th>
        <th scope="col">On the listing</th>
      </tr>
    </thead>
    <tbody>
      {compareClaim(claim).map(({ field, claimed, listed, differs }) => (
        <tr key={field}>
          <th scope="row">{field}</th>
          <td>{claimed}</td>
          <td>
            <span className={css.listed}>
              {listed}
              {differs && <Badge tone="warn">Differs</Badge>}
            </span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
