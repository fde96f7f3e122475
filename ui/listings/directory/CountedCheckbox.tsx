import { useId } from 'react';
import { Checkbox, type CheckboxProps } from '#ui/kit/controls/Checkbox.tsx';
import { OptionCount } from './OptionCount.tsx';
import css from './CountedCheckbox.module.css';

/** A checkbox with the number of results at the end of its line, once it is known. */
export function CountedCheckbox({ label, count, ...rest }: CheckboxProps & { count: string }) {
  const id = useId();
  if (count === '') return <Checkbox label={label} {...rest} />;
  return (
    <Checkbox
      label={
        <span className={css.line}>
          {label}
          <OptionCount id={id} count={count} />
        </span>
      }
      aria-describedby={id}
      {...rest}
    />
  );
}
