import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from '../styles/dialog.module.css';
import { IconButton } from '../controls/IconButton.tsx';
import { Scrim } from './Scrim.tsx';

export interface DialogProps {
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** The control that opens it. Omit it if you control `open`. */
  trigger?: ReactNode;
  open?: boolean;
  defaultOpen?: boolean;
  onOpenChange?: (open: boolean) => void;
  width?: 'narrow' | 'medium' | 'wide';
}

export const DialogClose = Radix.Close;

export function Dialog({ width = 'medium', ...props }: DialogProps) {
  return <Panel {...props} toFields className={cx(css.dialog, width !== 'medium' && css[width])} />;
}

/** Focuses a form's first field; otherwise the panel, so that no control shows a focus ring the user didn't ask for. */
function begin(event: Event, toFields: boolean): void {
  event.preventDefault();
  const panel = event.currentTarget as HTMLElement;
  const field =
    toFields &&
    panel.querySelector<HTMLElement>(
      '[data-body] :is(input:not([type=hidden], [type=file]), select, textarea):enabled',
    );
  (field || panel).focus({ preventScroll: true });
}

/** The shared content of Dialog and Sheet. Radix's overlay isn't used, because it injects a style element the CSP refuses. */
export function Panel(props: Omit<DialogProps, 'width'> & { className: string; toFields?: boolean }) {
  const {
    title,
    description,
    children,
    footer,
    trigger,
    open,
    defaultOpen,
    onOpenChange,
    className,
    toFields = false,
  } = props;
  const opener = useRef<Element | null>(null);
  // Opened without onOpenChange: it closes only when the caller closes it.
  const closes = open !== true || onOpenChange !== undefined;
  return (
    <Radix.Root open={open} defaultOpen={defaultOpen} onOpenChange={onOpenChange}>
      {trigger != null && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Scrim />
        <Radix.Content
          className={className}
          aria-modal
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            begin(event, toFields);
          }}
          onCloseAutoFocus={(event) => {
            // Radix knows only its own trigger.
            if (trigger != null || !(opener.current instanceof HTMLElement)) return;
            event.preventDefault();
            opener.current.focus({ preventScroll: true });
          }}
          {...(description == null && { 'aria-describedby': undefined })}
        >
          <div className={css.head}>
            <div className={css.titles}>
              <Radix.Title className={css.title}>{title}</Radix.Title>
              {description != null && <Radix.Description className={css.description}>{description}</Radix.Description>}
            </div>
            {closes && (
              <Radix.Close asChild>
                <IconButton label="Close" size="small" className={css.close} data-close="">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          <div className={css.body} data-body="">
            {children}
          </div>
          {footer != null && <div className={css.foot}>{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
