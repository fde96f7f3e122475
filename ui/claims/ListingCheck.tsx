import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { myClaims } from '#contract/claims/claims.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { AnswerForm, PinForm } from './ClaimActions.tsx';
import { ClaimTimeline } from './ClaimTimeline.tsx';
import css from './ListingCheck.module.css';

/** The pending check of the user's own listing, where the user answers questions and enters the PIN of a letter. */
export function ListingCheck({ dentistId }: { dentistId: number }) {
  const { data: checks } = useQuery(queryOf(myClaims, { query: { checks: '1' } }));
  const { hash } = useLocation();
  const check = checks?.find((claim) => claim.dentistId === dentistId && claim.status === 'pending');
  const anchor = check && `claim-${check.id}`;
  // Emails link to a check, which appears only after the browser has looked for the hash.
  useEffect(() => {
    if (anchor && hash === `#${anchor}`) document.querySelector(hash)?.scrollIntoView();
  }, [anchor, hash]);
  if (!check) return null;
  return (
    <section id={anchor} className={css.check} aria-label="Review of this listing">
      <ClaimTimeline claim={check} />
      {check.evidenceAsked && <AnswerForm claim={check} />}
      {check.letter?.open && <PinForm claim={check} />}
    </section>
  );
}
