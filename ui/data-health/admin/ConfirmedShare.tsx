import { useState } from 'react';
import type { getDataHealth } from '#contract/data-health.ts';
import type { Reply } from '#contract/endpoint.ts';
import { usStates } from '#shared/places/states.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatNumber, formatPercent } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { Table, type Column } from '#ui/kit/table/Table.tsx';

type Confirmed = Reply<typeof getDataHealth>['confirmed'];
type State = Confirmed['states'][number];

/** The states with the most listings. */
const SHOWN_STATES = 8;

const columns: Column<State>[] = [
  { id: 'state', header: 'State', cell: ({ state }) => usStates.find(({ code }) => code === state)?.name ?? state },
  { id: 'listings', header: 'Listings', align: 'end', cell: ({ listings }) => formatNumber(listings) },
  { id: 'confirmed', header: 'Confirmed', align: 'end', cell: ({ confirmed }) => formatNumber(confirmed) },
  {
    id: 'share',
    header: 'Share',
    align: 'end',
    cell: ({ listings, confirmed }) => (listings === 0 ? '—' : formatPercent(confirmed / listings)),
  },
];

/** How much of the directory its practices have confirmed lately. */
export function ConfirmedShare({ total, confirmed: { days, count, states } }: { total: number; confirmed: Confirmed }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <Card as="section" aria-labelledby="confirmed-title" className={layout.stack}>
      <div>
        <h2 id="confirmed-title">Confirmed within {days} days</h2>
        <p className={layout.muted}>
          {total === 0
            ? 'No listings'
            : `${formatPercent(count / total)} of listings: ${formatNumber(count)} of ${formatNumber(total)}`}
        </p>
      </div>
      {states.length > 0 && (
        <Table
          label={`Listings confirmed within ${days} days, by state`}
          rows={showsAll ? states : states.slice(0, SHOWN_STATES)}
          columns={columns}
          rowId={({ state }) => state}
          rowLabel={({ state }) => state}
        />
      )}
      {states.length > SHOWN_STATES && (
        <div>
          <Button size="small" variant="quiet" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer states' : `Show all ${states.length} states`}
          </Button>
        </div>
      )}
    </Card>
  );
}
