import type { ClaimDossier } from '#contract/claims/claims.ts';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { formatAgo, formatShortLocalDate } from '#ui/kit/format.ts';
import css from './RowState.module.css';
import { describeReturn, isSnoozed } from './snooze.ts';

/** The end of a claim's row: its age, the end of its snooze, or the day of its decision, and who is assigned. */
export function RowState({ claim, now }: { claim: ClaimDossier; now: number }) {
  const { assignee, reviewedAt, snoozedUntil, status, submittedAt } = claim;
  return (
    <span className={css.state}>
      {status !== 'pending'
        ? reviewedAt && formatShortLocalDate(reviewedAt)
        : isSnoozed(claim, now)
          ? describeReturn(snoozedUntil!, now)
          : formatAgo(submittedAt)}
      {assignee && (
        <span title={assignee}>
          <Avatar name={assignee} size={20} />
          <span className="hidden-text">Assigned to {assignee}</span>
        </span>
      )}
    </span>
  );
}
