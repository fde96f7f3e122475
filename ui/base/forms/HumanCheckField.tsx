import { useEffect, useRef } from 'react';
import { HUMAN_ANSWER, HUMAN_TOKEN } from '#shared/posted-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import type { HumanCheck } from './use-human-check.ts';

interface HumanCheckFieldProps {
  check: HumanCheck;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** The sum, which a person may leave empty once the browser has proved its work. Starts that work on the form's focus. */
export function HumanCheckField({ check: { sum, hasProof, start }, value, onChange, error }: HumanCheckFieldProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = container.current?.closest('form');
    if (!form) return undefined;
    if (form.contains(document.activeElement)) start();
    form.addEventListener('focusin', start);
    return () => form.removeEventListener('focusin', start);
  }, [start]);
  return (
    <div ref={container} data-needs-script={sum ? undefined : ''}>
      {sum && <input type="hidden" name={HUMAN_TOKEN} value={sum.token} />}
      <Field
        label={sum ? `What is ${sum.a} + ${sum.b}?` : 'Loading a quick math question…'}
        hint={hasProof && value === '' ? 'You can skip this. Your browser has passed the check.' : undefined}
        error={error}
        required={!hasProof}
        optional={hasProof}
      >
        <Input
          name={HUMAN_ANSWER}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          style={{ maxWidth: '8rem' }}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </div>
  );
}
