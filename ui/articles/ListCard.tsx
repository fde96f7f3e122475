import type { ReactNode } from 'react';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './ListCard.module.css';

interface ListCardProps {
  top?: ReactNode;
  children: ReactNode;
  foot: ReactNode;
}

/** A topic or article in a public list. */
export const ListCard = ({ top, children, foot }: ListCardProps) => (
  <Card as="li" interactive className={css.card}>
    {top && <div className={css.top}>{top}</div>}
    {children}
    <div className={css.foot}>{foot}</div>
  </Card>
);
