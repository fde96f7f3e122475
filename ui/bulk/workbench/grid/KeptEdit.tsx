import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';

interface KeptEditProps {
  line: number;
  column: string;
  text: string;
  onApply: () => void;
  onDiscard: () => void;
}

/** A cell that someone was typing in when the page went away. */
export function KeptEdit({ line, column, text, onApply, onDiscard }: KeptEditProps) {
  return (
    <Callout tone="info" announce>
      <div className={layout.row}>
        <span>
          You were changing {column} on line {line} to “{text}.”
        </span>
        <Button size="small" variant="primary" onClick={onApply}>
          Change the cell
        </Button>
        <Button size="small" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Callout>
  );
}
