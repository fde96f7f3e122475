import { useMutation } from '@tanstack/react-query';
import { createWebhook } from '#contract/accounts/webhooks.ts';
import { webhookKindLabels, webhookKinds, type WebhookKind } from '#shared/accounts/webhook-events.ts';
import { can } from '#shared/permissions.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { useUser } from '#ui/base/session.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { layout } from '#ui/kit/layout.ts';
import { schemas } from '../../form-schemas.ts';

interface NewWebhookDialogProps {
  onCreated: (secret: string) => void;
  onClose: () => void;
}

export function NewWebhookDialog({ onCreated, onClose }: NewWebhookDialogProps) {
  const user = useUser();
  const form = useAppForm({
    defaultValues: { url: '', events: [] as WebhookKind[], password: '' },
    keep: 'secret',
    schema: schemas.webhook,
  });
  const create = useMutation({
    mutationFn: (body: typeof form.values) => api(createWebhook, { body }),
    onSuccess({ secret }) {
      onClose();
      onCreated(secret);
    },
    onError: (error) => form.showError(error, 'url'),
  });
  const { events } = form.values;
  const toggle = (kind: WebhookKind, isOn: boolean) =>
    form.setValues({ events: webhookKinds.filter((one) => (one === kind ? isOn : events.includes(one))) });
  const offered = webhookKinds.filter((kind) => kind !== 'import' || can(user?.role, 'imports.manage'));
  return (
    <FormDialog
      title="Add a webhook"
      description="We send a signed message to your server when something changes."
      action="Add the webhook"
      isBusy={create.isPending}
      onSubmit={form.submit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <Field label="Address" required hint="For example: https://example.com/hooks." error={form.errors.url}>
        <Input type="url" inputMode="url" autoComplete="off" maxLength={500} {...form.field('url')} />
      </Field>
      <FieldGroup legend="Send events about" error={form.errors.events}>
        <div className={layout.tight}>
          {offered.map((kind) => (
            <Checkbox
              key={kind}
              {...webhookKindLabels[kind]}
              checked={events.includes(kind)}
              onChange={(event) => toggle(kind, event.target.checked)}
            />
          ))}
        </div>
      </FieldGroup>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
    </FormDialog>
  );
}
