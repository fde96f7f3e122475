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

const kinds = { title: 'Conversions by kind', label: 'Kind', unit: 'Conversions', nameOf: toLabel };
const plans = { title: 'New subscriptions by plan', label: 'Plan', unit: 'Subscriptions', nameOf: toLabel };

export const conversionsReport: Report = {
  name: 'Conversions Report',
  title: 'Conversions',
  description: 'Sign-ups, subscriptions by plan, and conversions by kind.',
  measures: ['sessions', 'sign_ups', 'subscriptions', 'conversions', 'accounts', 'subscribers'],
  make(input) {
    const { rows, period } = input;
    const columns = [
      ['signUps', 'Sign-ups', 'sign_ups'],
      ['subscriptions', 'Subscriptions', 'subscriptions'],
      ['conversions', 'Conversions', 'conversions'],
    ] as const;
    const days = tabulateDays(rows, period, columns);
    const activeNow = rows.some(({ measure }) => measure === 'subscribers') ? sumMeasure(rows, 'subscribers') : null;
    return {
      figures: [
        countFigure('Sign-ups', input, 'sign_ups'),
        countFigure('New subscriptions', input, 'subscriptions'),
        ratioFigure('Conversions per visit', input, 'percent',
          (of) => sumMeasure(of, 'conversions'), (of) => sumMeasure(of, 'sessions')),
        { label: 'Active subscriptions', value: activeNow, previous: null, unit: 'count', note: 'today' },
      ],
      charts: [
        dayChart('bar', 'Sign-ups', 'per day', days, [columns[0]]),
        shareChart(rows, 'conversions', kinds),
      ],
      tables: [shareTable(rows, 'subscriptions', plans), shareTable(rows, 'conversions', kinds), dayTable(days, columns)],
    };
  },
}; // prettier-ignore
