import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { OwnListing } from '#contract/listings/own-listings.ts';
import { dollars, facts } from '#shared/billing/plans.ts';
import {
  cancelTransfer,
  isOpenTransfer,
  latestTransfer,
  offerTransfer,
  TRANSFER_DAYS,
  type SentTransfer,
} from '#contract/listings/transfers.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import css from './OwnerTransfer.module.css';

/** Lets the owner hand the listing to someone else, and shows how the last offer ended. */
export function OwnerTransfer({ listing }: { listing: OwnListing }) {
  const { data: transfer, isPending } = useQuery({ ...useTransferQuery(listing.id), staleTime: 0 });
  const payments = usePayments();
  const { hash } = useLocation();
  const isShown = !isPending;
  useEffect(() => {
    if (isShown && hash === '#transfer') document.querySelector(hash)?.scrollIntoView({ block: 'start' });
  }, [hash, isShown]);
  if (isPending) return null;
  return (
    <Card as="section" id="transfer" aria-labelledby="transfer-title" className={css.card}>
      <h2 id="transfer-title">Transfer this listing</h2>
      <p className={layout.note}>
        For example, when you sell the practice. The new owner accepts by email
        {payments && ` and pays a one-time fee of ${dollars(facts.transferFeeCents)}, which covers verifying them`}. You
        and your managers then lose access.
      </p>
      {transfer && isOpenTransfer(transfer.status) ? (
        <OpenOffer listing={listing} transfer={transfer} />
      ) : (
        <>
          {transfer && <EndedOffer transfer={transfer} />}
          <OfferForm listing={listing} />
        </>
      )}
    </Card>
  );
}

const useTransferQuery = (id: number) => queryOf(latestTransfer, { params: { id: String(id) } });

function OpenOffer({ listing, transfer }: { listing: OwnListing; transfer: SentTransfer }) {
  const client = useQueryClient();
  const { queryKey } = useTransferQuery(listing.id);
  const params = { id: String(listing.id) };
  const email = transfer.email ?? '';
  const again = useMutation({
    mutationFn: () => api(offerTransfer, { params, body: { email } }),
    onSuccess: (next) => client.setQueryData(queryKey, next),
    onError: (error) => toastError(error),
  });
  const isPaying = transfer.status === 'paying';
  return (
    <>
      <div className={css.state}>
        <p>
          Offered to <strong>{email}</strong> on {formatLocalDate(transfer.offeredAt)}.
        </p>
        <Badge tone="warn">{isPaying ? 'Accepted, fee not paid yet' : 'Waiting for an answer'}</Badge>
      </div>
      <p className={layout.note}>
        {isPaying ? 'You stay the owner until the fee is paid.' : 'You stay the owner until they accept.'} The offer
        expires on {formatLocalDate(transfer.expiresAt)}.
      </p>
      {again.isSuccess && (
        <Callout tone="good" announce>
          Sent again. Only the newest email works.
        </Callout>
      )}
      <div className={layout.row}>
        {!isPaying && (
          <Button size="small" busy={again.isPending} onClick={() => again.mutate()}>
            Send it again
          </Button>
        )}
        <Confirm
          title="Cancel this offer?"
          description={`${email} can no longer accept ${listing.name}.${isPaying ? ' If they pay in the meantime, we refund them.' : ''}`}
          action="Cancel the offer"
          cancel="Keep it"
          trigger={<Button size="small">Cancel the offer</Button>}
          onConfirm={async () => {
            try {
              client.setQueryData(queryKey, await api(cancelTransfer, { params }));
            } catch (error) {
              toastError(error);
              await client.invalidateQueries({ queryKey });
            }
          }}
        />
      </div>
    </>
  );
}

function EndedOffer({ transfer: { status, email, closedAt } }: { transfer: SentTransfer }) {
  const person = email ?? 'The recipient';
  const day = closedAt ? formatLocalDate(closedAt) : '';
  const texts: Partial<Record<SentTransfer['status'], string>> = {
    declined: `${person} declined your last offer on ${day}.`,
    expired: `Your last offer, to ${email ?? 'someone else'}, expired on ${day}.`,
    canceled: `Your last offer, to ${email ?? 'someone else'}, was canceled on ${day}.`,
  };
  return texts[status] ? <Callout>{texts[status]}</Callout> : null;
}

function OfferForm({ listing }: { listing: OwnListing }) {
  const client = useQueryClient();
  const { queryKey } = useTransferQuery(listing.id);
  const form = useAppForm({ defaultValues: { email: '' }, keep: { draft: `transfer offer ${listing.id}` } });
  const [recipient, setRecipient] = useState<string | null>(null);
  const offer = async (email: string) => {
    try {
      const next = await api(offerTransfer, { params: { id: String(listing.id) }, body: { email } });
      form.endDraft();
      client.setQueryData(queryKey, next);
    } catch (error) {
      form.showError(error, 'email');
    }
  };
  return (
    <form
      method="post"
      className={css.form}
      noValidate
      onSubmit={form.submit(({ email }) => setRecipient(email.trim()))}
    >
      <Field label="Email of the new owner" error={form.errors.email}>
        <Input type="email" autoComplete="off" {...form.field('email')} />
      </Field>
      <Button type="submit">Offer the listing</Button>
      <Confirm
        title={`Offer ${listing.name} to ${recipient ?? ''}?`}
        description={`They have ${TRANSFER_DAYS} days to accept. Until then, you stay the owner and can cancel the offer.`}
        action="Send the offer"
        open={recipient !== null}
        onOpenChange={(open) => !open && setRecipient(null)}
        onConfirm={() => offer(recipient ?? '')}
      />
    </form>
  );
}
