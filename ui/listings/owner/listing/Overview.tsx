import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { ownerHome } from '#contract/dashboard.ts';
import { confirmListing, myListings, type OwnListing } from '#contract/listings/own-listings.ts';
import { HomeFigures } from '#ui/insights/HomeFigures.tsx';
import { OwnSuggestions } from '#ui/sources/OwnSuggestions.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Checklist } from './Checklist.tsx';
import { ListingFacts } from './ListingFacts.tsx';
import { ListingNotices } from './ListingNotices.tsx';
import css from './Overview.module.css';
import { listingTabPath } from '#ui/listings/listing-tabs.ts';

export function Overview({ listing }: { listing: OwnListing }) {
  const navigate = useNavigate();
  const { data: home } = useQuery({ ...queryOf(ownerHome, {}), staleTime: 0 });
  const row = home?.listings.find(({ id }) => id === listing.id);
  return (
    <div className={layout.roomy}>
      <ListingNotices listing={listing} />
      {row?.figures && (
        <Card as="section" aria-label="Figures" className={layout.stack}>
          <HomeFigures figures={row.figures} shown={row.shown} />
          <p className={layout.note}>
            <Link to={listingTabPath(listing.id, 'insights')}>See all insights</Link>
          </p>
        </Card>
      )}
      <div className={css.columns}>
        <Card as="section" aria-labelledby="facts-title" className={layout.stack}>
          <div className={layout.between}>
            <h2 id="facts-title" className={layout.heading}>
              What patients see
            </h2>
            <Button
              variant="primary"
              icon={<Pencil />}
              onClick={() => void navigate(listingTabPath(listing.id, 'edit'))}
            >
              Edit
            </Button>
          </div>
          <ListingFacts listing={listing} />
        </Card>
        <div className={layout.stack}>
          {row && (
            <Card as="section" aria-label="Checklist" className={layout.stack}>
              <Checklist id={listing.id} missing={row.missing} />
            </Card>
          )}
          <OwnSuggestions id={listing.id} />
          <ConfirmFacts listing={listing} />
        </div>
      </div>
    </div>
  );
}

function ConfirmFacts({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => api(confirmListing, { params: { id: String(listing.id) } }),
    onSuccess(next) {
      client.setQueryData(queryOf(myListings, {}).queryKey, (listings) =>
        listings?.map((item) => (item.id === next.id ? next : item)),
      );
      void refresh(client, '/api/dentists', '/location', '/api/user/home', `/api/user/dentists/${listing.id}/`);
    },
    onError: (error) => toastError(error),
  });
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '#confirm') document.querySelector(hash)?.scrollIntoView({ block: 'center' });
  }, [hash]);
  return (
    <Card as="section" id="confirm" aria-label="Confirmation" className={layout.stack}>
      <div>
        <p>
          <strong>Is this still correct?</strong>
        </p>
        <p className={layout.note}>
          {listing.confirmedAt ? `Last confirmed on ${formatUtcDate(listing.confirmedAt)}.` : 'Not confirmed yet.'}{' '}
          Patients see the date.
        </p>
      </div>
      <div>
        {confirm.isSuccess ? (
          <p role="status">Thank you. Patients now see that you confirmed this listing today.</p>
        ) : (
          <Button size="small" busy={confirm.isPending} onClick={() => confirm.mutate()}>
            Yes, it's all correct
          </Button>
        )}
      </div>
    </Card>
  );
}
