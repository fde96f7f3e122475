import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { analyticsSearches } from '#contract/analytics.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatNumber } from '#ui/kit/format.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';
import { sentenceOf } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';
import css from '../Insights.module.css';
import type { PeriodQuery } from '../Period.tsx';

interface Word {
  key: string;
  n: number;
}
interface Looked {
  dentistId: number;
  name: string;
  city: string | null;
  state: string | null;
  views: number;
  contacts: number;
}
const words: Column<Word>[] = [
  { id: 'key', header: 'Search', cell: ({ key }) => key, sortBy: ({ key }) => key },
  { id: 'n', header: 'Times', align: 'end', cell: ({ n }) => formatNumber(n), sortBy: ({ n }) => n },
];
const listings: Column<Looked>[] = [
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
const none: never[] = [];

/** What was searched for, what found nothing, and what was looked at. */
export function Searches({ period }: { period: PeriodQuery }) {
  const { data, error } = useQuery({
    ...queryOf(analyticsSearches, { query: period }),
    placeholderData: keepPreviousData,
  });
  const list = (title: string, rows: readonly Word[] | undefined, empty: string) => (
    <Card className={css.section}>
      <h3>{title}</h3>
      {rows ? (
        <Table
          label={title}
          rows={rows}
          columns={words}
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
    <section className={css.section} aria-labelledby="searches">
      <h2 id="searches" className={css.heading}>
        Searches and listings
      </h2>
      {error ? (
        <Callout tone="bad" title="The searches could not be loaded">
          {sentenceOf(error)}
        </Callout>
      ) : (
        <div className={css.charts}>
          {list('Top searches', data?.top, 'No searches in this period')}
          {list('Searches without results', data?.empty, 'Every search found something')}
          <Card className={css.section}>
            <h3>Listings viewed most</h3>
            <Table
              label="Listings viewed most"
              rows={data?.listings ?? none}
              columns={listings}
              rowId={({ dentistId }) => String(dentistId)}
              loading={!data}
              height={320}
              empty={<EmptyState title="No views in this period" heading="h3" compact />}
            />
          </Card>
        </div>
      )}
    </section>
  );
}
