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

const sources = { title: 'Where visits came from', label: 'Source', unit: 'Visits' };
const devices = { title: 'Devices', label: 'Device', unit: 'Visits', nameOf: toLabel };

export const audienceReport: Report = {
  name: 'Audience Report',
  title: 'Audience',
  description: 'Visits by source, device, browser, and country.',
  measures: ['sessions', 'session_seconds', 'page_views', 'device', 'browser', 'country', 'source'],
  make(input) {
    const { rows, period } = input;
    const columns = [
      ['visits', 'Visits', 'sessions'],
      ['pageViews', 'Page views', 'page_views'],
    ] as const;
    const days = tabulateDays(rows, period, columns);
    const visits = (of: typeof rows) => sumMeasure(of, 'sessions');
    return {
      figures: [
        countFigure('Visits', input, 'sessions'),
        ratioFigure('Average visit', input, 'seconds', (of) => sumMeasure(of, 'session_seconds'), visits),
        ratioFigure('Pages per visit', input, 'count', (of) => sumMeasure(of, 'page_views'), visits),
        ratioFigure('On a phone', input, 'percent', (of) => sumMeasure(of, 'device', 'mobile'), visits),
      ],
      charts: [
        dayChart('line', 'Visits', 'per day', days, [columns[0]]),
        shareChart(rows, 'source', sources),
        shareChart(rows, 'device', devices),
      ],
      tables: [
        shareTable(rows, 'source', sources),
        shareTable(rows, 'device', devices),
        shareTable(rows, 'browser', { title: 'Browsers', label: 'Browser', unit: 'Visits' }),
        shareTable(rows, 'country', { title: 'Countries', label: 'Country', unit: 'Visits' }),
        dayTable(days, columns),
      ],
    };
  },
};
