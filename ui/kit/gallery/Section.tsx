import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from '../styles/gallery.module.css';

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className={css.section} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

/** A labeled row of variants. */
export function Looks({ name, children, className }: { name: string; children: ReactNode; className?: string }) {
  return (
    <div className={cx(css.looks, className)}>
      <span className={css.name}>{name}</span>
      <div className={css.row}>{children}</div>
    </div>
  );
}
