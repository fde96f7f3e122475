import { Segmented } from './Segmented.tsx';
import { setTheme, useTheme, type Theme } from '../styles/theme.ts';

const options: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

export function ThemeSwitch({ className }: { className?: string }) {
  return (
    <Segmented
      label="Color theme"
      options={options}
      value={useTheme()}
      onValueChange={setTheme}
      className={className}
    />
  );
}
