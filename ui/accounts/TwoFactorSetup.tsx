import { useForm } from 'react-hook-form';
import { confirmTwoFactor, type enrollTwoFactor } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { api } from '#ui/platform/api.ts';
import css from './Account.module.css';
import { filled, showAt } from './forms.ts';

interface Props {
  enrolment: Reply<typeof enrollTwoFactor>;
  onDone: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Scan or type the secret, then prove it with the first code. */
export function TwoFactorSetup({ enrolment, onDone, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const submit = handleSubmit(async (body) => {
    try {
      onDone((await api(confirmTwoFactor, { body })).recoveryCodes);
    } catch (error) {
      showAt(error, setError, ['code'], 'code');
    }
  });
  return (
    <Dialog
      title="Set up two-factor sign-in"
      description="Scan this with an authenticator app, such as the one of your phone or password manager."
      width="narrow"
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <img
          className={css.qr}
          src={`data:image/svg+xml,${encodeURIComponent(enrolment.qr)}`}
          width={208}
          height={208}
          alt="QR code for your authenticator app"
        />
        <p className={css.small}>
          No camera at hand? Type this key into the app:
          <code className={css.key}>{enrolment.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
        <Field label="Code" required hint="The six digits the app shows now." error={formState.errors.code?.message}>
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            spellCheck={false}
            className={css.code}
            {...register('code', filled('Please enter the code.'))}
          />
        </Field>
        <div className={css.end}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            Turn on
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
