import { useQuery } from '@tanstack/react-query';
import { myTransferOffers } from '#contract/listings/transfers.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { describeListing } from './transfer-text.ts';

/** Listings that their owners offer to the signed-in person. Renders nothing if there are none. */
export function TransferOffers() {
  const { data } = useQuery({ ...queryOf(myTransferOffers, {}), staleTime: 0 });
  return data?.map(({ id, from, listing, status, expiresAt }) => (
    <Callout
      key={id}
      title={status === 'paying' ? `One step left: ${describeListing(listing)}` : `${from} offers you a listing`}
    >
      <div className={layout.stack}>
        <p>
          {status === 'paying'
            ? 'You accepted the listing. It is yours once the transfer fee is paid.'
            : `${[describeListing(listing), listing.place].filter(Boolean).join(', ')}. Accept it by ${formatLocalDate(expiresAt)}.`}
        </p>
        <div>
          <ButtonLink to={`/transfer/${id}`} size="small" variant="primary">
            {status === 'paying' ? 'Pay the fee' : 'View the offer'}
          </ButtonLink>
        </div>
      </div>
    </Callout>
  ));
}
