import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { OwnClaim } from '#contract/claims/claims.ts';
import { dollars } from '#shared/billing/plans.ts';
import { Link } from '#ui/kit/display/Link.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { AnswerForm, PinForm, Withdraw } from './ClaimActions.tsx';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import { needsAnswer, statusBadge } from './claim-text.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ClaimList.module.css';
import { formatDate } from '#ui/kit/format.ts';

/** The claims of a person or a group: pending ones first, and decided ones folded. */
export function ClaimList({ claims }: { claims: readonly OwnClaim[] }) {
  const { hash } = useLocation();
  // Emails link to a claim, which appears only after the browser has looked for the hash.
  useEffect(() => {
    if (/^#claim-\d+$/.test(hash)) document.querySelector(hash)?.scrollIntoView();
  }, [hash]);
  const pending = claims.filter(({ status }) => status === 'pending');
  const decided = claims.filter(({ status }) => status !== 'pending');
  const isLinked = ({ id }: OwnClaim) => hash === `#claim-${id}`;
  const list = (items: readonly OwnClaim[], isOpen: (claim: OwnClaim) => boolean) => (
    <ul className={layout.tight}>
      {items.map((claim) => (
        <li key={claim.id} id={`claim-${claim.id}`}>
          <Claim claim={claim} isOpen={isLinked(claim) || isOpen(claim)} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {pending.length > 0 && list(pending, (claim) => needsAnswer(claim) || pending.length <= MANY)}
      {decided.length > 0 && (
        <details open={pending.length === 0 && decided.length <= MANY ? true : decided.some(isLinked)}>
          <summary className={css.decided}>
            {decided.length === 1 ? '1 decided request' : `${decided.length} decided requests`}
          </summary>
          {list(decided, () => false)}
        </details>
      )}
    </>
  );
}

/** Longer lists start folded, so that they fit on the page. */
const MANY = 2;

function Claim({ claim, isOpen }: { claim: OwnClaim; isOpen: boolean }) {
  const { label, tone } = statusBadge[claim.status];
  const { dentist, group } = claim;
  const place = group
    ? []
    : [dentist.address, dentist.city, [dentist.state, dentist.zipCode].filter(Boolean).join(' ')];
  return (
    <Card as="article" className={css.claim} flush>
      <details open={isOpen}>
        <summary className={css.head}>
          <div>
            <h3>{dentist.name}</h3>
            <p className={layout.note}>
              {[place.filter(Boolean).join(', '), `Sent on ${formatDate(claim.submittedAt)}`]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Badge tone={tone}>{label}</Badge>
        </summary>
        <div className={css.details}>
          <ClaimTimeline claim={claim} />
          {group && group.leftOut.length > 0 && <LeftOut listings={group.leftOut} />}
          {claim.refundable && (
            <p>
              Your first payment of {dollars(claim.refundable.cents)} has a money-back guarantee until{' '}
              {formatDate(claim.refundable.until)}. <Link to="/contact">Ask for it back</Link>
            </p>
          )}
          {claim.evidenceAsked && <AnswerForm claim={claim} />}
          {claim.letter?.open && <PinForm claim={claim} />}
          <div className={css.actions}>
            {group ? (
              group.id !== null && (
                <ButtonLink to={`/dashboard/groups/${group.id}`} size="small">
                  Open the group
                </ButtonLink>
              )
            ) : (
              <ButtonLink to={dentist.href} size="small">
                View the listing
              </ButtonLink>
            )}
            {claim.status === 'pending' && <Withdraw claim={claim} />}
          </div>
        </div>
      </details>
    </Card>
  );
}

const LeftOut = ({ listings }: { listings: NonNullable<OwnClaim['group']>['leftOut'] }) => (
  <details>
    <summary>{listings.length === 1 ? '1 listing is left out' : `${listings.length} listings are left out`}</summary>
    <ul>
      {listings.map(({ id, name, place, reason }) => (
        <li key={id}>
          {[name, place].filter(Boolean).join(', ')}: {reason}
        </li>
      ))}
    </ul>
  </details>
);
