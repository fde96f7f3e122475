import { useMutation } from '@tanstack/react-query';
import { dollars } from '#shared/billing/plans.ts';
import { acceptTransfer, declineTransfer, type TransferOffer } from '#contract/listings/transfers.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Points } from './Points.tsx';
import { describeListing } from './transfer-text.ts';

/** The offer with its terms, for its recipient to accept or decline. */
export function AnswerOffer({ offer, onChange }: { offer: TransferOffer; onChange: () => Promise<void> }) {
  const { id, from, listing, feeCents, onNextInvoice } = offer;
  const params = { id: String(id) };
  const accept = useMutation({
    mutationFn: () => api(acceptTransfer, { params }),
    // Both are reloaded even after an error, because the offer may have ended in another tab.
    onSettled: () => onChange(),
  });
  const fee = dollars(feeCents);
  return (
    <>
      <h2 id="step">{from ?? 'The owner'} wants to transfer this listing to you</h2>
      <Points>
        <li>You become its owner: you edit it, answer patients, and invite others to manage it.</li>
        {feeCents > 0 && (
          <li>
            {onNextInvoice
              ? `The transfer costs ${fee} once. It is added to your next invoice, and nothing is due now.`
              : `The transfer costs ${fee} once, due now. It covers verifying the new owner.`}
          </li>
        )}
        <li>We check within 2-3 business days that you run the practice.</li>
      </Points>
      {accept.error && (
        <Callout tone="bad" announce>
          {sentenceOf(accept.error)}
        </Callout>
      )}
      <div className={layout.row}>
        <Button
          variant="primary"
          busy={accept.isPending}
          onClick={() => {
            if (!accept.isPending) accept.mutate();
          }}
        >
          {onNextInvoice || feeCents === 0 ? 'Accept the listing' : `Accept and pay ${fee}`}
        </Button>
        <Confirm
          title="Decline this offer?"
          description={`${from ?? 'The owner'} stays the owner of ${describeListing(listing)} and is told by email.`}
          action="Decline"
          trigger={<Button disabled={accept.isPending}>Decline</Button>}
          onConfirm={async () => {
            try {
              await api(declineTransfer, { params });
            } catch (error) {
              toastError(error);
            }
            await onChange();
          }}
        />
        <ButtonLink to={listing.href} variant="quiet">
          See the listing
        </ButtonLink>
      </div>
    </>
  );
}
