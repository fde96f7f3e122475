import { Copy, Download } from 'lucide-react';
import { fileNameOf } from '#shared/slug.ts';
import { useBrand } from '#ui/base/page/App.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './RecoveryCodes.module.css';

/** Shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const brand = useBrand();
  const text = codes.join('\n');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: 'Copied', description: 'Your recovery codes are on the clipboard.' }),
      () =>
        toast({ title: 'Not copied', description: 'Please select the codes and copy them.', variant: 'destructive' }),
    );
  const download = () => {
    const url = URL.createObjectURL(
      new Blob([`${brand} recovery codes. Each works once:\n\n${text}\n`], { type: 'text/plain' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = `${fileNameOf(brand)}-recovery-codes.txt`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  };
  return (
    <Dialog
      title="Your recovery codes"
      description="If you lose your phone, use one of these instead of a code. Each works once."
      open
      onOpenChange={(open) => !open && onClose()}
      footer={
        <Button variant="primary" onClick={onClose}>
          I've saved them
        </Button>
      }
    >
      <div className={css.content}>
        <ul className={css.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={layout.wrap}>
          <Button size="small" icon={<Copy />} onClick={() => void copy()}>
            Copy
          </Button>
          <Button size="small" icon={<Download />} onClick={download}>
            Download
          </Button>
        </div>
        <Callout tone="warn">You won't see these again. Store them with your passwords.</Callout>
      </div>
    </Dialog>
  );
}
