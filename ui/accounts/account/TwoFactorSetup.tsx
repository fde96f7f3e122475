import { useMutation } from '@tanstack/react-query';
import { confirmTwoFactor, type enrollTwoFactor } from '#contract/accounts/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Form, FormActions } from '#ui/kit/controls/Form.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { api } from '#ui/base/platform/api.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './TwoFactorSetup.module.css';
import { schemas } from '../form-schemas.ts';

interface Props {
  enrollment: Reply<typeof enrollTwoFactor>;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Scan or type the secret, then confirm it with the first code. */
export function TwoFactorSetup({ enrollment, onDone, onClose }: Props) {
  const form = useAppForm({ defaultValues: { code: '' }, keep: 'secret', schema: schemas.setupCode });
  const confirm = useMutation({
    mutationFn: (body: typeof form.values) => api(confirmTwoFactor, { body }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
    onError: (error) => form.showError(error, 'code'),
  });
  return (
    <Dialog
      title="Set up two-factor sign-in"
      description="Scan this with an authenticator app, such as the one on your phone or in your password manager."
      width="narrow"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <Form onSubmit={form.submit((values) => confirm.mutate(values))}>
        <img
          className={css.qr}
          src={`data:image/svg+xml,${encodeURIComponent(enrollment.qr)}`}
          width={208}
          height={208}
          alt="QR code for your authenticator app"
        />
        <p className={layout.fine}>
          Can't scan it? Enter this key in the app:
          <code className={css.key}>{enrollment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <Field label="Code" required hint="The 6 digits in the app now." error={form.errors.code}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            className={css.code}
            {...form.field('code')}
          />
        </Field>
        <FormActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={confirm.isPending}>
            Turn on
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
