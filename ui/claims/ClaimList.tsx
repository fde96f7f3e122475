import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { myClaims, type OwnClaim } from '#contract/claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { AnswerForm, PinForm, Withdraw } from './ClaimActions.tsx';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import { statusBadge } from './claim-text.ts';
import css from './ClaimList.module.css';
import { formatDate } from '#ui/kit/format.ts';

export function ClaimList() {
  const { data: claims, error } = useQuery(queryOf(myClaims, {}));
  const { hash } = useLocation();
  const isLoaded = claims !== undefined;
  // Emails link to a claim, which appears only after the browser has looked for the hash.
  useEffect(() => {
    if (isLoaded && /^#claim-\d+$/.test(hash)) document.querySelector(hash)?.scrollIntoView();
  }, [isLoaded, hash]);
  if (error) return <Callout tone="bad">{sentenceOf(error, 'Your claim requests could not be loaded.')}</Callout>;
  if (!claims)
    return (
      <Loading label="Loading your claim requests">
        <Skeleton height={180} />
      </Loading>
    );
  if (claims.length === 0)
    return (
      <EmptyState
        compact
        heading="h3"
        title="No claim requests"
        actions={<ButtonLink to="/find-practice">Find your practice</ButtonLink>}
      >
        <p>Claim requests you send appear here.</p>
      </EmptyState>
    );
  return (
    <ul className={css.list}>
      {claims.map((claim) => (
        <li key={claim.id} id={`claim-${claim.id}`}>
          <Claim claim={claim} />
        </li>
      ))}
    </ul>
  );
}

function Claim({ claim }: { claim: OwnClaim }) {
  const { label, tone } = statusBadge[claim.status];
  const place = [
    claim.dentist.address,
    claim.dentist.city,
    [claim.dentist.state, claim.dentist.zipCode].filter(Boolean).join(' '),
  ];
  return (
    <Card as="article" className={css.claim}>
      <header className={css.head}>
        <div>
          <h3>
            <Link to={claim.dentist.href}>{claim.dentist.name}</Link>
          </h3>
          <p className={css.muted}>{place.filter(Boolean).join(', ')}</p>
          <p className={css.muted}>Sent on {formatDate(claim.submittedAt)}</p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </header>
      <ClaimTimeline claim={claim} />
      {claim.evidenceAsked && <AnswerForm claim={claim} />}
      {claim.letter?.open && <PinForm claim={claim} />}
      {claim.status === 'pending' && (
        <div className={css.actions}>
          <Withdraw claim={claim} />
        </div>
      )}
    </Card>
  );
}
