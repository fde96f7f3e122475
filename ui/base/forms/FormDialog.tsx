import { useId, type FormEvent, type ReactNode } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';

interface FormDialogProps {
  title: string;
  description: string;
  /** The words on the button that submits. */
  action: string;
  isDanger?: boolean;
  isBusy: boolean;
  isDisabled?: boolean;
  /** The result of `form.submit(…)` of useAppForm. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with one form, whose button stays in sight below the fields. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, action, isDanger, isBusy, isDisabled, onSubmit, onClose, children } = props;
  const id = useId();
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={description}
      footer={
        <Button
          type="submit"
          form={id}
          variant={isDanger ? 'danger' : 'primary'}
          busy={isBusy}
          disabled={isDisabled ?? false}
        >
          {action}
        </Button>
      }
    >
      <form method="post" id={id} noValidate className={layout.stack} onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
