import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';

interface ShareLinkDialogProps {
  title: string;
  description: string;
  link: string;
  onClose: () => void;
}

/** For browsers that don't let the page copy. */
export default function ShareLinkDialog({ title, description, link, onClose }: ShareLinkDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <Field label="Link">
        <Input readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}
