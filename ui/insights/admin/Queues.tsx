import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analyticsQueues } from '#contract/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { BarChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from '../Insights.module.css';
import { PrivacyInbox } from './PrivacyInbox.tsx';

/** What waits for somebody: claims, listings that went stale, privacy requests. */
export function Queues() {
  const { data, error } = useQuery({ ...queryOf(analyticsQueues, {}), refetchInterval: 60_000 });
  const confirmed = useMemo(
    () =>
      data && [
        { when: 'Within a year', n: data.confirmation.withinYear },
        { when: 'Over a year ago', n: data.confirmation.overYear },
        { when: 'Never', n: data.confirmation.never },
      ],
    [data],
  );
  return (
    <section className={css.section} aria-labelledby="waiting">
      <h2 id="waiting" className={css.heading}>
        What waits
      </h2>
      {error ? (
        <Callout tone="bad" title="This could not be loaded">
          {sentenceOf(error)}
        </Callout>
      ) : !data || !confirmed ? (
        <Skeleton height={300} />
      ) : (
        <div className={css.charts}>
          <Card>
            <BarChart
              title="Waiting claims by age"
              unit="claims"
              rows={data.claims}
              x={{ key: 'age', label: 'Age' }}
              series={[{ key: 'n', label: 'Claims' }]}
              height={220}
            />
          </Card>
          <Card>
            <BarChart
              title="Listings by last confirmation"
              unit="listings"
              rows={confirmed}
              x={{ key: 'when', label: 'Confirmed by the practice' }}
              series={[{ key: 'n', label: 'Listings' }]}
              height={220}
            />
          </Card>
          <Card>
            <BarChart
              title="Without confirmation for a year, by state"
              unit="listings"
              rows={data.stalestStates}
              x={{ key: 'state', label: 'State' }}
              series={[{ key: 'n', label: 'Listings' }]}
              height={220}
            />
          </Card>
        </div>
      )}
      <PrivacyInbox />
    </section>
  );
}
