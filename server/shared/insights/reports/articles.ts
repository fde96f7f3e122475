import { sumMeasure } from '../daily.ts';
import type { Report } from '../report.ts';
import { countFigure, dayChart, dayTable, ratioFigure, tabulateDays } from './parts.ts';

export const articlesReport: Report = {
  name: 'Articles Report',
  title: 'Articles',
  description: 'How often articles were read, and their share of all page views.',
  measures: ['sessions', 'page_views', 'article_views'],
  make(input) {
    const { rows, period } = input;
    const columns = [
      ['articles', 'Article views', 'article_views'],
      ['pageViews', 'All page views', 'page_views'],
    ] as const;
    const days = tabulateDays(rows, period, columns);
    const articleViews = (of: typeof rows) => sumMeasure(of, 'article_views');
    return {
      figures: [
        countFigure('Article views', input, 'article_views'),
        ratioFigure('Share of page views', input, 'percent', articleViews, (of) => sumMeasure(of, 'page_views')),
        ratioFigure('Article views per visit', input, 'count', articleViews, (of) => sumMeasure(of, 'sessions')),
        countFigure('All page views', input, 'page_views'),
      ],
      charts: [
        dayChart('bar', 'Article views', 'per day', days, [columns[0]]),
        dayChart('line', 'Articles and all pages', 'views per day', days, columns),
      ],
      tables: [dayTable(days, columns)],
    };
  },
};
