import { groupByDay, groupByKey, ratio, sumMeasure, type DailyRow } from './daily.ts';
import { listDays } from './report-zone.ts';
import type { Report, ReportFigure } from './report.ts';

const MOST = 50;

export const searchAnalyticsReport: Report = {
  name: 'Search Analytics Report',
  title: 'Search analytics',
  description: 'Searches by day, top searches, searches without results, and how searches led to contacts.',
  measures: ['searches', 'empty_searches', 'search_clicks', 'search', 'empty_search', 'funnel'],
  make({ period, rows, previousRows }) {
    const days = listDays(period.from, period.to);
    const searches = groupByDay(rows, days, 'searches');
    const empty = groupByDay(rows, days, 'empty_searches');
    const clicked = groupByDay(rows, days, 'search_clicks');
    const daily = days.map((day, at) => ({
      day,
      searches: searches[at]!,
      empty: empty[at]!,
      clicked: clicked[at]!,
    }));
    const share = (label: string, part: (of: readonly DailyRow[]) => number, whole: string): ReportFigure => ({
      label,
      value: ratio(part(rows), sumMeasure(rows, whole)),
      previous: ratio(part(previousRows), sumMeasure(previousRows, whole)),
      unit: 'percent',
    });
    const words = (measure: string) =>
      groupByKey(rows, measure)
        .slice(0, MOST)
        .map(({ key, n }, at) => ({ rank: at + 1, query: key, searches: n }));
    const columns = [
      { key: 'rank', label: 'Rank', align: 'end' as const },
      { key: 'query', label: 'Search' },
      { key: 'searches', label: 'Searches', align: 'end' as const },
    ];
    return {
      figures: [
        {
          label: 'Searches',
          value: sumMeasure(rows, 'searches'),
          previous: sumMeasure(previousRows, 'searches'),
          unit: 'count',
        },
        share('Found nothing', (of) => sumMeasure(of, 'empty_searches'), 'searches'),
        share('Led to a click', (of) => sumMeasure(of, 'search_clicks'), 'searches'),
        {
          label: 'Visits that searched and then tried to reach a practice',
          value: sumMeasure(rows, 'funnel', 'contact'),
          previous: sumMeasure(previousRows, 'funnel', 'contact'),
          unit: 'count',
        },
      ],
      charts: [
        {
          kind: 'line',
          title: 'Searches',
          unit: 'per day',
          x: { key: 'day', label: 'Day' },
          series: [
            { key: 'searches', label: 'Searches' },
            { key: 'empty', label: 'Without results' },
          ],
          rows: daily,
        },
        {
          kind: 'funnel',
          title: 'From search to contact',
          unit: 'daily visits, summed',
          steps: [
            { label: 'Searched', value: sumMeasure(rows, 'funnel', 'search') },
            { label: 'Opened a profile', value: sumMeasure(rows, 'funnel', 'profile') },
            { label: 'Tried to reach the practice', value: sumMeasure(rows, 'funnel', 'contact') },
          ],
        },
      ],
      tables: [
        { title: 'Top searches', columns, rows: words('search') },
        { title: 'Searches without results', columns, rows: words('empty_search') },
        {
          title: 'By day',
          columns: [
            { key: 'day', label: 'Day' },
            { key: 'searches', label: 'Searches', align: 'end' },
            { key: 'empty', label: 'Without results', align: 'end' },
            { key: 'clicked', label: 'With a click', align: 'end' },
          ],
          rows: daily,
        },
      ],
    };
  },
};
