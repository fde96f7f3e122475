import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getBillingCatalog } from '#contract/billing/billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { acceptTransfer, confirmTransfer, declineTransfer, type TransferOffer } from '#contract/listings/transfers.ts';
import { CardPayment } from '#ui/billing/CardPayment.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';

/** Takes the fee of an accepted offer. Opening the page again continues the same payment. */
export function PayFee({ offer, onChange }: { offer: TransferOffer; onChange: () => Promise<void> }) {
  const client = useQueryClient();
  const params = { id: String(offer.id) };
  const { data: catalog } = useQuery(queryOf(getBillingCatalog, {}));
  // Asks Stripe first, because the fee may be paid already: in another tab, or on the page of a bank.
  const payment = useQuery({
    queryKey: ['transfer payment', offer.id],
    queryFn: () => api(acceptTransfer, { params }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  });
  const status = payment.data?.status;
  useEffect(() => {
    if (status && status !== 'paying') void onChange();
  }, [status, onChange]);
  const confirm = useMutation({
    mutationFn: () => api(confirmTransfer, { params }),
    async onSettled() {
      await refresh(client, '/api/user', '/api/billing');
      await onChange();
    },
  });
  const fee = dollars(offer.feeCents);
  const secret = payment.data?.clientSecret;
  return (
    <>
      <h2 id="step">Pay the transfer fee</h2>
      <p>The listing is yours as soon as the fee of {fee} is paid. You get a receipt by email.</p>
      {payment.error ? (
        <>
          <Callout tone="bad" announce>
            {sentenceOf(payment.error)}
          </Callout>
          <div>
            <Button onClick={() => void payment.refetch()}>Try again</Button>
          </div>
        </>
      ) : confirm.isPending || !payment.data || !catalog ? (
        <Loading label="Loading the payment">
          <Skeleton height={240} />
        </Loading>
      ) : confirm.isSuccess || !secret ? (
        <Callout title="Your payment is being processed" announce>
          <p>This page shows the listing as soon as we hear from your bank. You can also close it.</p>
          <Button size="small" onClick={() => confirm.mutate()}>
            Check again
          </Button>
        </Callout>
      ) : (
        <CardPayment
          catalog={catalog}
          clientSecret={secret}
          label={`Pay ${fee}`}
          returnPath={`/transfer/${offer.id}`}
          onPaid={() => confirm.mutate()}
        />
      )}
      <div className={layout.row}>
        <Confirm
          title="Decline this offer?"
          description={`${offer.from ?? 'The owner'} stays the owner and is told by email. You don't pay the fee.`}
          action="Decline"
          trigger={<Button variant="quiet">Decline the offer instead</Button>}
          onConfirm={async () => {
            try {
              await api(declineTransfer, { params });
            } catch (error) {
              toastError(error);
            }
            await onChange();
          }}
        />
      </div>
    </>
  );
}
