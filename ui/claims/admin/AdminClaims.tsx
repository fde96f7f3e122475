import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { claimCounts } from '#contract/admin-claims.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { queryOf } from '#ui/platform/query.ts';
import { layout } from '#ui/kit/layout.ts';
import { useUrlState } from '#ui/admin-shell/use-url-state.ts';
import { claimLists } from './claim-lists.ts';
import { sendPendingDecisions } from './pending-decisions.ts';
import { ClaimQueue } from './ClaimQueue.tsx';
import { UndoBar } from './UndoBar.tsx';

const names = { pending: 'Pending', approved: 'Approved', rejected: 'Rejected' };

export function AdminClaims() {
  const [search, change] = useUrlState();
  const counts = useQuery({ ...queryOf(claimCounts, {}), refetchInterval: 60_000, refetchOnMount: 'always' });
  const list = claimLists.find((name) => name === search.get('list')) ?? 'pending';
  useEffect(() => {
    const sendOnLeave = () => sendPendingDecisions(true);
    addEventListener('pagehide', sendOnLeave);
    return () => {
      removeEventListener('pagehide', sendOnLeave);
      sendPendingDecisions();
    };
  }, []);
  return (
    <div className={layout.stack}>
      <div className={layout.between}>
        <Segmented
          label="Claim requests"
          value={list}
          onValueChange={(value) => change({ list: value === 'pending' ? null : value, claim: null }, { push: true })}
          options={claimLists.map((value) => ({
            value,
            label: counts.data ? `${names[value]} (${counts.data[value]})` : names[value],
          }))}
        />
        {counts.data !== undefined && counts.data.overdue > 0 && (
          <Badge tone="bad" dot>
            {counts.data.overdue} overdue
          </Badge>
        )}
      </div>
      <ClaimQueue key={list} list={list} />
      <UndoBar />
    </div>
  );
}
