import type { Ref, SelectHTMLAttributes } from 'react';
import { cx } from '../cx.ts';
import { useFieldControl } from './field-context.ts';
import css from '../styles/input.module.css';

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  /** Alternatively, pass <option> children. */
  options?: readonly SelectOption[];
  /** Text of the empty option. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement>;
}

/** A styled native select. */
export function Select({ options, placeholder, className, children, ...props }: SelectProps) {
  const wired = useFieldControl(props);
  return (
    <span className={cx(css.wrap, css.arrow)}>
      <select {...wired} className={cx(css.input, css.select, className)}>
        {placeholder != null && <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
    </span>
  );
}
