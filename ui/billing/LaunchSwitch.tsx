import { Switch } from '#ui/kit/controls/Switch.tsx';
import css from './LaunchSwitch.module.css';

const count = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
/** The time left in its largest unit, so that screen readers rarely announce a change. */
function formatTimeLeft(seconds: number): string {
  if (seconds >= 86_400) return count(Math.floor(seconds / 86_400), 'day');
  if (seconds >= 3_600) return count(Math.floor(seconds / 3_600), 'hour');
  return seconds >= 60 ? count(Math.floor(seconds / 60), 'minute') : 'less than a minute';
}

function Countdown({ millisecondsLeft }: { millisecondsLeft: number }) {
  const seconds = Math.floor(millisecondsLeft / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'days'],
    [Math.floor(seconds / 3_600) % 24, 'hours'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 'sec'],
  ] as const;
  return (
    <div
      className={css.countdown}
      role="timer"
      suppressHydrationWarning
      aria-label={`The launch discount ends in ${formatTimeLeft(seconds)}`}
    >
      {parts.map(([value, unit]) => (
        <span key={unit} aria-hidden="true">
          <b suppressHydrationWarning>{String(value).padStart(2, '0')}</b> {unit}
        </span>
      ))}
    </div>
  );
}

interface LaunchSwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  millisecondsLeft: number;
}

/** The launch discount. Loaded only while it lasts. */
export default function LaunchSwitch({ label, checked, onChange, millisecondsLeft }: LaunchSwitchProps) {
  return (
    <div className={css.launch}>
      <Switch
        label={`Launch discount: ${label}`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <Countdown millisecondsLeft={millisecondsLeft} />
    </div>
  );
}
