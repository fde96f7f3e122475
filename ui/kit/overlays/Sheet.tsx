import { cx } from '../cx.ts';
import { Panel, type DialogProps } from './Dialog.tsx';
import css from '../styles/dialog.module.css';

interface SheetProps extends Omit<DialogProps, 'width'> {
  side?: 'left' | 'right' | 'bottom';
  /** For a form with columns. */
  wide?: boolean;
}

/** A dialog at a screen edge: menus and filters on small screens, details on large ones. */
export function Sheet({ side = 'right', wide = false, ...props }: SheetProps) {
  return <Panel {...props} className={cx(css.sheet, css[side], wide && css.wideSheet)} />;
}
