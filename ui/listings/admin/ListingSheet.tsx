import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { confirmByPhone } from '#contract/confirmations.ts';
import { openListing, removeListing, verifyListing } from '#contract/listings/admin-listings.ts';
import { dayNames } from '#shared/listings/opening-hours.ts';
import { standingLabel } from '#shared/listings/standing.ts';
import { useMay } from '#ui/admin/use-may.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Sheet } from '#ui/kit/overlays/Sheet.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { telUrl } from '../listing.ts';
import { useListingNames } from '../listing-names.ts';
import { listPlanNames } from '../plan-choices.ts';
import { fieldName, type Listing } from './listing-fields.ts';
import { ListingHistory } from './ListingHistory.tsx';
import { StaffListingForm } from './StaffListingForm.tsx';
import { TransferForm } from './TransferForm.tsx';
import { useListingChange } from './use-listing-change.ts';

export function ListingSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const params = { id: String(id) };
  const details = useQuery({ ...queryOf(openListing, { params }), refetchOnMount: 'always' });
  const verify = useListingChange(
    (verified: boolean) => api(verifyListing, { params, body: { verified } }),
    'The listing was changed.',
  );
  const remove = useListingChange(
    () => api(removeListing, { params }),
    'The listing was deleted. It can be restored for 30 days.',
    onClose,
  );
  const confirm = useListingChange(() => api(confirmByPhone, { params }), 'The confirmation was recorded.');
  const mayEdit = useMay('listings.edit');
  const mayManage = useMay('listings.manage');
  const detail = details.data;
  const listing = detail?.listing;
  return (
    <Sheet
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={listing?.name ?? (details.isError ? 'Not found' : 'Listing')}
      description={
        listing ? [listing.address, listing.city, listing.state, listing.zipCode].filter(Boolean).join(', ') : ''
      }
    >
      <div className={layout.stack} data-density="compact">
        {details.isPending && <Skeleton height={320} />}
        {details.isError && <Callout tone="bad" title={sentenceOf(details.error)} />}
        {detail && listing && (
          <>
            <div className={layout.row}>
              <Badge tone={listing.changesUnderReview ? 'warn' : listing.isVerified ? 'good' : 'neutral'}>
                {standingLabel({ ...listing, claimed: listing.userId !== null })}
              </Badge>
              {detail.owner && <Badge tone="accent">{detail.owner.email}</Badge>}
              <Link to={listing.href} target="_blank">
                View profile
              </Link>
            </div>
            <p className={layout.muted}>
              {describeOwnership(listing)}{' '}
              {listing.confirmedAt
                ? `Last confirmed on ${formatShortLocalDate(listing.confirmedAt)}.`
                : 'Never confirmed by the practice.'}
            </p>
            {mayEdit && (
              <div className={layout.row}>
                {listing.phone && (
                  <ButtonLink size="small" to={telUrl(listing.phone)}>
                    Call {listing.phone}
                  </ButtonLink>
                )}
                <Confirm
                  title="Did the practice confirm it?"
                  description="Only if the practice went through these facts with you by phone, and you saved what has changed. Patients see that our staff checked it today."
                  action="It confirmed by phone"
                  onConfirm={async () => void (await confirm.mutateAsync(undefined))}
                  trigger={<Button size="small">Confirmed by phone</Button>}
                />
              </div>
            )}
            {mayManage && (
              <div className={layout.row}>
                <Button size="small" busy={verify.isPending} onClick={() => verify.mutate(!listing.isVerified)}>
                  {listing.isVerified ? 'Remove verification' : 'Verify'}
                </Button>
                <Confirm
                  danger
                  title="Delete this listing?"
                  description="It disappears from every page at once. You can restore it for 30 days."
                  action="Delete it"
                  onConfirm={async () => void (await remove.mutateAsync(undefined))}
                  trigger={
                    <Button size="small" variant="danger">
                      Delete
                    </Button>
                  }
                />
              </div>
            )}
            <Tabs
              label="Parts of the listing"
              tabs={[
                mayEdit
                  ? { value: 'edit', label: 'Edit', content: <StaffListingForm key={id} listing={listing} /> }
                  : { value: 'details', label: 'Details', content: <Details listing={listing} /> },
                ...(mayManage
                  ? [
                      {
                        value: 'transfer',
                        label: 'Transfer',
                        content: <TransferForm id={id} transfers={detail.transfers} />,
                      },
                    ]
                  : []),
                { value: 'history', label: 'History', content: <ListingHistory id={id} detail={detail} /> },
              ]}
            />
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Explains the standing to staff, for example why a verified listing shows no badge. */
function describeOwnership({
  userId,
  isVerified,
  isPaid,
  changesUnderReview,
  checkPending,
  heldAt,
  ownershipReviewedAt,
}: Listing): string {
  if (userId === null) return 'No one manages this listing.';
  const since = ownershipReviewedAt ? ` on ${formatShortLocalDate(ownershipReviewedAt)}` : '';
  if (changesUnderReview) return `Ownership was verified${since}. Its new details wait in the claims queue.`;
  if (isVerified) return `Ownership was verified${since}.${isPaid ? '' : ' The badge returns with a paid plan.'}`;
  if (heldAt) return 'It isn’t public, because it matches another listing. The claims queue compares the two.';
  return checkPending ? 'Its ownership check waits in the claims queue.' : 'Ownership was not verified.';
}

const shownFields = [
  'phone',
  'email',
  'website',
  'bookingUrl',
  'address',
  'city',
  'state',
  'zipCode',
  ...dayNames.map((day) => `${day}Hours` as const),
  'languages',
  'insurancePlans',
  'practiceName',
] as const;

/** The listing's texts, for roles that only read. */
function Details({ listing }: { listing: Listing }) {
  const { plans } = useListingNames();
  const textOf = (field: (typeof shownFields)[number]) =>
    field === 'insurancePlans' ? listPlanNames(listing[field] ?? '', plans).join('; ') : listing[field];
  return (
    <dl className={layout.facts}>
      {shownFields
        .filter((field) => listing[field])
        .map((field) => (
          <Fragment key={field}>
            <dt>{fieldName(field)}</dt>
            <dd>{textOf(field)}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
