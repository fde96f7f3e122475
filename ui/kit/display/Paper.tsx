import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import css from './Paper.module.css';

/** Prints only its content, which isn't shown on the screen. */
export const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(
    <div className={css.paper} aria-hidden="true">
      {children}
    </div>,
    document.body,
  );
