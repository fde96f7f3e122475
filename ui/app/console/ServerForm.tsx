import { useRef, useState, type FormEvent } from 'react';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { ConsoleRefusal } from '#ui/platform/console.ts';
import { useStaffConsole } from '#ui/platform/platform.ts';
import css from './ServerForm.module.css';

/** Asks for a server's address, and saves it once the server has answered. */
export function ServerForm({ action, first = false }: { action: string; first?: boolean }) {
  const staffConsole = useStaffConsole();
  const [url, setUrl] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const choose = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      await staffConsole.chooseServer(url);
    } catch (problem) {
      setError(problem instanceof ConsoleRefusal ? problem.message : 'That didn’t work. Please try again.');
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={css.form} noValidate onSubmit={(event) => void choose(event)}>
      <Field label="Server" hint="For example enamel.example.com" error={error} required>
        <Input
          ref={field}
          value={url}
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          autoCapitalize="none"
          // On the first start there is nothing else on the screen.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={first}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <div>
        <Button type="submit" variant="primary" block={first} busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}
