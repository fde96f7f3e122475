import type { ReactNode } from 'react';
import css from './Points.module.css';

/** The terms of an offer, or what happens after it, as a list. */
export const Points = ({ children }: { children: ReactNode }) => <ul className={css.points}>{children}</ul>;
