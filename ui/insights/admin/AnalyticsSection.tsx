import type { ReactNode } from 'react';
import css from './AnalyticsSection.module.css';

interface AnalyticsSectionProps {
  id: string;
  title: string;
  children: ReactNode;
}

export const AnalyticsSection = ({ id, title, children }: AnalyticsSectionProps) => (
  <section className={css.section} aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);
