import type { ReactNode } from 'react';
import { Card } from '#ui/kit/display/Card.tsx';
import { SiteMark } from '#ui/base/page/SiteMark.tsx';
import css from './CardPage.module.css';

interface CardPageProps {
  title: string;
  lead: string;
  hasMark?: boolean;
  children: ReactNode;
}

/** A page with one card: the login, and the links that we email. */
export const CardPage = ({ title, lead, hasMark = false, children }: CardPageProps) => (
  <section className={css.page}>
    <div className={css.head}>
      {hasMark && <SiteMark size={44} className={css.mark} />}
      <h1>{title}</h1>
      <p className={css.muted}>{lead}</p>
    </div>
    <Card tone="lifted">
      <div className={css.content}>{children}</div>
    </Card>
  </section>
);
