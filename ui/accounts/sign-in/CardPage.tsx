import type { ReactNode } from 'react';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './CardPage.module.css';

interface CardPageProps {
  title: string;
  lead: string;
  children: ReactNode;
}

/** A page with one card, for the links that we email. */
export const CardPage = ({ title, lead, children }: CardPageProps) => (
  <section className={css.page}>
    <div className={css.head}>
      <h1>{title}</h1>
      <p className={css.muted}>{lead}</p>
    </div>
    <Card tone="lifted">
      <div className={css.content}>{children}</div>
    </Card>
  </section>
);
