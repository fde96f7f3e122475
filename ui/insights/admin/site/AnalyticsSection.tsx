import type { ReactNode } from 'react';
import css from './AnalyticsSection.module.css';

interface AnalyticsSectionProps {
  id: string;
  /** The question that this part of the page answers. */
  question: string;
  /** The answer in a sentence. */
  answer?: string | undefined;
  children: ReactNode;
}

export const AnalyticsSection = ({ id, question, answer, children }: AnalyticsSectionProps) => (
  <section className={css.section} aria-labelledby={id}>
    <div>
      <h2 id={id}>{question}</h2>
      {answer && <p className={css.answer}>{answer}</p>}
    </div>
    {children}
  </section>
);
