import type { ReactNode } from 'react';
import { layout } from '#ui/kit/layout.ts';
import css from './CsvTable.module.css';

interface CsvTableProps {
  title: string;
  /** Controls next to the title. */
  pager?: ReactNode;
  /** A new key scrolls the table back to its top. */
  scrollKey?: number;
  head: ReactNode;
  rows: ReactNode;
  footer?: ReactNode;
}

/** A titled table of CSV rows that scrolls within its own box. */
export function CsvTable({ title, pager, scrollKey, head, rows, footer }: CsvTableProps) {
  return (
    <section className={css.section} aria-label={title}>
      <div className={layout.row}>
        <h2>{title}</h2>
        {pager}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <div className={css.scroll} key={scrollKey} role="group" aria-label={title} tabIndex={0}>
        <table className={css.table}>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      </div>
      {footer}
    </section>
  );
}
