import type { ReactNode } from 'react';
import { useChoices, type ChoiceProps } from './choices.ts';
import css from './Choice.module.css';
import { FieldGroup } from './Field.tsx';

export interface RadioGroupProps<Value extends string> extends ChoiceProps<Value> {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const radio = useChoices(props);
  return (
    <FieldGroup legend={props.legend} hint={props.hint} error={props.error} className={props.className}>
      <div className={css.list}>
        {props.options.map((option) => (
          <label key={option.value} className={css.choice}>
            <input className={css.radio} {...radio(option)} />
            <span>{option.label}</span>
            {option.hint != null && <span className={css.hint}>{option.hint}</span>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
