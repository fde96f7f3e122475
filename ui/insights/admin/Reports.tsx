import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminAnalytics } from '#contract/insights/analytics.ts';
import { reports, type ReportId } from '#shared/insights/reports.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatCompact } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { SavedMark } from '../console/ReportFiles.tsx';
import { Schedule } from '../console/Schedule.tsx';
import { describeChange } from '../figure-words.ts';
import { getLastDays } from '../PeriodPicker.tsx';
import { Stat } from '#ui/kit/charts/Stat.tsx';
import css from './Reports.module.css';
import { ReportSheet } from './ReportSheet.tsx';

/** The menu of reports, with the figures of the last 30 days. */
export function Reports() {
  const { staffConsole } = usePlatform();
  const [id, setId] = useState<ReportId | null>(null);
  return (
    <div className={css.page}>
      <MonthFigures />
      {staffConsole && <SavedMark />}
      <div className={css.choices}>
        {(Object.keys(reports) as ReportId[]).map((reportId) => (
          <Card key={reportId} className={css.choice} tone={reportId === id ? 'highlight' : 'plain'}>
            <p className={layout.note}>{reports[reportId].description}</p>
            <div>
              <Button
                variant={reportId === id ? 'primary' : 'secondary'}
                aria-pressed={reportId === id}
                onClick={() => setId(reportId)}
              >
                {reports[reportId].name}
              </Button>
            </div>
          </Card>
        ))}
      </div>
      {id && <ReportSheet key={id} id={id} />}
      {staffConsole && <Schedule id={id} />}
    </div>
  );
}

function MonthFigures() {
  const [period] = useState(() => getLastDays(30));
  const { data, error } = useQuery(queryOf(adminAnalytics, { query: period }));
  if (error)
    return (
      <Callout tone="bad" title="We couldn't load the figures">
        {sentenceOf(error)}
      </Callout>
    );
  const changeOf = (figure: 'newUsers' | 'pageViews' | 'visits') =>
    data ? describeChange(data.current[figure], data.before[figure], 30) : '\u00a0';
  const shorten = (value: number | undefined) =>
    value !== undefined && value >= 100_000 ? formatCompact(value) : value;
  const figures = [
    ['Total users', shorten(data?.totalUsers), 'All accounts'],
    ['New users in 30 days', shorten(data?.current.newUsers), changeOf('newUsers')],
    ['Page views in 30 days', shorten(data?.current.pageViews), changeOf('pageViews')],
    ['Visits in 30 days', shorten(data?.current.visits), changeOf('visits')],
  ] as const;
  return (
    <div className={layout.tiles}>
      {figures.map(([label, value, detail]) => (
        <Card key={label} className={css.figure} flush>
          <Stat size="small" label={label} value={value ?? null} detail={detail} />
        </Card>
      ))}
    </div>
  );
}
