import type { HomeFigures as Figures } from '#contract/dashboard.ts';
import { countOf, describeChange, figureNouns } from './figure-words.ts';
import css from './HomeFigures.module.css';

const shown = ['calls', 'views', 'appointments', 'reviews'] as const;

/** A group's figures also have the reviews. */
type ShownFigures = Figures & { reviews?: number };
const PERIOD_DAYS = 30;

/** Whether it is working, in words: the last 30 days against the 30 before. */
export function HomeFigures({ figures: { now, before } }: { figures: { now: ShownFigures; before: ShownFigures } }) {
  return (
    <ul className={css.figures} aria-label="The last 30 days">
      {shown.map(
        (figure) =>
          now[figure] !== undefined && (
            <li key={figure}>
              <p className={css.count}>{countOf(now[figure], figureNouns[figure])}</p>
              <p className={css.change}>{describeChange(now[figure], before[figure] ?? 0, PERIOD_DAYS)}</p>
            </li>
          ),
      )}
    </ul>
  );
}
