import { Copy } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './ShownApiKey.module.css';

/** Shown only once, because the server stores only a hash. */
export function ShownApiKey({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: 'Copied', description: 'Your API key is on the clipboard.' }),
      () => toast({ title: 'Not copied', description: 'Please select the key and copy it.', variant: 'destructive' }),
    );
  return (
    <Dialog
      title="Your API key"
      description="Send it in the Authorization header, after the word Bearer."
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      <div className={layout.stack}>
        <code className={css.key} aria-label="API key">
          {value}
        </code>
        <div className={layout.row}>
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <Callout tone="warn">You won't see this key again. Anyone who has it can act as you.</Callout>
      </div>
    </Dialog>
  );
}
