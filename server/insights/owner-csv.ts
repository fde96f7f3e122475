import type { z } from 'zod';
import type { ownerInsights } from '#contract/insights/analytics.ts';
import { toCsv } from '#shared/insights/report.ts';

const figureColumns = [
  { key: 'views', label: 'Profile views' },
  { key: 'calls', label: 'Calls' },
  { key: 'directions', label: 'Directions' },
  { key: 'website', label: 'Website clicks' },
  { key: 'appointments', label: 'Appointment requests' },
];

/** The insights of a listing as tables: by day, and the searches that led to it. */
export function insightsCsv({ days, searches, reviews }: z.input<(typeof ownerInsights)['reply']>): string {
  const searchColumns = (label: string) => [
    { key: 'key', label },
    { key: 'n', label: 'Visits' },
  ];
  return toCsv([
    { title: 'By day', columns: [{ key: 'day', label: 'Day' }, ...figureColumns], rows: days },
    { title: 'Searches', columns: searchColumns('Search'), rows: searches.terms },
    { title: 'Places', columns: searchColumns('Place'), rows: searches.places },
    {
      title: 'Reviews by month',
      columns: [
        { key: 'month', label: 'Month' },
        { key: 'count', label: 'Reviews' },
        { key: 'average', label: 'Stars on average' },
      ],
      rows: reviews,
    },
  ]);
}
