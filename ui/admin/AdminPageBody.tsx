import type { ReactNode } from 'react';
import { layout } from '#ui/kit/layout.ts';
import css from './AdminPageBody.module.css';

/** The content of an admin page: one column with even gaps. */
export const AdminPageBody = ({ children }: { children: ReactNode }) => <div className={css.page}>{children}</div>;

/** The page's title at the start of the row, and its actions at the end. */
export const AdminPageHeader = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className={css.header}>
    <h1>{title}</h1>
    {children && <div className={layout.row}>{children}</div>}
  </div>
);
