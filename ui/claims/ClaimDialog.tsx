import { useRef, useState } from 'react';
import { useUser } from '#ui/base/session.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { ClaimForm } from './ClaimForm.tsx';

interface ClaimDialogProps {
  listing: { id: number; name: string };
  onClose: () => void;
}

export default function ClaimDialog({ listing, onClose }: ClaimDialogProps) {
  const user = useUser();
  const [busy, setBusy] = useState(false);
  // A ref, because Escape may come before the next render.
  const hasUnsaved = useRef(false);
  const [confirming, setConfirming] = useState(false);
  const close = () => {
    if (busy) return;
    if (hasUnsaved.current) setConfirming(true);
    else onClose();
  };
  return (
    <Dialog
      title="Request to Claim"
      description={`What's your role at ${listing.name}? We review every request within 2-3 business days.`}
      open
      onOpenChange={(open) => !open && close()}
    >
      <ClaimForm
        user={user}
        listing={listing}
        onSent={onClose}
        onCancel={close}
        onUnsaved={(value) => {
          hasUnsaved.current = value;
        }}
        onBusy={setBusy}
      />
      <Confirm
        title="Leave without sending?"
        description="We keep what you typed on this device, but not the files you chose."
        action="Leave without sending"
        cancel="Keep editing"
        danger
        open={confirming}
        onOpenChange={setConfirming}
        onConfirm={onClose}
      />
    </Dialog>
  );
}
