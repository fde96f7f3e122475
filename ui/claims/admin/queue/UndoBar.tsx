import { Button } from '#ui/kit/controls/Button.tsx';
import { Kbd } from '#ui/kit/display/Kbd.tsx';
import { useNow } from '#ui/kit/use-now.ts';
import { describeDecision, undoDecision, usePendingDecisions } from '../decision/pending-decisions.ts';
import css from './UndoBar.module.css';

function Countdown({ until }: { until: number }) {
  const now = useNow(500);
  return <span aria-hidden="true"> · sends in {Math.max(0, Math.ceil((until - now) / 1000))} s</span>;
}

/** Undoes a decision of the last ten seconds. */
export function UndoBar() {
  const waiting = usePendingDecisions((state) => state.waiting);
  const last = waiting.at(-1);
  const earlierClaims = waiting.slice(0, -1).reduce((sum, { claims }) => sum + claims.length, 0);
  return (
    <div className={css.bar} role="region" aria-label="Decisions that can be undone" hidden={!last}>
      <div aria-live="polite">
        {last && (
          <div className={css.row}>
            <span>
              <strong>{describeDecision(last)}</strong> {last.status}
              {earlierClaims > 0 && `, and ${earlierClaims} more waiting`}
              <Countdown until={last.until} />
            </span>
            <Button size="small" onClick={() => void undoDecision(last.key)} iconEnd={<Kbd keys="Z" />}>
              Undo
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
