import type { ElementType, HTMLAttributes } from 'react';
import css from './Card.module.css';
import { cx } from '../cx.ts';

export interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: ElementType;
  tone?: 'plain' | 'lifted' | 'highlight' | 'wash';
  /** Reacts to the pointer. Put one link inside and stretch it with ::after. */
  interactive?: boolean;
  flush?: boolean;
}

export function Card({ as: Tag = 'div', tone = 'plain', interactive, flush, className, ...rest }: CardProps) {
  return (
    <Tag
      className={cx(css.card, !flush && css.padded, tone !== 'plain' && css[tone], interactive && css.link, className)}
      {...rest}
    />
  );
}
