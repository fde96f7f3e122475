import { Button } from '#ui/kit/controls/Button.tsx';
import { EmptyState } from '#ui/kit/display/EmptyState.tsx';
import { useUrlState } from '#ui/admin/use-url-state.ts';
import type { ClaimListName } from '../claim-lists.ts';

const texts = {
  pending: ['No claims are waiting', 'Every request has been decided. New ones appear here automatically.'],
  approved: ['No approved claims yet', 'Claims you approve are listed here.'],
  rejected: ['No rejected claims', 'Claims you reject are listed here with their reason.'],
} as const;

interface EmptyQueueProps {
  list: ClaimListName;
  /** Claims that the search or the filter hides, without the snoozed ones. */
  hidden: number;
  snoozed: number;
}

/** Says why no claims are listed, and offers those that are hidden. */
export function EmptyQueue({ list, hidden, snoozed }: EmptyQueueProps) {
  const [search, change] = useUrlState();
  const isFiltered = search.has('q') || search.has('only');
  if (isFiltered && (hidden > 0 || snoozed > 0))
    return (
      <EmptyState
        title="No claims match"
        scene="search"
        compact
        actions={<Button onClick={() => change({ q: null, only: null })}>Show all {hidden || ''}</Button>}
      >
        Try other words, or another filter.
      </EmptyState>
    );
  if (snoozed > 0)
    return (
      <EmptyState
        title="No claims are waiting"
        scene="done"
        compact
        actions={<Button onClick={() => change({ only: 'snoozed' })}>Show snoozed claims</Button>}
      >
        {snoozed === 1
          ? 'One claim is snoozed, and returns at its time.'
          : `${snoozed} claims are snoozed, and return at their time.`}
      </EmptyState>
    );
  return (
    <EmptyState title={texts[list][0]} scene="done" compact>
      {texts[list][1]}
    </EmptyState>
  );
}
