import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { ResetForm, resetTexts } from './ResetForm.tsx';

export function ResetDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog {...resetTexts} width="narrow" open={open} onOpenChange={onOpenChange}>
      <ResetForm onSent={() => onOpenChange(false)} />
    </Dialog>
  );
}
