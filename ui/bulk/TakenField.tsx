import { getFieldLabel } from '#shared/bulk/fields.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

/** Says that a field moved from another column, and offers it back. */
export function TakenFieldNotice({ field, from, onGiveBack }: { field: string; from: string; onGiveBack: () => void }) {
  return (
    <Callout tone="warn" announce>
      <div className={layout.row}>
        <span>
          “{from || 'Untitled'}” was {getFieldLabel(field)} and is no longer imported.
        </span>
        <Button size="small" onClick={onGiveBack}>
          Give it back
        </Button>
      </div>
    </Callout>
  );
}
