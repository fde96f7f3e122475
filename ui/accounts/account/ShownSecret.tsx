import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './ShownSecret.module.css';

interface ShownSecretProps {
  /** "API key" or "secret". */
  name: string;
  description: ReactNode;
  warning: string;
  value: string;
  onClose: () => void;
}

/** Shown only once, because no call returns it again. */
export function ShownSecret({ name, description, warning, value, onClose }: ShownSecretProps) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast({ title: 'Copied', description: `Your ${name} is on the clipboard.` }),
      () =>
        toast({ title: 'Not copied', description: `Please select the ${name} and copy it.`, variant: 'destructive' }),
    );
  return (
    <Dialog
      title={`Your ${name}`}
      description={description}
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved it
        </Button>
      }
    >
      <div className={layout.stack}>
        <code className={css.secret} aria-label={name}>
          {value}
        </code>
        <div className={layout.row}>
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
        </div>
        <Callout tone="warn">{warning}</Callout>
      </div>
    </Dialog>
  );
}
