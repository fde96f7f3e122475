import { useBrand } from '#ui/base/page/App.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { layout } from '#ui/kit/layout.ts';
import { useStaffConsole } from '#ui/base/platform/platform.ts';
import { useConsoleState } from '#ui/base/platform/use-console-state.ts';

/** Asks for the login of a network's proxy, without which no request reaches the server. */
export function ProxyDialog() {
  const { proxy } = useConsoleState();
  return proxy && <ProxyForm key={String(proxy.wasRefused)} {...proxy} />;
}

function ProxyForm({ host, port, wasRefused }: { host: string; port: number; wasRefused: boolean }) {
  const brand = useBrand();
  const staffConsole = useStaffConsole();
  const form = useAppForm({
    defaultValues: { user: '', password: '' },
    keep: 'secret',
    check: ({ user }): Record<string, string> => (user.trim() === '' ? { user: 'Enter your user name.' } : {}),
  });
  const decline = () => void staffConsole.answerProxy(null);
  return (
    <Dialog
      open
      width="narrow"
      title="Log in to your network’s proxy"
      description={`${host}:${port} asks for a user name and a password before it lets ${brand} through.`}
      onOpenChange={(open) => !open && decline()}
    >
      <form
        method="post"
        className={layout.stack}
        noValidate
        onSubmit={form.submit((values) => void staffConsole.answerProxy({ ...values, user: values.user.trim() }))}
      >
        <Field
          label="User name"
          required
          error={form.errors.user ?? (wasRefused ? 'The proxy didn’t accept this user name and password.' : undefined)}
        >
          <Input {...form.field('user')} autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </Field>
        <Field label="Password" hint={`Kept until you quit ${brand}.`}>
          <PasswordInput {...form.field('password')} autoComplete="off" />
        </Field>
        <div className={layout.row}>
          <Button type="submit" variant="primary">
            Log in
          </Button>
          <Button onClick={decline}>Stay offline</Button>
        </div>
      </form>
    </Dialog>
  );
}
