import { useState, type ReactNode } from 'react';
import type { ImportRun } from '#contract/bulk/bulk.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

interface ApplyRunProps {
  run: ImportRun;
  label?: string;
  busy: boolean;
  onApply: () => void;
  /** Other actions on the file. */
  children?: ReactNode;
}

/** Applies a dry run. Warnings must be confirmed first. */
export function ApplyRun({ run, label = 'Import now', busy, onApply, children }: ApplyRunProps) {
  const [isConfirmed, setIsConfirmed] = useState(false);
  const { warnings } = run;
  const buttons = (
    <>
      <Button variant="primary" busy={busy} disabled={warnings.length > 0 && !isConfirmed} onClick={onApply}>
        {label}
      </Button>
      {children}
    </>
  );
  if (warnings.length === 0) return buttons;
  return (
    <Callout tone="warn" title="Look again before you import" announce>
      <div className={layout.tight}>
        <ul className={layout.bullets}>
          {warnings.map(({ code, text }) => (
            <li key={code}>{text}</li>
          ))}
        </ul>
        <Checkbox
          checked={isConfirmed}
          onChange={(event) => setIsConfirmed(event.target.checked)}
          label="I've checked the columns and the rows below, and this is right."
        />
        <div className={layout.row}>{buttons}</div>
      </div>
    </Callout>
  );
}
