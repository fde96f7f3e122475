import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';

/** For browsers that don't let the page copy. */
export default function ShareLinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share your list"
      description="Copy this link. Anyone who has it can see the list."
    >
      <Field label="Link">
        <Input readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
