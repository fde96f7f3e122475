import * as Radix from 'radix-ui/alert-dialog';
import { useState, type ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { cx } from '../cx.ts';
import css from '../styles/dialog.module.css';
import { Scrim } from './Scrim.tsx';

interface ConfirmProps {
  /** Worded as a question. */
  title: ReactNode;
  /** Says what will happen, and whether it can be undone. */
  description: ReactNode;
  /** The action in words: "Delete", never "OK". */
  action: string;
  cancel?: string;
  /** Details that don't fit into the description. */
  children?: ReactNode;
  danger?: boolean;
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** The button is busy until a returned promise settles. The dialog closes if it is fulfilled, and stays open if rejected. */
  onConfirm: () => void | Promise<unknown>;
}

export function Confirm(props: ConfirmProps) {
  const { title, description, action, cancel = 'Cancel', danger, trigger, children, onConfirm } = props;
  const [own, setOwn] = useState(false);
  const [busy, setBusy] = useState(false);
  const open = props.open ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    props.onOpenChange?.(next);
  };
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      change(false);
    } catch {
      // The caller of onConfirm reports the error. The dialog stays open for a retry.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && change(next)}>
      {trigger != null && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Scrim />
        <Radix.Content className={cx(css.dialog, children == null && css.narrow)} aria-modal>
          <div className={css.head}>
            <div className={css.titles}>
              <Radix.Title className={css.title}>{title}</Radix.Title>
              <Radix.Description className={css.description}>{description}</Radix.Description>
            </div>
          </div>
          {children != null && <div className={css.body}>{children}</div>}
          <div className={cx(css.foot, css.plainFoot)}>
            <Radix.Cancel asChild>
              <Button variant="secondary" disabled={busy} data-close="">
                {cancel}
              </Button>
            </Radix.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
              {action}
            </Button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
