import { useState } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-context.ts';
import type { InputProps } from './Input.tsx';
import css from '../styles/input.module.css';

export function PasswordInput({ className, ...props }: Omit<InputProps, 'type' | 'icon'>) {
  const [shown, setShown] = useState(false);
  const wired = useFieldControl(props);
  return (
    <span className={css.wrap}>
      <input
        autoCapitalize="none"
        autoComplete="current-password"
        spellCheck={false}
        {...wired}
        type={shown ? 'text' : 'password'}
        className={cx(css.input, css.withTail, className)}
      />
      <span className={css.tail} data-needs-script>
        <button
          type="button"
          className={css.show}
          aria-pressed={shown}
          aria-label="Show password"
          aria-controls={wired.id}
          disabled={wired.disabled}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </span>
    </span>
  );
}
