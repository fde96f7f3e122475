import type { ReactNode } from 'react';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './PageFrame.module.css';

export const PageFrame = ({ children }: { children: ReactNode }) => (
  <div className={cx(layout.page, css.page)}>{children}</div>
);
