import type { ClaimDossier } from '#contract/claims/claims.ts';
import { planName } from '#ui/accounts/admin/plan-name.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { statusBadge } from '#ui/claims/claim-text.ts';
import css from './ClaimAccount.module.css';

function countClaims({ pending, approved, rejected }: ClaimDossier['otherClaims']): string {
  const counts = [
    pending > 0 && `${pending} pending`,
    approved > 0 && `${approved} approved`,
    rejected > 0 && `${rejected} rejected`,
  ];
  return counts.filter(Boolean).join(', ') || 'None';
}

/** The account behind a claim, with its other claims. */
export function ClaimAccount({ claim }: { claim: ClaimDossier }) {
  const { claimant, otherClaims } = claim;
  if (!claimant) return <p className={layout.muted}>The account behind this claim was deleted.</p>;
  return (
    <>
      <dl className={layout.facts}>
        <dt>Name</dt>
        <dd>{claimant.name}</dd>
        <dt>Email</dt>
        <dd className={layout.breakable}>
          {claimant.email}{' '}
          <Badge tone={claimant.emailVerified ? 'good' : 'warn'}>
            {claimant.emailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </dd>
        <dt>Plan</dt>
        <dd>{planName(claimant.plan)}</dd>
        <dt>Since</dt>
        <dd>{formatShortLocalDate(claimant.createdAt)}</dd>
        <dt>Other claims</dt>
        <dd>{countClaims(otherClaims)}</dd>
      </dl>
      {otherClaims.latest.length > 0 && (
        <ul className={css.claims} aria-label="Latest other claims">
          {otherClaims.latest.map((other) => (
            <li key={other.id}>
              {other.status === 'withdrawn' ? (
                <span>{other.listing}</span>
              ) : (
                <Link to={pathTo(other)}>{other.listing}</Link>
              )}
              <Badge tone={statusBadge[other.status].tone}>{statusBadge[other.status].label}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const pathTo = ({ id, status }: ClaimDossier['otherClaims']['latest'][number]): string =>
  `/admin?tab=claims${status === 'pending' ? '' : `&list=${status}`}&claim=${id}`;
