import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupClaims, type GroupClaimPreview } from '#contract/groups/group-claims.ts';
import type { Group } from '#contract/groups/groups.ts';
import { ClaimList } from '#ui/claims/ClaimList.tsx';
import { facts } from '#shared/billing/plans.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { listingNouns, placeOf } from '../group-words.ts';
import { LocationPicker } from '../LocationPicker.tsx';
import css from './ClaimsTab.module.css';
import { GroupClaimForm } from './GroupClaimForm.tsx';
import { ListingFinder } from './ListingFinder.tsx';

/** The claims of a group, and a new one of many listings at once. */
export function ClaimsTab({ group }: { group: Group }) {
  const { data: claims, error } = useQuery(queryOf(groupClaims, { params: { id: String(group.id) } }));
  const [sent, setSent] = useState(0);
  return (
    <div className={css.body}>
      {error && <Callout tone="bad">{sentenceOf(error)}</Callout>}
      {claims && claims.length > 0 && (
        <section className={layout.stack} aria-labelledby="group-claims">
          <h2 id="group-claims" className={layout.heading}>
            Claims of this group
          </h2>
          <ClaimList claims={claims} />
        </section>
      )}
      <NewClaim key={sent} group={group} onSent={() => setSent(sent + 1)} />
    </div>
  );
}

function NewClaim({ group, onSent }: { group: Group; onSent: () => void }) {
  const [preview, setPreview] = useState<GroupClaimPreview | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const free = preview?.listings.filter(({ standing }) => standing === 'free') ?? [];
  return (
    <Card as="section" aria-labelledby="new-claim" className={layout.stack}>
      <h2 id="new-claim" className={layout.heading}>
        Claim many listings at once
      </h2>
      <p className={layout.muted}>
        Choose your listings and give one proof for all of them. We review the claim within {facts.claimReview}.
        Approved listings become locations of the group.
      </p>
      {!group.planActive && <Callout tone="warn">New locations are paused because the plan has ended.</Callout>}
      <ListingFinder
        group={group}
        onFound={(found) => {
          setPreview(found);
          setChosen(new Set(found.listings.filter(({ standing }) => standing === 'free').map(({ id }) => id)));
        }}
      />
      {preview && (
        <>
          <NotIncluded preview={preview} />
          {free.length > 0 && (
            <LocationPicker label="Listings to claim" locations={free} chosen={chosen} onChange={setChosen} />
          )}
        </>
      )}
      <GroupClaimForm group={group} listings={free.filter(({ id }) => chosen.has(id))} onSent={onSent} />
    </Card>
  );
}

const reasons = {
  own: 'You already own it. Add it on the Locations tab.',
  pending: 'You already asked to claim it.',
  taken: 'Someone else manages or claims it.',
} as const;

function NotIncluded({ preview: { listings, problems, hasMore } }: { preview: GroupClaimPreview }) {
  const others = listings.flatMap(({ standing, ...one }) =>
    standing === 'free' ? [] : [{ ...one, reason: reasons[standing] }],
  );
  const free = listings.length - others.length;
  return (
    <Callout
      announce
      tone={free === 0 ? 'warn' : 'info'}
      title={
        listings.length === 0 && problems.length === 0
          ? 'We found no listings'
          : `You can claim ${countOf(free, listingNouns)}`
      }
    >
      {hasMore && <p>More listings match than a claim can have. Please narrow your search.</p>}
      {(others.length > 0 || problems.length > 0) && (
        <details open={others.length + problems.length <= 10}>
          <summary>Not included: {formatNumber(others.length + problems.length)}</summary>
          <ul className={layout.bullets}>
            {others.map((one) => (
              <li key={one.id}>
                {[one.name, placeOf(one)].filter(Boolean).join(', ')}: {one.reason}
              </li>
            ))}
            {problems.map(({ line, text }) => (
              <li key={`line ${line}`}>
                Line {line}: {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Callout>
  );
}
