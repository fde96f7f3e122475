import { useQuery } from '@tanstack/react-query';
import { claimCounts } from '#contract/claims/admin-claims.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { usePendingDecisions } from '../decision/pending-decisions.ts';

/**
 * Counts claims as the lists show them: a claim leaves the pending ones at once, even while its decision can be undone or it is
 * snoozed.
 */
export function useClaimCounts(enabled = true) {
  const counts = useQuery({
    ...queryOf(claimCounts, {}),
    enabled,
    refetchInterval: 60_000,
    refetchOnMount: 'always',
  });
  const waiting = usePendingDecisions((state) => state.waiting);
  if (!counts.data) return null;
  const { snoozed = 0, ...byStatus } = counts.data;
  const shown = { ...byStatus, pending: byStatus.pending - snoozed };
  for (const { status, claims } of waiting) {
    shown.pending -= claims.length;
    shown.overdue -= claims.filter(({ overdue }) => overdue).length;
    shown[status] += claims.length;
  }
  return { ...shown, pending: Math.max(0, shown.pending), overdue: Math.max(0, shown.overdue) };
}
