import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminAnalytics, analyticsDays, contentAnalytics } from '#contract/analytics.ts';
import { duration } from '#contract/report.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { FunnelBars } from '#ui/kit/charts/FunnelBars.tsx';
import { BarChart, LineChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonthDay, formatNumber } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import { useState } from 'react';
import { Figures, type Figure } from '../Figures.tsx';
import { PeriodChange } from '../PeriodChange.tsx';
import { getLastDays, PeriodPicker, formatPeriod, type PeriodQuery } from '../PeriodPicker.tsx';
import { Queues } from './Queues.tsx';
import { Revenue } from './Revenue.tsx';
import { Searches } from './Searches.tsx';
import { layout } from '#ui/kit/layout.ts';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { ChartGrid } from './ChartGrid.tsx';
import css from './SiteAnalytics.module.css';

const everyMinute = { refetchInterval: 60_000, placeholderData: keepPreviousData };
const dayAxis = { key: 'day', label: 'Day' };

/** All figures come from stored data. A dash marks an unknown figure. */
export function SiteAnalytics() {
  const [period, setPeriod] = useState<PeriodQuery>(() => getLastDays(30));
  const dailyFigures = useQuery({ ...queryOf(analyticsDays, { query: period }), ...everyMinute });
  return (
    <div className={css.page}>
      <PeriodPicker value={period} onChange={setPeriod} />
      {dailyFigures.data && (
        <p className={layout.note}>
          {formatPeriod(dailyFigures.data.period)}, compared with {formatPeriod(dailyFigures.data.previous)}.
        </p>
      )}
      <SiteFigures period={period} />
      <AnalyticsSection id="what-visitors-do" title="What visitors do">
        {dailyFigures.error ? (
          <Callout tone="bad" title="We couldn't load the charts">
            {sentenceOf(dailyFigures.error)}
          </Callout>
        ) : !dailyFigures.data ? (
          <Loading label="Loading the charts">
            <Skeleton height={340} />
          </Loading>
        ) : (
          <ChartGrid>
            <Card>
              <LineChart
                title="Searches"
                unit="per day"
                rows={dailyFigures.data.days}
                x={dayAxis}
                formatX={formatCalendarMonthDay}
                series={[
                  { key: 'searches', label: 'Searches' },
                  { key: 'emptySearches', label: 'Without results' },
                ]}
              />
            </Card>
            <Card>
              <LineChart
                title="Views"
                unit="per day"
                rows={dailyFigures.data.days}
                x={dayAxis}
                formatX={formatCalendarMonthDay}
                series={[
                  { key: 'pageViews', label: 'Pages' },
                  { key: 'profileViews', label: 'Profiles' },
                  { key: 'visits', label: 'Visits' },
                ]}
              />
            </Card>
            <Card>
              <BarChart
                title="Contact attempts"
                unit="per day"
                stacked
                rows={dailyFigures.data.days.map((day) => ({ ...day, other: day.email + day.other }))}
                x={dayAxis}
                formatX={formatCalendarMonthDay}
                series={[
                  { key: 'phone', label: 'Calls' },
                  { key: 'directions', label: 'Directions' },
                  { key: 'website', label: 'Website' },
                  { key: 'appointment', label: 'Appointment requests' },
                  { key: 'other', label: 'Email and other' },
                ]}
              />
            </Card>
            <Card>
              <BarChart
                title="Sign-ups"
                unit="new accounts per day"
                rows={dailyFigures.data.days}
                x={dayAxis}
                formatX={formatCalendarMonthDay}
                series={[{ key: 'signUps', label: 'Sign-ups' }]}
              />
            </Card>
            <Card>
              <FunnelBars
                title="From search to contact"
                unit="daily visits, added up over the period"
                steps={[
                  { label: 'Searched', value: dailyFigures.data.funnel.search },
                  { label: 'Opened a profile', value: dailyFigures.data.funnel.profile },
                  { label: 'Tried to reach the practice', value: dailyFigures.data.funnel.contact },
                ]}
              />
            </Card>
            <Card>
              <BarChart
                title="Devices"
                unit="visits"
                rows={dailyFigures.data.devices}
                x={{ key: 'key', label: 'Device' }}
                series={[{ key: 'n', label: 'Visits' }]}
                height={200}
              />
            </Card>
          </ChartGrid>
        )}
      </AnalyticsSection>
      <Searches period={period} />
      <Revenue period={period} />
      <Queues />
    </div>
  );
}

function SiteFigures({ period }: { period: PeriodQuery }) {
  const site = useQuery({ ...queryOf(adminAnalytics, { query: period }), ...everyMinute });
  const content = useQuery({ ...queryOf(contentAnalytics, { query: period }), ...everyMinute });
  const error = site.error ?? content.error;
  if (error)
    return (
      <Callout tone="bad" title="We couldn't load the figures">
        {sentenceOf(error)}
      </Callout>
    );
  const { data } = site;
  const compare = (now?: number | null, before?: number | null) =>
    data ? <PeriodChange now={now ?? null} before={before ?? null} /> : '\u00a0';
  const seconds = data?.avgSessionDuration;
  const figures: Figure[] = [
    ['Total users', data?.totalUsers, 'All accounts'],
    ['Registered users', data?.registeredUsers, 'Excluding staff'],
    ['Profile views', data?.profileViews, compare(data?.current.profileViews, data?.before.profileViews)],
    ['Active subscriptions', data?.activeSubscriptions, 'Today'],
    [
      'Average visit',
      seconds == null ? null : duration(seconds),
      compare(data?.current.avgSessionDuration, data?.before.avgSessionDuration),
    ],
    ['Dentists', data?.totalDentists, 'Currently listed'],
    ['Verified practices', data?.verifiedPractices, 'Currently listed'],
    ['Claim requests', data?.claimRequests, data ? `${formatNumber(data.pendingClaims)} pending` : '\u00a0'],
    ['Searches today', data?.todaySearches, 'Since midnight'],
    ['Visits', data?.current.visits, compare(data?.current.visits, data?.before.visits)],
    ['Contact attempts', data?.current.contacts, compare(data?.current.contacts, data?.before.contacts)],
    ['Sign-ups', data?.current.newUsers, compare(data?.current.newUsers, data?.before.newUsers)],
    ['Articles', content.data?.totalArticles, content.data ? `${content.data.averagePerTopic} per topic` : '\u00a0'],
    [
      'Article views',
      content.data?.articleViews,
      compare(content.data?.articleViews, content.data?.articleViewsBefore),
    ],
    ['Published today', content.data?.publishedToday, 'Articles'],
    ['Dental categories', content.data?.categories, 'Topics'],
    ['Cities', content.data?.cities, 'With listings'],
    ['States', content.data?.states, 'With listings'],
  ];
  return <Figures figures={figures} />;
}
