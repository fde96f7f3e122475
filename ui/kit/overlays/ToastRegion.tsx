import { CircleAlert, CircleCheck, X } from 'lucide-react';
import * as Radix from 'radix-ui/toast';
import { useEffect, useRef } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../controls/IconButton.tsx';
import { closeToast, dismissToast, useToasts, type ShownToast } from './toast.ts';
import css from './ToastRegion.module.css';

const TOAST_DURATION = 5000;
const TOAST_SWIPE = 50;
const LEAVING = 200;

/** Escape pressed in a dialog closes the dialog, not a toast above it. */
function closeDialogInstead(event: KeyboardEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  // An open popup, such as suggestions or the palette, handles Escape itself.
  if (target?.getAttribute('aria-expanded') === 'true') return event.preventDefault();
  const close = target
    ?.closest('[role=dialog], [role=alertdialog]')
    ?.querySelector<HTMLButtonElement>('button[data-close]');
  if (!close) return;
  event.preventDefault();
  close.click();
}

export default function ToastRegion() {
  const current = useToasts((state) => state.current);
  const viewport = useRef<HTMLOListElement>(null);
  const isShown = current !== null;
  // Dialogs leave this much room, so that a toast never covers their title or buttons.
  useEffect(() => {
    const { style } = document.documentElement;
    const element = viewport.current;
    if (!isShown || !element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => style.setProperty('--toast', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--toast');
    };
  }, [isShown]);
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={TOAST_SWIPE} label="Notification">
      {current && <Toast key={current.id} message={current} />}
      <Radix.Viewport ref={viewport} className={css.viewport} hotkey={['F8']} label="Notifications ({hotkey})" />
    </Radix.Provider>
  );
}

function Toast({ message }: { message: ShownToast }) {
  const {
    id,
    title,
    description,
    variant = 'default',
    duration = TOAST_DURATION,
    action,
    repeats,
    isLeaving,
  } = message;
  useEffect(() => {
    if (!isLeaving) return undefined;
    const timer = setTimeout(() => dismissToast(id), LEAVING);
    return () => clearTimeout(timer);
  }, [isLeaving, id]);
  return (
    <Radix.Root
      className={cx(css.toast, css[variant])}
      type={variant === 'destructive' ? 'foreground' : 'background'}
      // Radix starts its timer again when the duration changes.
      duration={duration + repeats}
      open={!isLeaving}
      onOpenChange={(open) => !open && closeToast(id)}
      onEscapeKeyDown={closeDialogInstead}
    >
      {variant === 'destructive' && <CircleAlert className={css.icon} aria-hidden="true" />}
      {variant === 'good' && <CircleCheck className={css.icon} aria-hidden="true" />}
      <div className={css.text}>
        <Radix.Title className={css.title}>{title}</Radix.Title>
        {description && <Radix.Description className={css.description}>{description}</Radix.Description>}
        {action && (
          <Radix.Action asChild altText={action.altText}>
            <button type="button" className={css.action} onClick={action.onSelect}>
              {action.label}
            </button>
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton label="Dismiss" size="small" className={css.close}>
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  );
}
