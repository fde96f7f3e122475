import { sumMeasure } from '../daily.ts';
import type { Report } from '../report.ts';
import {
  countFigure,
  dayChart,
  dayTable,
  ratioFigure,
  shareChart,
  shareTable,
  tabulateDays,
  toLabel,
} from './parts.ts';

const kinds = { title: 'How people reached practices', label: 'Way', unit: 'Contact attempts', nameOf: toLabel };

export const practiceContactsReport: Report = {
  name: 'Practice Contacts Report',
  title: 'Practice contacts',
  description: 'Profile views, contact attempts by kind, and how many visits led to one.',
  measures: ['sessions', 'profile_views', 'clicks', 'contacts', 'funnel'],
  make(input) {
    const { rows, period } = input;
    const columns = [
      ['views', 'Profile views', 'profile_views'],
      ['clicks', 'Clicks', 'clicks'],
      ['contacts', 'Contact attempts', 'contacts'],
    ] as const;
    const days = tabulateDays(rows, period, columns);
    return {
      figures: [
        countFigure('Profile views', input, 'profile_views'),
        countFigure('Contact attempts', input, 'contacts'),
        ratioFigure('Contact attempts per 100 profile views', input, 'count',
          (of) => sumMeasure(of, 'contacts') * 100, (of) => sumMeasure(of, 'profile_views')),
        countFigure('Visits that searched and then tried to reach a practice', input, 'funnel', 'contact'),
      ],
      charts: [
        dayChart('line', 'Profile views and contact attempts', 'per day', days, [columns[0], columns[2]]),
        shareChart(rows, 'contacts', kinds),
      ],
      tables: [shareTable(rows, 'contacts', kinds), dayTable(days, columns)],
    };
  },
}; // prettier-ignore
