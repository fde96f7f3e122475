import { useQuery } from '@tanstack/react-query';
import { myClaims } from '#contract/claims/claims.ts';
import type { ownerHome } from '#contract/dashboard.ts';
import type { Reply } from '#contract/endpoint.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ClaimList } from '#ui/claims/ClaimList.tsx';
import { HomeFigures } from '#ui/insights/HomeFigures.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import css from './OwnerHome.module.css';
import { HomeSteps, type HomeStepsProps } from './HomeSteps.tsx';
import { ListingRows } from './ListingRows.tsx';

interface OwnerHomeProps {
  user: HomeStepsProps['user'];
  home: Reply<typeof ownerHome>;
}

/** Shows the next steps of an owner, the figures, and the listings. */
export function OwnerHome({ user, home: { listings, figures, shown } }: OwnerHomeProps) {
  return (
    <>
      <HomeSteps user={user} listings={listings} />
      {figures && (
        <Card as="section" aria-labelledby="figures" className={css.section}>
          <h2 id="figures">Is it working?</h2>
          <HomeFigures figures={figures} shown={shown} />
          <p className={layout.note}>
            The last 30 days{listings.length > 1 ? ', all your practices together' : ''}. Your own visits are excluded.
          </p>
        </Card>
      )}
      {listings.length > 0 && (
        <section className={css.section} aria-labelledby="listings">
          <h2 id="listings">My practices</h2>
          <ListingRows listings={listings} />
        </section>
      )}
    </>
  );
}

export function ClaimRequests() {
  const { data: claims, error } = useQuery(queryOf(myClaims, {}));
  if (claims?.length === 0 || (!claims && !error)) return null;
  return (
    <section className={css.section} aria-labelledby="claims">
      <h2 id="claims">Claim requests</h2>
      {claims ? (
        <ClaimList claims={claims} />
      ) : (
        <Callout tone="bad">{sentenceOf(error, 'Your claim requests could not be loaded.')}</Callout>
      )}
    </section>
  );
}
