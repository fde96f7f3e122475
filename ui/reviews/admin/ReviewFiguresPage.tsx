import { useQuery } from '@tanstack/react-query';
import type { Reply } from '#contract/endpoint.ts';
import { reviewFigures } from '#contract/reviews/review-figures.ts';
import { describeMonth, refusalLabel } from '#shared/reviews/review.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { ReviewFiles } from './ReviewFiles.tsx';

type Figures = Reply<typeof reviewFigures>;
type Month = Figures['months'][number];
type Refusal = Figures['refusals'][number];

const events = ['received', 'published', 'refused', 'reported', 'appealed'] as const;
const headers = {
  received: 'Received',
  published: 'Published',
  refused: 'Refused',
  reported: 'Reported',
  appealed: 'Appealed',
};

const monthColumns: Column<Month>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => describeMonth(month) },
  ...events.map((event): Column<Month> => ({
    id: event,
    header: headers[event],
    align: 'end',
    cell: (row) => formatNumber(row[event]),
  })),
];
const refusalColumns: Column<Refusal>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => describeMonth(month) },
  { id: 'reason', header: 'Reason', cell: ({ reason }) => refusalLabel(reason) },
  ...[1, 2, 3, 4, 5].map((stars): Column<Refusal> => ({
    id: String(stars),
    header: stars === 1 ? '1 star' : `${stars} stars`,
    align: 'end',
    cell: (row) => formatNumber(row.stars[stars - 1] ?? 0),
  })),
];

/** How many reviews were received, published, refused, reported, and appealed in each month. */
function ReviewFiguresPage() {
  const { data, ...query } = useQuery(queryOf(reviewFigures, {}));
  return (
    <AdminPageBody>
      <Head title="Review figures" noindex />
      <AdminPageHeader title="Review figures" />
      <p className={layout.hint}>
        Each column counts what happened in that month, in Eastern time. Reviews that their authors have deleted aren’t
        counted, and neither are imported ones. If refusals depended on stars, the second table would show it.
      </p>
      {query.isError ? (
        <LoadFailed title="We couldn’t load the figures" query={query} />
      ) : !data ? (
        <Loading label="Loading the figures">
          <Skeleton height={480} />
        </Loading>
      ) : (
        <>
          <Table label="Reviews by month" rows={data.months} columns={monthColumns} rowId={({ month }) => month} />
          <h2>Refused, by reason and stars</h2>
          {data.refusals.length === 0 ? (
            <p>No review was refused in these months.</p>
          ) : (
            <Table
              label="Refused reviews by month, reason, and stars"
              rows={data.refusals}
              columns={refusalColumns}
              rowId={({ month, reason }) => `${month} ${reason}`}
            />
          )}
        </>
      )}
      <ReviewFiles imported={data?.imported ?? 0} />
    </AdminPageBody>
  );
}

export const page: Page = { Component: ReviewFiguresPage };
