import type { ComparedFigures } from '#contract/dashboard.ts';
import { countOf, describeChange, figureNouns } from './figure-words.ts';
import css from './HomeFigures.module.css';

const shown = ['calls', 'views', 'appointments'] as const;
const PERIOD_DAYS = 30;

/** Whether it is working, in words: the last 30 days against the 30 before. */
export function HomeFigures({ figures }: { figures: ComparedFigures }) {
  return (
    <ul className={css.figures} aria-label="The last 30 days">
      {shown.map((figure) => (
        <li key={figure}>
          <p className={css.count}>{countOf(figures.now[figure], figureNouns[figure])}</p>
          <p className={css.change}>{describeChange(figures.now[figure], figures.before[figure], PERIOD_DAYS)}</p>
        </li>
      ))}
    </ul>
  );
}
