import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { isSnoozed } from './assignment/snooze.ts';
import { claimLists } from './claim-lists.ts';
import { sendPendingDecisions } from './decision/pending-decisions.ts';
import { ClaimFilters } from './queue/ClaimFilters.tsx';
import { ClaimQueue } from './queue/ClaimQueue.tsx';
import { ClaimTable } from './queue/ClaimTable.tsx';
import { useClaimCounts } from './queue/use-claim-counts.ts';
import { useOpenClaims } from './queue/use-open-claims.ts';

/** A longer list is cut off, so only the server knows its length. */
const FULL_LIST = 500;
const names = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };

export function AdminClaims() {
  const [search, change] = useUrlState();
  const [, setSearch] = useSearchParams();
  const counts = useClaimCounts();
  const isTable = search.get('layout') === 'table';
  const list = claimLists.find((name) => name === search.get('list')) ?? 'pending';
  const { openClaims } = useOpenClaims(list);
  const now = useNow(60_000);
  const listedClaims = openClaims?.filter((claim) => !isSnoozed(claim, now));
  useEffect(() => {
    const sendOnLeave = () => sendPendingDecisions(true);
    addEventListener('pagehide', sendOnLeave);
    return () => {
      removeEventListener('pagehide', sendOnLeave);
      sendPendingDecisions();
    };
  }, []);
  // The list and the counts are fetched at different times. The list is what the reviewer can compare, so it wins.
  const countOf = (value: string, counted: number) =>
    value === list && listedClaims && openClaims!.length < FULL_LIST ? listedClaims.length : counted;
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <div className={layout.row}>
          <Segmented
            label="Layout"
            value={isTable ? 'table' : 'review'}
            onValueChange={(value) =>
              setSearch(value === 'table' ? `?tab=claims&layout=table&status=${list}` : `?tab=claims`, {
                preventScrollReset: true,
              })
            }
            options={[
              { value: 'review', label: 'Review' },
              { value: 'table', label: 'Table' },
            ]}
          />
          {counts !== null && counts.overdue > 0 && (
            <Badge tone="bad" dot>
              {counts.overdue} overdue
            </Badge>
          )}
        </div>
        {!isTable && (
          <Segmented
            label="Claim requests"
            value={list}
            onValueChange={(value) => change({ list: value === 'pending' ? null : value, claim: null }, { push: true })}
            options={claimLists.map((value) => ({
              value,
              label: counts ? `${names[value]} (${countOf(value, counts[value])})` : names[value],
            }))}
          />
        )}
        {!isTable && <ClaimFilters />}
      </div>
      {isTable ? <ClaimTable /> : <ClaimQueue key={list} list={list} />}
    </div>
  );
}
