import { sumMeasure } from '../daily.ts';
import type { Report } from '../report.ts';
import { countFigure, dayChart, dayTable, ratioFigure, tabulateDays } from './parts.ts';

export const claimReviewReport: Report = {
  name: 'Claim Review Report',
  title: 'Claim review',
  description: 'Claims that came in and were decided, how long decisions took, and what is still open.',
  measures: ['claims_submitted', 'claims_decided', 'claim_seconds', 'claims_late', 'claims_pending', 'claims_overdue'],
  make(input) {
    const { rows, period } = input;
    const columns = [
      ['submitted', 'Submitted', 'claims_submitted'],
      ['approved', 'Approved', 'claims_decided', 'approved'],
      ['rejected', 'Rejected', 'claims_decided', 'rejected'],
      ['late', 'Decided late', 'claims_late'],
    ] as const;
    const days = tabulateDays(rows, period, columns);
    const decided = (of: typeof rows) => sumMeasure(of, 'claims_decided');
    const now = (label: string, measure: string) => ({
      label,
      value: rows.some((row) => row.measure === measure) ? sumMeasure(rows, measure) : null,
      previous: null,
      unit: 'count' as const,
      note: 'now',
    });
    const seconds = (of: typeof rows) => sumMeasure(of, 'claim_seconds');
    return {
      figures: [
        countFigure('Submitted', input, 'claims_submitted'),
        countFigure('Approved', input, 'claims_decided', 'approved'),
        countFigure('Rejected', input, 'claims_decided', 'rejected'),
        ratioFigure('Hours to a decision, on average', input, 'count', (of) => seconds(of) / 3_600, decided),
        ratioFigure('Decided on time', input, 'percent', (of) => decided(of) - sumMeasure(of, 'claims_late'), decided),
        now('Pending', 'claims_pending'),
        now('Overdue', 'claims_overdue'),
      ],
      charts: [
        dayChart('line', 'Claims submitted and decided', 'per day', days, [columns[0], columns[1], columns[2]]),
        dayChart('bar', 'Decided after the due time', 'claims per day', days, [columns[3]]),
      ],
      tables: [dayTable(days, columns)],
    };
  },
};
