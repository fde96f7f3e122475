import { claimTable } from '#shared/tables/lists/claims.ts';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { DueBadge } from '#ui/admin/inbox/DueBadge.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { formatShortLocalDate } from '#ui/kit/format.ts';
import { statusBadge } from '#ui/claims/claim-text.ts';
import { claimLists } from '../claim-lists.ts';

const places = ['tab', 'layout'];
const needed = ['listing', 'status'];
const toneOf = (label: unknown) =>
  Object.values(statusBadge).find((status) => status.label === label)?.tone ?? 'neutral';

/** The parameters of the table, which mean nothing to the review. */
const viewParams = ['q', 'sort', 'columns', 'density', 'after', 'before', 'end', 'at'];
const tableParams = [...viewParams, ...Object.keys(claimTable.filters)];

/** Every claim and check as a table. Enter opens the review of one. */
export function ClaimTable() {
  const [, change] = useUrlState();
  const review = (id: number, status: string) => {
    const list = claimLists.find((name) => name === status.toLowerCase());
    change(
      {
        ...Object.fromEntries(tableParams.map((name) => [name, null])),
        layout: null,
        claim: id,
        list: list === 'pending' ? null : (list ?? 'rejected'),
      },
      { push: true },
    );
  };
  return (
    <DataTable
      name="claims"
      label="Claims"
      one="claim"
      many="claims"
      searchHint="Listing, city, claimant, email, or number..."
      places={places}
      needed={needed}
      cells={{
        status: (row) => <Badge tone={toneOf(row.status)}>{String(row.status)}</Badge>,
        due: (row) =>
          !row.due ? (
            '—'
          ) : row.status === 'Pending' ? (
            <DueBadge dueAt={String(row.due)} />
          ) : (
            formatShortLocalDate(String(row.due))
          ),
      }}
      rowLabel={(row) => `Claim of ${String(row.listing)}`}
      onOpen={(row) => review(Number(row.id), String(row.status))}
      emptyTitle="No claims yet"
      emptyHint="Claims and checks of listings appear here."
      height="max(22rem, 100dvh - 18rem)"
    />
  );
}
