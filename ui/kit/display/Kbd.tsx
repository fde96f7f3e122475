import css from './Kbd.module.css';

/** `keys` as in "Ctrl K": each key in its own cap. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={css.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key} className={css.kbd}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
