import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useState } from 'react';
import { printLetter, type ClaimDossier, type ClaimLetter as Page } from '#contract/claims/claims.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { formatShortLocalDate, formatLocalDateTime } from '#ui/kit/format.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { api } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { layout } from '#ui/kit/layout.ts';
import { ClaimLetter } from '#ui/claims/ClaimLetter.tsx';
import { Paper } from '#ui/kit/display/Paper.tsx';

function describeLetter({ letter, pinConfirmedAt }: ClaimDossier): string {
  if (pinConfirmedAt) return `The PIN from the letter was entered on ${formatLocalDateTime(pinConfirmedAt)}.`;
  if (!letter) return "Mail a PIN to the practice's address. Entering it is proof they receive mail there.";
  const printed = `A letter with a PIN was printed on ${formatLocalDateTime(letter.printedAt)}.`;
  if (!letter.open) return `${printed} It is no longer valid.`;
  const tries = letter.triesLeft === 1 ? 'one try is' : `${letter.triesLeft} tries are`;
  return `${printed} It is valid until ${formatShortLocalDate(letter.expiresAt)}, and ${tries} left.`;
}

/** Creates a letter with a new PIN. The PIN is shown once, and only the letter is printed. */
export function PinLetter({ claim }: { claim: ClaimDossier }) {
  const client = useQueryClient();
  const platform = usePlatform();
  const [page, setPage] = useState<Page | null>(null);
  const createLetter = useMutation({
    mutationFn: () => api(printLetter, { params: { id: String(claim.id) } }),
    async onSuccess(letter) {
      setPage(letter);
      await refresh(client, '/api/admin/claim-requests');
    },
    onError: (error: unknown) => toastError(error, 'Could not create the letter'),
  });
  return (
    <div>
      <h3 style={{ marginBottom: 'var(--space-2)' }}>Letter to the practice</h3>
      <div className={layout.between}>
        <p className={layout.muted}>{describeLetter(claim)}</p>
        {claim.status === 'pending' && !claim.pinConfirmedAt && (
          <Confirm
            title="Create a letter with a PIN?"
            description={`It goes to the address on the listing, and ${claim.requestorName} is notified that it is on its way.${claim.letter?.open ? ' The previous letter stops working.' : ''}`}
            action="Create letter"
            onConfirm={() => createLetter.mutateAsync()}
            trigger={
              <Button size="small" icon={<Printer />}>
                {claim.letter ? 'Create another letter' : 'Create a letter'}
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
            description="The PIN is shown only here. Print the letter before you close this."
            onOpenChange={(open) => !open && setPage(null)}
            footer={
              <Button variant="primary" icon={<Printer />} onClick={() => platform.print()}>
                Print
              </Button>
            }
          >
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable areas must be reachable by keyboard */}
            <section tabIndex={0} aria-label="The letter">
              <ClaimLetter letter={page} />
            </section>
          </Dialog>
          <Paper>
            <ClaimLetter letter={page} />
          </Paper>
        </>
      )}
    </div>
  );
}
