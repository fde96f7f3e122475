import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveClaim, viewClaim } from '#contract/claims/admin-claims.ts';
import { api } from '#ui/base/platform/api.ts';

const HEARTBEAT_MS = 15_000;
/** The page polls by itself, so this must not keep the session alive. */
const headers = { 'X-Enamel-Background': '1' };

/**
 * Shows colleagues that this claim is open here, and returns the claims that they have open. A hidden tab stops, so the
 * server forgets it. Failures don't matter: the second decision on a claim is refused anyway.
 */
export function useViewers(claimId: number | undefined): readonly { claimId: number; name: string }[] {
  const isActive = claimId !== undefined;
  const viewers = useQuery({
    queryKey: ['viewers of claims', claimId],
    queryFn: ({ signal }) => api(viewClaim, { params: { id: String(claimId) } }, { signal, headers }),
    enabled: isActive,
    refetchInterval: HEARTBEAT_MS,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  useEffect(() => {
    if (claimId === undefined) return undefined;
    const leave = () =>
      void api(leaveClaim, { params: { id: String(claimId) } }, { headers, keepalive: true }).catch(() => {});
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [claimId]);
  return isActive ? (viewers.data ?? noViewers) : noViewers;
}

const noViewers: never[] = [];
