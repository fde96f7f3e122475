import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { PlanOffer } from './PlanOffer.tsx';

interface UpgradeDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The page to return to after the payment. */
  next?: string;
}

/** Shown in place of a form that the user's plan does not include. */
export function UpgradeDialog({ open, onOpenChange, next }: UpgradeDialogProps) {
  return (
    <Dialog
      title="Upgrade to Professional"
      description="Claiming and listing a practice is part of the Professional plan."
      width="narrow"
      open={open}
      onOpenChange={onOpenChange}
    >
      <PlanOffer next={next} />
    </Dialog>
  );
}
