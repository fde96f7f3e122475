import type { OwnClaim } from '#contract/claims/claims.ts';
import { describeStep } from './claim-text.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ClaimTimeline.module.css';
import { formatDate, formatLocalDateTime } from '#ui/kit/format.ts';

const toneOf = (kind: string): string | undefined =>
  kind === 'rejected' || kind === 'reversed' ? 'bad' : kind === 'evidence_asked' ? 'warn' : undefined;

export function ClaimTimeline({ claim }: { claim: OwnClaim }) {
  return (
    <ol className={css.steps} aria-label="Progress of this request">
      {claim.timeline.map((event) => (
        <li key={event.kind + event.at} className={css.step} data-tone={toneOf(event.kind)}>
          <div>
            <p className={css.stepTitle}>{describeStep(claim, event.kind)}</p>
            <p className={layout.note}>{formatLocalDateTime(event.at)}</p>
            {event.note && <p className={css.notes}>{event.note}</p>}
          </div>
        </li>
      ))}
      {claim.status === 'pending' && (
        <li className={css.step} data-next="">
          <div>
            <p className={css.stepTitle}>{claim.evidenceAsked ? 'Waiting for your answer' : 'In review'}</p>
            {claim.dueAt && !claim.evidenceAsked && (
              <p className={layout.note}>We will decide by {formatDate(claim.dueAt)}.</p>
            )}
          </div>
        </li>
      )}
    </ol>
  );
}
