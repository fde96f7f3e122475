import { useEffect } from 'react';
import { TRAP } from '#shared/posted-form.ts';
import type { HumanCheck } from './use-human-check.ts';

/** A field that only bots find and fill in. Starts the browser's work on the form's focus. */
export function HumanCheckField({ check: { trap, start } }: { check: HumanCheck }) {
  useEffect(() => {
    const form = trap.current?.form;
    if (!form) return undefined;
    // An error is shown when the form is sent.
    const begin = () => void start().catch(() => undefined);
    if (form.contains(document.activeElement)) begin();
    form.addEventListener('focusin', begin);
    return () => form.removeEventListener('focusin', begin);
  }, [trap, start]);
  return (
    <div className="hidden-text" aria-hidden="true">
      <label>
        Leave this empty
        <input ref={trap} name={TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
