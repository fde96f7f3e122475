import { useChoices, type ChoiceProps } from './choices.ts';
import css from './Segmented.module.css';
import { cx } from '../cx.ts';

/** Radio buttons in one line, for two to four short labels. */
export function Segmented<Value extends string>({ label, ...props }: ChoiceProps<Value> & { label: string }) {
  const radio = useChoices(props);
  return (
    <div role="radiogroup" aria-label={label} className={cx(css.segments, props.className)}>
      {props.options.map((option) => (
        <label key={option.value} className={css.segment}>
          <input {...radio(option)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
