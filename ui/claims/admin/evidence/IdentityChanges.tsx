import type { ClaimDossier } from '#contract/claims/claims.ts';
import css from './IdentityChanges.module.css';

const fieldNames: Record<string, string> = {
  name: 'Name',
  practiceName: 'Practice name',
  phone: 'Phone',
  address: 'Street address',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
};

/** Compares the verified name, address, and phone with the owner's new ones. */
export function IdentityChanges({ claim }: { claim: ClaimDossier }) {
  if (claim.identityChanges.length === 0) return null;
  return (
    <div>
      <h3 className={css.title}>Changes to review</h3>
      <dl className={css.changes}>
        {claim.identityChanges.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldNames[field] ?? field}</dt>
            <dd>
              <del>{before || '(empty)'}</del> <span aria-hidden="true">→</span>
              <span className="hidden-text"> became </span> <ins>{after || '(empty)'}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
