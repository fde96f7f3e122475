import { useState } from 'react';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { ConsoleRefusal } from '#ui/base/platform/console.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { layout } from '#ui/kit/layout.ts';

/** Asks for a server's address, and saves it once the server has answered. */
export function ServerForm({ action, first = false }: { action: string; first?: boolean }) {
  const staffConsole = useStaffConsole();
  const form = useAppForm({ defaultValues: { url: '' }, keep: { draft: 'console server' } });
  const [busy, setBusy] = useState(false);
  const choose = async (url: string) => {
    setBusy(true);
    form.clearErrors();
    try {
      await staffConsole.chooseServer(url);
      form.endDraft();
    } catch (problem) {
      form.showErrors({
        url: problem instanceof ConsoleRefusal ? problem.message : 'That didn’t work. Please try again.',
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <form method="post" className={layout.stack} noValidate onSubmit={form.submit(({ url }) => void choose(url))}>
      <Field label="Server" hint="For example directory.example.com" error={form.errors.url} required>
        <Input
          {...form.field('url')}
          inputMode="url"
          autoComplete="url"
          spellCheck={false}
          autoCapitalize="none"
          // On the first start there is nothing else on the screen.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={first}
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
