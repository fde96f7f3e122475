import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { analyticsSearches } from '#contract/insights/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { PeriodQuery } from '../../PeriodPicker.tsx';
import { layout } from '#ui/kit/layout.ts';
import { AnalyticsSection } from './AnalyticsSection.tsx';
import { ChartGrid } from '../ChartGrid.tsx';

interface SearchCount {
  key: string;
  n: number;
}
interface ViewedListing {
  dentistId: number;
  name: string;
  city: string | null;
  state: string | null;
  views: number;
  contacts: number;
}
const searchColumns: Column<SearchCount>[] = [
  { id: 'key', header: 'Search', cell: ({ key }) => key, sortBy: ({ key }) => key },
  { id: 'n', header: 'Times', align: 'end', cell: ({ n }) => formatNumber(n), sortBy: ({ n }) => n },
];
const listingColumns: Column<ViewedListing>[] = [
  {
    id: 'name',
    header: 'Listing',
    cell: ({ dentistId, name }) => <Link to={`/profile/${dentistId}`}>{name}</Link>,
    sortBy: ({ name }) => name,
  },
  { id: 'place', header: 'Place', cell: ({ city, state }) => [city, state].filter(Boolean).join(', ') || '—' },
  {
    id: 'views',
    header: 'Views',
    align: 'end',
    cell: ({ views }) => formatNumber(views),
    sortBy: ({ views }) => views,
  },
  {
    id: 'contacts',
    header: 'Contacts',
    align: 'end',
    cell: ({ contacts }) => formatNumber(contacts),
    sortBy: ({ contacts }) => contacts,
  },
];
const noListings: never[] = [];

/** The top searches, searches without results, and most viewed listings. */
export function Searches({ period }: { period: PeriodQuery }) {
  const { data, error } = useQuery({
    ...queryOf(analyticsSearches, { query: period }),
    placeholderData: keepPreviousData,
  });
  const renderSearchList = (title: string, rows: readonly SearchCount[] | undefined, empty: string) => (
    <Card className={layout.stack}>
      <h3>{title}</h3>
      {rows ? (
        <Table
          label={title}
          rows={rows}
          columns={searchColumns}
          rowId={({ key }) => key}
          height={320}
          empty={<EmptyState title={empty} heading="h3" compact />}
        />
      ) : (
        <Skeleton height={320} />
      )}
    </Card>
  );
  return (
    <AnalyticsSection id="searches" question="What are they looking for?">
      {error ? (
        <Callout tone="bad" title="We couldn't load the searches">
          {sentenceOf(error)}
        </Callout>
      ) : (
        <ChartGrid>
          {renderSearchList('Top searches', data?.top, 'No searches in this period')}
          {renderSearchList(
            'Searches without results',
            data?.empty,
            data?.top.length === 0 ? 'No searches in this period' : 'Every search had results',
          )}
          <Card className={layout.stack}>
            <h3>Most viewed listings</h3>
            <Table
              label="Most viewed listings"
              rows={data?.listings ?? noListings}
              columns={listingColumns}
              rowId={({ dentistId }) => String(dentistId)}
              loading={!data}
              height={320}
              empty={<EmptyState title="No views in this period" heading="h3" compact />}
            />
          </Card>
        </ChartGrid>
      )}
    </AnalyticsSection>
  );
}
