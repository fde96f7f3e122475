import { useState } from 'react';
import { daysBetween, periodBefore } from '#shared/insights/report-zone.ts';
import { TableSaveProvider } from '#ui/base/TableSaveProvider.tsx';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { layout } from '#ui/kit/layout.ts';
import { getLastDays, PeriodPicker, formatPeriod, type PeriodQuery } from '../../PeriodPicker.tsx';
import { DirectoryToday } from './DirectoryToday.tsx';
import { Finding } from './Finding.tsx';
import { Queues } from './Queues.tsx';
import { ArticleViews } from './ArticleViews.tsx';
import { Revenue } from './Revenue.tsx';
import { Searches } from './Searches.tsx';
import css from './SiteAnalytics.module.css';

/** Questions about the site, each answered in words, then in bars. All figures come from stored data. */
export function SiteAnalytics() {
  const [period, setPeriod] = useState<PeriodQuery>(() => getLastDays(30));
  const payments = usePayments();
  const days = daysBetween(period.from, period.to);
  return (
    <TableSaveProvider>
      <div className={css.page}>
        <div className={layout.tight}>
          <PeriodPicker value={period} onChange={setPeriod} />
          <p className={layout.note}>
            {formatPeriod(period)}, compared with {formatPeriod(periodBefore(period))}.
          </p>
        </div>
        <Finding period={period} days={days} />
        <Searches period={period} />
        {payments && <Revenue period={period} days={days} />}
        <ArticleViews period={period} days={days} />
        <Queues />
        <DirectoryToday />
      </div>
    </TableSaveProvider>
  );
}
