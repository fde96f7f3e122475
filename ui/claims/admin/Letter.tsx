import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { printLetter, type ClaimDossier, type ClaimLetter as Page } from '#contract/claims.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatLocalDateTime, formatShortLocalDate } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { api } from '#ui/platform/api.ts';
import { usePlatform } from '#ui/platform/platform.ts';
import { refresh } from '#ui/platform/query.ts';
import { toastError } from '#ui/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import { ClaimLetter } from '../ClaimLetter.tsx';
import css from './Letter.module.css';

function wordsOf({ letter, pinConfirmedAt }: ClaimDossier): string {
  if (pinConfirmedAt) return `The PIN of the letter was entered on ${formatLocalDateTime(pinConfirmedAt)}.`;
  if (!letter) return 'A letter to the address of the practice can carry a PIN, as proof of who receives its post.';
  const printed = `A letter with a PIN was printed on ${formatLocalDateTime(letter.printedAt)}.`;
  if (!letter.open) return `${printed} It does not hold any more.`;
  const tries = letter.triesLeft === 1 ? 'one try is' : `${letter.triesLeft} tries are`;
  return `${printed} It holds until ${formatShortLocalDate(letter.expiresAt)}; ${tries} left.`;
}

/** The letter that proves a claim by post: made here with a fresh PIN, seen once, and printed alone. */
export function Letter({ claim }: { claim: ClaimDossier }) {
  const client = useQueryClient();
  const platform = usePlatform();
  const [page, setPage] = useState<Page | null>(null);
  const make = useMutation({
    mutationFn: () => api(printLetter, { params: { id: String(claim.id) } }),
    async onSuccess(made) {
      setPage(made);
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: (error: unknown) => toastError(error, 'No letter was made'),
  });
  return (
    <div>
      <h3 style={{ marginBottom: 'var(--space-2)' }}>Letter to the practice</h3>
      <div className={layout.between}>
        <p className={layout.muted}>{wordsOf(claim)}</p>
        {claim.status === 'pending' && !claim.pinConfirmedAt && (
          <Confirm
            title="Make a letter with a PIN?"
            description={`It goes to the address on the listing, and ${claim.requestorName} is told that it is on its way.${claim.letter?.open ? ' The letter before it stops working.' : ''}`}
            action="Make the letter"
            onConfirm={() => make.mutateAsync()}
            trigger={
              <Button size="small" icon={<Printer />}>
                {claim.letter ? 'Make another letter' : 'Make a letter'}
              </Button>
            }
          />
        )}
      </div>
      {page && (
        <>
          <Dialog
            open
            width="wide"
            title="Letter with a PIN"
            description="The PIN is on this page and nowhere else. Please print it before you close this."
            onOpenChange={(open) => !open && setPage(null)}
            footer={
              <Button variant="primary" icon={<Printer />} onClick={() => platform.print()}>
                Print
              </Button>
            }
          >
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
            <section tabIndex={0} aria-label="The letter">
              <ClaimLetter letter={page} />
            </section>
          </Dialog>
          {createPortal(
            <div className={css.paper} aria-hidden="true">
              <ClaimLetter letter={page} />
            </div>,
            document.body,
          )}
        </>
      )}
    </div>
  );
}
