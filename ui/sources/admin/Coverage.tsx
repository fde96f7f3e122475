import { useQuery } from '@tanstack/react-query';
import { getCoverage, type CoverageField } from '#contract/sources.ts';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber, formatPercent } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './Coverage.module.css';

type Origin = CoverageField['origins'][number];
const sumOf = ({ recent, older, undated }: Origin): number => recent + older + undated;

/** For each field, the share of listings that have it, by source and age, and the source that could fill the most. */
export function Coverage() {
  const coverage = useQuery({ ...queryOf(getCoverage, {}), refetchOnMount: 'always' });
  if (coverage.isError) return <LoadFailed title="The coverage could not be loaded" compact query={coverage} />;
  if (!coverage.data) return <Skeleton height={480} />;
  const { total, fields } = coverage.data;
  const origins = [...new Map(fields.flatMap((field) => field.origins.map(({ origin, label }) => [origin, label])))];
  const colorOf = (origin: string) => `var(--chart-${(origins.findIndex(([key]) => key === origin) % 6) + 1})`;
  return (
    <Card as="section" aria-labelledby="coverage-title" className={layout.stack}>
      <div className={layout.between}>
        <div>
          <h2 id="coverage-title">What we know about listings</h2>
          <p className={layout.muted}>
            The share of {formatNumber(total)} listings with each field, by source. Pale parts are more than a year old,
            or have no date.
          </p>
        </div>
        <Link to="/admin/sources">Sources</Link>
      </div>
      <ul className={css.legend}>
        {origins.map(([origin, label]) => (
          <li key={origin}>
            <span className={css.key} style={{ background: colorOf(origin) }} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <ul className={layout.snug}>
        {fields.map((field) => (
          <li key={field.key} className={css.field}>
            <span>{field.label}</span>
            <strong className={css.share}>{total === 0 ? '—' : formatPercent(field.known / total)}</strong>
            <div className={css.bar} aria-hidden="true">
              {field.origins.flatMap((origin) =>
                [
                  { n: origin.recent, isPale: false },
                  { n: origin.older + origin.undated, isPale: true },
                ]
                  .filter(({ n }) => n > 0)
                  .map(({ n, isPale }) => (
                    <span
                      key={`${origin.origin} ${String(isPale)}`}
                      className={isPale ? css.pale : undefined}
                      style={{ width: `${(n / total) * 100}%`, background: colorOf(origin.origin) }}
                    />
                  )),
              )}
            </div>
            <span className="hidden-text">
              {field.origins
                .map(
                  (origin) =>
                    `${origin.label}: ${formatNumber(sumOf(origin))}, ${formatNumber(origin.recent)} within a year`,
                )
                .join('; ')}
            </span>
            <span className={css.next}>
              {field.next
                ? `${field.next.name} could fill up to ${formatNumber(field.next.upTo)}.`
                : field.known < total && 'Only practices and staff can state the rest.'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
