import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listClaims } from '#contract/claims/admin-claims.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import type { ClaimListName } from '../claim-lists.ts';
import { usePendingDecisions } from '../decision/pending-decisions.ts';

/** The claims of a list, without those whose decision can still be undone. */
export function useOpenClaims(list: ClaimListName) {
  const claims = useQuery({
    ...queryOf(listClaims, { query: { status: list } }),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  const waiting = usePendingDecisions((state) => state.waiting);
  const openClaims = useMemo(() => {
    const decidedIds = new Set(waiting.flatMap(({ claims: decided }) => decided.map(({ claimId }) => claimId)));
    return claims.data?.filter(({ id }) => list !== 'pending' || !decidedIds.has(id));
  }, [claims.data, waiting, list]);
  return { claims, openClaims };
}
