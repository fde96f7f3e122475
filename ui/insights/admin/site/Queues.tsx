import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { analyticsQueues } from '#contract/insights/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { BarChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { answerBacklog } from './answers.ts';
import { ChartGrid } from '../ChartGrid.tsx';

/** How far behind the directory is: claims by age, and listings by their last confirmation. */
export function Queues() {
  const { data, error } = useQuery({ ...queryOf(analyticsQueues, {}), refetchInterval: 60_000 });
  const now = useNow(60_000);
  const confirmationRows = useMemo(
    () =>
      data && [
        { when: 'Within a year', n: data.confirmation.withinYear },
        { when: 'Over a year ago', n: data.confirmation.overYear },
        { when: 'Never', n: data.confirmation.never },
      ],
    [data],
  );
  return (
    <AnalyticsSection id="waiting" question="Are we keeping up?" answer={data && answerBacklog(data, now)}>
      {error ? (
        <Callout tone="bad" title="We couldn't load the backlog">
          {sentenceOf(error)}
        </Callout>
      ) : !data || !confirmationRows ? (
        <Skeleton height={300} />
      ) : (
        <ChartGrid>
          <Card>
            <BarChart
              title="Pending claims by age"
              empty="No claims are waiting"
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
              rows={confirmationRows}
              x={{ key: 'when', label: 'Last confirmed by the practice' }}
              series={[{ key: 'n', label: 'Listings' }]}
              height={220}
            />
          </Card>
          <Card>
            <BarChart
              title="Not confirmed for a year, by state"
              empty="Every listing was confirmed within a year"
              unit="listings"
              rows={data.stalestStates}
              x={{ key: 'state', label: 'State' }}
              series={[{ key: 'n', label: 'Listings' }]}
              height={220}
            />
          </Card>
        </ChartGrid>
      )}
    </AnalyticsSection>
  );
}
