import css from './Pricing.module.css';

const count = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;
/** For ears: in the largest unit there is, so that it rarely changes. */
function inWords(seconds: number): string {
  if (seconds >= 86_400) return count(Math.floor(seconds / 86_400), 'day');
  if (seconds >= 3_600) return count(Math.floor(seconds / 3_600), 'hour');
  return seconds >= 60 ? count(Math.floor(seconds / 60), 'minute') : 'less than a minute';
}

/** What is left, for eyes each second. */
export function Countdown({ left }: { left: number }) {
  const seconds = Math.floor(left / 1000);
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
      aria-label={`The launch discount ends in ${inWords(seconds)}`}
    >
      {parts.map(([value, unit]) => (
        <span key={unit} aria-hidden="true">
          <b suppressHydrationWarning>{String(value).padStart(2, '0')}</b> {unit}
        </span>
      ))}
    </div>
  );
}
