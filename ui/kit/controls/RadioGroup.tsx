import type { InputHTMLAttributes, ReactNode } from 'react';
import { useChoices, type ChoiceProps } from './choices.ts';
import css from '../styles/choice.module.css';
import { FieldGroup } from './Field.tsx';

interface RadioGroupProps<Value extends string> extends ChoiceProps<Value> {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Puts short options next to each other. */
  isRow?: boolean;
}

interface RadioProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  label: ReactNode;
  hint?: ReactNode;
}

/** A single radio, for layouts that separate the options. */
export const Radio = ({ label, hint, ...rest }: RadioProps) => (
  <label className={css.choice}>
    <input {...rest} type="radio" className={css.radio} />
    <span>{label}</span>
    {hint != null && <span className={css.hint}>{hint}</span>}
  </label>
);

export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const radio = useChoices(props);
  return (
    <FieldGroup legend={props.legend} hint={props.hint} error={props.error} className={props.className}>
      <div className={props.isRow ? css.row : css.list}>
        {props.options.map((option) => (
          <Radio key={option.value} {...radio(option)} label={option.label} hint={option.hint} />
        ))}
      </div>
    </FieldGroup>
  );
}
