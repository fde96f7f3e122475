import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { adminAnalytics, analyticsDays } from '#contract/insights/analytics.ts';
import { duration } from '#shared/insights/report.ts';
import { FunnelBars } from '#ui/kit/charts/FunnelBars.tsx';
import { BarChart } from '#ui/kit/charts/LazyCharts.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatCalendarMonthDay } from '#ui/kit/format.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { countOf, describeChange } from '../../figure-words.ts';
import type { PeriodQuery } from '../../PeriodPicker.tsx';
import { ChartGrid } from '../ChartGrid.tsx';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { AnswerList, type Answer } from './AnswerList.tsx';
import { answerFinding, describeLength } from './answers.ts';

const everyMinute = { refetchInterval: 60_000, placeholderData: keepPreviousData };
const byDay = { x: { key: 'day', label: 'Day' }, formatX: formatCalendarMonthDay } as const;
const counted = [
  ['visits', 'visit', 'visits'],
  ['searches', 'search', 'searches'],
  ['profileViews', 'profile view', 'profile views'],
  ['contacts', 'contact attempt', 'contact attempts'],
  ['newUsers', 'sign-up', 'sign-ups'],
] as const;

/** Visits, searches, and contacts, by day. */
export function Finding({ period, days }: { period: PeriodQuery; days: number }) {
  const byDays = useQuery({ ...queryOf(analyticsDays, { query: period }), ...everyMinute });
  const site = useQuery({ ...queryOf(adminAnalytics, { query: period }), ...everyMinute });
  const error = byDays.error ?? site.error;
  const { data } = byDays;
  const answers: Answer[] = counted.map(([key, one, many]) =>
    site.data
      ? {
          text: countOf(site.data.current[key], [one, many]),
          change: describeChange(site.data.current[key], site.data.before[key], days),
        }
      : { text: null },
  );
  if (site.data) {
    const { current, before } = site.data;
    const [now, then] = [current.avgSessionDuration, before.avgSessionDuration];
    if (now !== null) answers.push({ text: `${duration(now)} a visit`, change: describeLength(now, then, days) });
  }
  return (
    <AnalyticsSection id="finding" question="Are patients finding dentists?" answer={data && answerFinding(data)}>
      {error ? (
        <Callout tone="bad" title="We couldn't load the figures">
          {sentenceOf(error)}
        </Callout>
      ) : (
        <AnswerList label="Visits and contacts" answers={answers} />
      )}
      {!data ? (
        !error && (
          <Loading label="Loading the charts">
            <Skeleton height={340} />
          </Loading>
        )
      ) : (
        <ChartGrid>
          <Card>
            <FunnelBars
              title="From search to contact"
              unit="daily visits, added up over the period"
              steps={[
                { label: 'Searched', value: data.funnel.search },
                { label: 'Opened a profile', value: data.funnel.profile },
                { label: 'Tried to reach the practice', value: data.funnel.contact },
              ]}
            />
          </Card>
          <Card>
            <BarChart
              title="Contact attempts"
              unit="per day"
              stacked
              empty="No one tried to reach a practice in this period"
              rows={data.days.map((day) => ({ ...day, other: day.email + day.other }))}
              {...byDay}
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
              title="Searches"
              unit="per day"
              empty="No one searched in this period"
              rows={data.days}
              {...byDay}
              series={[
                { key: 'searches', label: 'Searches' },
                { key: 'emptySearches', label: 'Without results' },
              ]}
            />
          </Card>
          <Card>
            <BarChart
              title="Views"
              unit="per day"
              empty="No page was viewed in this period"
              rows={data.days}
              {...byDay}
              series={[
                { key: 'pageViews', label: 'Pages' },
                { key: 'profileViews', label: 'Profiles' },
                { key: 'visits', label: 'Visits' },
              ]}
            />
          </Card>
          <Card>
            <BarChart
              title="Sign-ups"
              unit="new accounts per day"
              empty="No one signed up in this period"
              rows={data.days}
              {...byDay}
              series={[{ key: 'signUps', label: 'Sign-ups' }]}
            />
          </Card>
          <Card>
            <BarChart
              title="Devices"
              unit="visits"
              empty="No visits in this period"
              rows={data.devices}
              x={{ key: 'key', label: 'Device' }}
              series={[{ key: 'n', label: 'Visits' }]}
            />
          </Card>
        </ChartGrid>
      )}
    </AnalyticsSection>
  );
}
