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
import css from '../Insights.module.css';
import { Change, lastDays, PeriodPicker, spanText, type PeriodQuery } from '../Period.tsx';
import { Queues } from './Queues.tsx';
import { Revenue } from './Revenue.tsx';
import { Searches } from './Searches.tsx';

const minute = { refetchInterval: 60_000, placeholderData: keepPreviousData };
const day = { key: 'day', label: 'Day' };

/** The site in numbers. Each is counted from what is stored; what is not known is a dash. */
export function SiteAnalytics() {
  const [period, setPeriod] = useState<PeriodQuery>(() => lastDays(30));
  const days = useQuery({ ...queryOf(analyticsDays, { query: period }), ...minute });
  return (
    <div className={css.page}>
      <PeriodPicker value={period} onChange={setPeriod} />
      {days.data && (
        <p className={css.soft}>
          {spanText(days.data.period)}, compared with {spanText(days.data.previous)}.
        </p>
      )}
      <SiteFigures period={period} />
      <section className={css.section} aria-labelledby="what-visitors-do">
        <h2 id="what-visitors-do" className={css.heading}>
          What visitors do
        </h2>
        {days.error ? (
          <Callout tone="bad" title="The charts could not be loaded">
            {sentenceOf(days.error)}
          </Callout>
        ) : !days.data ? (
          <Loading label="Loading the charts">
            <Skeleton height={340} />
          </Loading>
        ) : (
          <div className={css.charts}>
            <Card>
              <LineChart
                title="Searches"
                unit="a day"
                rows={days.data.days}
                x={day}
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
                unit="a day"
                rows={days.data.days}
                x={day}
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
                unit="a day"
                stacked
                rows={days.data.days}
                x={day}
                formatX={formatCalendarMonthDay}
                series={[
                  { key: 'phone', label: 'Calls' },
                  { key: 'directions', label: 'Directions' },
                  { key: 'website', label: 'Website' },
                  { key: 'email', label: 'Email' },
                  { key: 'other', label: 'Other' },
                ]}
              />
            </Card>
            <Card>
              <BarChart
                title="Sign-ups"
                unit="new accounts a day"
                rows={days.data.days}
                x={day}
                formatX={formatCalendarMonthDay}
                series={[{ key: 'signUps', label: 'Sign-ups' }]}
              />
            </Card>
            <Card>
              <FunnelBars
                title="From search to contact"
                unit="visits of a day, added up over the period"
                steps={[
                  { label: 'Searched', value: days.data.funnel.search },
                  { label: 'Opened a profile', value: days.data.funnel.profile },
                  { label: 'Tried to reach the practice', value: days.data.funnel.contact },
                ]}
              />
            </Card>
            <Card>
              <BarChart
                title="Devices"
                unit="visits"
                rows={days.data.devices}
                x={{ key: 'key', label: 'Device' }}
                series={[{ key: 'n', label: 'Visits' }]}
                height={200}
              />
            </Card>
          </div>
        )}
      </section>
      <Searches period={period} />
      <Revenue period={period} />
      <Queues />
    </div>
  );
}

function SiteFigures({ period }: { period: PeriodQuery }) {
  const site = useQuery({ ...queryOf(adminAnalytics, { query: period }), ...minute });
  const content = useQuery({ ...queryOf(contentAnalytics, { query: period }), ...minute });
  const error = site.error ?? content.error;
  if (error)
    return (
      <Callout tone="bad" title="The figures could not be loaded">
        {sentenceOf(error)}
      </Callout>
    );
  const { data } = site;
  const compared = (now?: number | null, before?: number | null) =>
    data ? <Change now={now ?? null} before={before ?? null} /> : '\u00a0';
  const seconds = data?.avgSessionDuration;
  const figures: Figure[] = [
    ['Total users', data?.totalUsers, 'every account'],
    ['Registered users', data?.registeredUsers, 'accounts without staff'],
    ['Profile views', data?.profileViews, compared(data?.current.profileViews, data?.before.profileViews)],
    ['Active subscriptions', data?.activeSubscriptions, 'today'],
    [
      'Average visit',
      seconds == null ? null : duration(seconds),
      compared(data?.current.avgSessionDuration, data?.before.avgSessionDuration),
    ],
    ['Dentists', data?.totalDentists, 'listed today'],
    ['Verified practices', data?.verifiedPractices, 'listed today'],
    ['Claim requests', data?.claimRequests, data ? `${formatNumber(data.pendingClaims)} waiting` : '\u00a0'],
    ['Searches today', data?.todaySearches, 'since midnight'],
    ['Visits', data?.current.visits, compared(data?.current.visits, data?.before.visits)],
    ['Contact attempts', data?.current.contacts, compared(data?.current.contacts, data?.before.contacts)],
    ['Sign-ups', data?.current.newUsers, compared(data?.current.newUsers, data?.before.newUsers)],
    ['Articles', content.data?.totalArticles, content.data ? `${content.data.averagePerTopic} per topic` : '\u00a0'],
    [
      'Article views',
      content.data?.articleViews,
      compared(content.data?.articleViews, content.data?.articleViewsBefore),
    ],
    ['Published today', content.data?.publishedToday, 'articles'],
    ['Dental categories', content.data?.categories, 'topics'],
    ['Cities', content.data?.cities, 'with listings'],
    ['States', content.data?.states, 'with listings'],
  ];
  return <Figures figures={figures} />;
}
