import { useMutation, useQuery } from '@tanstack/react-query';
import { createApiKey } from '#contract/accounts/api-keys.ts';
import { myGroups } from '#contract/groups/groups.ts';
import { apiScopes, keyDays, labelScope, type ApiScope } from '#shared/accounts/api-scopes.ts';
import { mayInGroup } from '#shared/groups/group-roles.ts';
import { can } from '#shared/permissions.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { useUser } from '#ui/base/session.ts';
import { Checkbox } from '#ui/kit/controls/Checkbox.tsx';
import { Field, FieldGroup } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { schemas } from '../form-schemas.ts';

interface NewApiKeyDialogProps {
  onCreated: (key: string) => void;
  onClose: () => void;
}

export function NewApiKeyDialog({ onCreated, onClose }: NewApiKeyDialogProps) {
  const user = useUser();
  const form = useAppForm({
    defaultValues: {
      name: '',
      groupId: undefined as number | undefined,
      scopes: [] as ApiScope[],
      days: 90 as (typeof keyDays)[number],
      password: '',
    },
    keep: 'secret',
    schema: schemas.apiKey,
  });
  const create = useMutation({
    mutationFn: (body: typeof form.values) => api(createApiKey, { body }),
    onSuccess({ key }) {
      onClose();
      onCreated(key);
    },
    onError: (error) => form.showError(error, 'name'),
  });
  const { groupId, scopes, days } = form.values;
  const { data } = useQuery(queryOf(myGroups, {}));
  const groups = (data?.groups ?? []).filter(({ role }) => mayInGroup(role, 'keys'));
  const chosen = groups.find(({ id }) => id === groupId);
  const toggle = (scope: ApiScope, isOn: boolean) =>
    form.setValues({ scopes: apiScopes.filter((one) => (one === scope ? isOn : scopes.includes(one))) });
  const offered = apiScopes.filter(
    (scope) => scope !== 'import' || (groupId === undefined && can(user?.role, 'imports.manage')),
  );
  return (
    <FormDialog
      title="Create an API key"
      description="Give each program a key of its own, and only what it needs."
      action="Create the key"
      isBusy={create.isPending}
      onSubmit={form.submit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ''} readOnly />
      <Field label="Name" required hint="For example: Front desk calendar." error={form.errors.name}>
        <Input autoComplete="off" maxLength={60} {...form.field('name')} />
      </Field>
      {groups.length > 0 && (
        <Field
          label="Belongs to"
          hint={
            !chosen
              ? 'It reaches your own listings and those that you manage.'
              : chosen.role === 'owner'
                ? 'It reaches only the locations of this group. Editors can replace and revoke it.'
                : 'It reaches the locations of this group, and keeps working if you leave. The group’s owner gets an email about it.'
          }
          error={form.errors.groupId}
        >
          <Select
            name="groupId"
            value={String(groupId ?? '')}
            options={[
              { value: '', label: 'You' },
              ...groups.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={({ target }) =>
              form.setValues(
                target.value === ''
                  ? { groupId: undefined }
                  : { groupId: Number(target.value), scopes: scopes.filter((scope) => scope !== 'import') },
              )
            }
          />
        </Field>
      )}
      <FieldGroup legend="This key may" error={form.errors.scopes}>
        <div className={layout.tight}>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              {...labelScope(scope, groupId !== undefined)}
              checked={scopes.includes(scope)}
              onChange={(event) => toggle(scope, event.target.checked)}
            />
          ))}
        </div>
      </FieldGroup>
      <Field label="Works for" error={form.errors.days}>
        <Select
          name="days"
          value={String(days)}
          options={keyDays.map((value) => ({ value: String(value), label: `${value} days` }))}
          onChange={(event) => form.setValues({ days: Number(event.target.value) as typeof days })}
        />
      </Field>
      <Field label="Your password" required error={form.errors.password}>
        <PasswordInput autoComplete="current-password" {...form.field('password')} />
      </Field>
    </FormDialog>
  );
}
