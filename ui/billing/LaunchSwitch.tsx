import { Switch } from '#ui/kit/controls/Switch.tsx';
import { Countdown } from './Countdown.tsx';
import css from './LaunchSwitch.module.css';

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
