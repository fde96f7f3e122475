import { useId, type ReactNode } from 'react';

interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export interface ChoiceProps<Value extends string> {
  options: readonly Choice<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

export function useChoices<Value extends string>(props: ChoiceProps<Value>) {
  const own = useId();
  const name = props.name ?? own;
  return (option: Choice<Value>) => ({
    type: 'radio' as const,
    name,
    value: option.value,
    disabled: props.disabled || option.disabled,
    checked: props.value === undefined ? undefined : props.value === option.value,
    defaultChecked: props.value === undefined ? props.defaultValue === option.value : undefined,
    onChange: () => props.onValueChange?.(option.value),
  });
}
