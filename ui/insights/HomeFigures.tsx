import type { HomeFigures as Figures, Shown } from '#contract/dashboard.ts';
import { countOf, describeMonth, describeShown, figureNouns } from './figure-words.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './HomeFigures.module.css';

const counted = ['views', 'calls', 'appointments', 'reviews'] as const;

interface HomeFiguresProps {
  figures: { now: Figures; before: Figures };
  /** Null while searches have not been counted for a whole day. */
  shown?: Shown | null | undefined;
}

/** Whether it is working, in words: the last 30 days against the 30 before. */
export function HomeFigures({ figures: { now, before }, shown }: HomeFiguresProps) {
  return (
    <>
      <ul className={css.figures} aria-label="The last 30 days">
        {shown && (
          <li>
            <p className={css.count}>{countOf(shown.now, figureNouns.shown)}</p>
            <p className={layout.note}>{describeShown(shown, 30)}</p>
          </li>
        )}
        {counted.map((figure) => (
          <li key={figure}>
            <p className={css.count}>{countOf(now[figure], figureNouns[figure])}</p>
            <p className={layout.note}>{describeMonth(now[figure], before[figure])}</p>
          </li>
        ))}
      </ul>
      {shown?.sponsored && (
        <p className={css.sponsored}>
          Your Pro Max placement: {countOf(shown.sponsored.shown, ['time', 'times'])} in a sponsored place, which led to{' '}
          {countOf(shown.sponsored.clicks, ['click', 'clicks'])} on your listing.
        </p>
      )}
    </>
  );
}
