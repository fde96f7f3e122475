import type { ReactNode } from 'react';
import css from './Toolbar.module.css';

/** Search and filters above a table. */
export const Toolbar = ({ children }: { children: ReactNode }) => <div className={css.toolbar}>{children}</div>;
