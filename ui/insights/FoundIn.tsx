import type { Reply } from '#contract/endpoint.ts';
import type { ownerInsights } from '#contract/insights/analytics.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './FoundIn.module.css';
import { countOf } from './figure-words.ts';

type Searches = Reply<typeof ownerInsights>['searches'];

/** The searches that led patients to a listing, as terms and places. */
export function FoundIn({ searches, days }: { searches: Searches; days: string }) {
  const { visits, terms, places, fewestVisits } = searches;
  const isShown = terms.length > 0 || places.length > 0;
  return (
    <Card as="section" className={layout.stack} aria-labelledby="found-in">
      <h2 id="found-in" className={layout.heading}>
        How patients found you
      </h2>
      <p className={isShown ? undefined : layout.muted}>
        {visits === 0
          ? `No search led to your profile in the last ${days} days.`
          : `In the last ${days} days, ${countOf(visits, ['visit', 'visits'])} came from a search.`}
      </p>
      {isShown && (
        <div className={css.lists}>
          <Counts title="They searched for" rows={terms} />
          <Counts title="They searched in" rows={places} />
        </div>
      )}
      <p className={layout.note}>We only show searches made at least {fewestVisits} times.</p>
    </Card>
  );
}

/** Counts with a bar each. The bars are decoration, because the numbers are next to them. */
function Counts({ title, rows }: { title: string; rows: Searches['terms'] }) {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map(({ n }) => n));
  return (
    <div>
      <h3 className={css.heading}>{title}</h3>
      <ul className={css.rows}>
        {rows.map(({ key, n }) => (
          <li key={key}>
            <span className={layout.breakable}>{key}</span>
            <span className={css.count}>{formatNumber(n)}</span>
            <span className={css.bar} style={{ width: `${(n / most) * 100}%` }} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </div>
  );
}
