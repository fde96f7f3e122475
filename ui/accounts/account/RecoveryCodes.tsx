import { Copy, Download } from 'lucide-react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import css from './Account.module.css';

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const all = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(all).then(
      () => toast({ title: 'Copied', description: 'Your recovery codes are on the clipboard.' }),
      () =>
        toast({ title: 'Not copied', description: 'Please select the codes and copy them.', variant: 'destructive' }),
    );
  const download = () => {
    const url = URL.createObjectURL(
      new Blob([`Enamel recovery codes, each works once:\n\n${all}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = 'enamel-recovery-codes.txt';
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Dialog
      title="Your recovery codes"
      description="If you lose your phone, each of these signs you in once instead of a code."
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <div className={css.form}>
        <ul className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={css.actions}>
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="small" icon={<Download />} onClick={download}>
            Download
          </Button>
        </div>
        <Callout tone="warn">They are shown only now. Keep them where you keep your passwords.</Callout>
      </div>
    </Dialog>
  );
}
