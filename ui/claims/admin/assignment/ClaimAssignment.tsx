import { useSyncExternalStore } from 'react';
import type { ClaimDossier } from '#contract/claims/claims.ts';
import { ItemControls } from '#ui/admin/inbox/ItemControls.tsx';
import { useMay } from '#ui/admin/use-may.ts';
import { formatLocalWeekdayTime } from '#ui/kit/format.ts';
import { layout } from '#ui/kit/layout.ts';
import { useNow } from '#ui/kit/use-now.ts';
import { usePlatform } from '#ui/base/platform/platform.ts';
import { isSnoozed } from './snooze.ts';

const keys = { assign: 'i', snooze: 'h' };

/** Assigns and snoozes a pending claim. Offline, the console shows what it last knew. */
export function ClaimAssignment({ claim, onSnoozed }: { claim: ClaimDossier; onSnoozed: () => void }) {
  const mayWork = useMay('inbox.work');
  const isOffline = useIsOffline();
  const now = useNow(60_000);
  const { assigneeId, assignee = null } = claim;
  // Older servers know neither.
  if (!mayWork || assigneeId === undefined || claim.status !== 'pending') return null;
  const snoozedUntil = isSnoozed(claim, now) ? claim.snoozedUntil! : null;
  if (isOffline)
    return (
      <p className={layout.muted}>
        {assignee ? `Assigned to ${assignee}` : 'Unassigned'}
        {snoozedUntil && `, snoozed until ${formatLocalWeekdayTime(snoozedUntil)}`}. To change this, connect to the
        server.
      </p>
    );
  return (
    <ItemControls
      item={{ id: claim.id, kind: 'claim', isOpen: true, assigneeId, assignee, snoozedUntil }}
      keys={keys}
      onSnoozed={onSnoozed}
    />
  );
}

function useIsOffline(): boolean {
  const { staffConsole } = usePlatform();
  return useSyncExternalStore(
    (onChange) => staffConsole?.watch(onChange) ?? (() => {}),
    () => staffConsole?.state().link === 'offline',
    () => false,
  );
}
