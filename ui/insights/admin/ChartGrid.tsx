import type { ReactNode } from 'react';
import css from './ChartGrid.module.css';

export const ChartGrid = ({ children }: { children: ReactNode }) => <div className={css.charts}>{children}</div>;
