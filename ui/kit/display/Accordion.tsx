import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './Accordion.module.css';

interface AccordionEntry {
  title: ReactNode;
  content: ReactNode;
  id?: string;
}

interface AccordionProps {
  entries: readonly AccordionEntry[];
  /** Opening one closes the others. */
  single?: boolean;
  className?: string;
}

/** Native disclosure elements: they work without scripts, and the browser's page search opens them. */
export function Accordion({ entries, single, className }: AccordionProps) {
  const name = useId();
  return (
    <div className={cx(css.accordion, className)}>
      {entries.map((entry, index) => (
        <details key={entry.id ?? index} id={entry.id} className={css.entry} name={single ? name : undefined}>
          <summary className={css.question}>{entry.title}</summary>
          <div className={css.answer}>{entry.content}</div>
        </details>
      ))}
    </div>
  );
}
