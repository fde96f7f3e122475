import type { ReactNode } from 'react';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import css from './ClaimComparison.module.css';
import { compareClaim } from './compare-claim.ts';

interface ComparisonProps {
  /** The titles of the two columns. */
  titles: readonly [ReactNode, ReactNode];
  /** Each with its name and the two values. */
  fields: readonly (readonly [string, ReactNode, ReactNode])[];
}

/** Two records side by side. */
export const Comparison = ({ titles, fields }: ComparisonProps) => (
  <table className={css.compare}>
    <thead>
      <tr>
        <th scope="col">
          <span className="hidden-text">Field</span>
        </th>
        <th scope="col">{titles[0]}</th>
        <th scope="col">{titles[1]}</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(([field, first, second]) => (
        <tr key={field}>
          <th scope="row">{field}</th>
          <td>{first}</td>
          <td>
            <span className={css.listed}>{second}</span>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The form next to the listing. Empty fields are left out, and contradictions are marked. */
export const ClaimComparison = ({ claim }: { claim: ClaimDossier }) => (
  <Comparison
    titles={[claim.kind === 'claim' ? 'On the form' : 'On the account', 'On the listing']}
    fields={compareClaim(claim).map(({ field, claimed, listed, differs }) => [
      field,
      claimed,
      <>
        {listed}
        {differs && <Badge tone="warn">Differs</Badge>}
      </>,
    ])}
  />
);
