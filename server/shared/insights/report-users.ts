import { groupByDay, groupByKey, ratio, sumMeasure, type DailyRow } from './daily.ts';
import { listDays } from './report-zone.ts';
import type { Report, ReportFigure } from './report.ts';

export const userActivityReport: Report = {
  name: 'User Activity Report',
  title: 'User activity',
  description: 'Visits, page views, time on the site, sign-ups and attempts to reach a practice, day by day.',
  measures: [
    'sessions', 'session_seconds', 'page_views', 'profile_views', 'contacts', 'sign_ups', 'accounts', 'subscribers', 'device',
    'source',
  ], // prettier-ignore
  make({ period, rows, previousRows }) {
    const days = listDays(period.from, period.to);
    const count = (label: string, measure: string): ReportFigure => ({
      label,
      value: sumMeasure(rows, measure),
      previous: sumMeasure(previousRows, measure),
      unit: 'count',
    });
    const now = (label: string, measure: string): ReportFigure => ({
      label,
      value: rows.some((row) => row.measure === measure) ? sumMeasure(rows, measure) : null,
      previous: null,
      unit: 'count',
      note: 'today',
    });
    const perVisit = (of: readonly DailyRow[], measure: string) =>
      ratio(sumMeasure(of, measure), sumMeasure(of, 'sessions'));
    const table = byDayTable(days, rows);
    return {
      figures: [
        count('Visits', 'sessions'),
        count('Page views', 'page_views'),
        {
          label: 'Pages per visit',
          value: perVisit(rows, 'page_views'),
          previous: perVisit(previousRows, 'page_views'),
          unit: 'count',
        },
        {
          label: 'Average visit',
          value: perVisit(rows, 'session_seconds'),
          previous: perVisit(previousRows, 'session_seconds'),
          unit: 'seconds',
        },
        count('Profile views', 'profile_views'),
        count('Contact attempts', 'contacts'),
        count('Sign-ups', 'sign_ups'),
        now('Accounts', 'accounts'),
        now('Active subscriptions', 'subscribers'),
      ],
      charts: [
        {
          kind: 'line',
          title: 'Visits and page views',
          unit: 'per day',
          x: { key: 'day', label: 'Day' },
          series: [
            { key: 'visits', label: 'Visits' },
            { key: 'pageViews', label: 'Page views' },
          ],
          rows: table,
        },
        {
          kind: 'bar',
          title: 'Sign-ups',
          unit: 'new accounts per day',
          x: { key: 'day', label: 'Day' },
          series: [{ key: 'signUps', label: 'Sign-ups' }],
          rows: table,
        },
        {
          kind: 'bar',
          title: 'Devices',
          unit: 'visits',
          x: { key: 'device', label: 'Device' },
          series: [{ key: 'visits', label: 'Visits' }],
          rows: groupByKey(rows, 'device').map(({ key, n }) => ({ device: key, visits: n })),
        },
      ],
      tables: [
        {
          title: 'By day',
          columns: [
            { key: 'day', label: 'Day' },
            { key: 'visits', label: 'Visits', align: 'end' },
            { key: 'pageViews', label: 'Page views', align: 'end' },
            { key: 'profileViews', label: 'Profile views', align: 'end' },
            { key: 'contacts', label: 'Contact attempts', align: 'end' },
            { key: 'signUps', label: 'Sign-ups', align: 'end' },
          ],
          rows: table,
        },
        {
          title: 'Where visits came from',
          columns: [
            { key: 'source', label: 'Source' },
            { key: 'visits', label: 'Visits', align: 'end' },
          ],
          rows: groupByKey(rows, 'source')
            .slice(0, 25)
            .map(({ key, n }) => ({ source: key, visits: n })),
        },
      ],
    };
  },
};

function byDayTable(days: readonly string[], rows: readonly DailyRow[]) {
  const of = (measure: string) => groupByDay(rows, days, measure);
  const [visits, pageViews, profileViews, contacts, signUps] = [
    of('sessions'),
    of('page_views'),
    of('profile_views'),
    of('contacts'),
    of('sign_ups'),
  ];
  return days.map((day, at) => ({
    day,
    visits: visits[at]!,
    pageViews: pageViews[at]!,
    profileViews: profileViews[at]!,
    contacts: contacts[at]!,
    signUps: signUps[at]!,
  }));
}
