import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeRole } from '#contract/accounts/admin-users.ts';
import { roleNames, roles, roleSummaries, type Role } from '#shared/roles.ts';
import type { StaffMember } from '#contract/accounts/staff.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { checkOwnPassword, OwnPasswordField } from './OwnPasswordField.tsx';

const roleOptions = roles
  .toReversed()
  .map((role) => ({ value: role, label: role === 'user' ? 'No staff role' : roleNames[role] }));
const summaryOf = (role: Role) =>
  role === 'user' ? 'The account stays, without access to the admin panel.' : roleSummaries[role];

/** Gives a member of the staff another role, or none. */
export function ChangeRoleDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { role: member.role as Role, password: '' },
    keep: 'secret',
    check: checkOwnPassword,
  });
  const save = useMutation({
    mutationFn: (values: typeof form.values) =>
      api(changeRole, { params: { id: String(member.id) }, body: { ...values, read: { role: member.role } } }),
    async onSuccess() {
      await refresh(client, '/api/admin/staff', '/api/admin/users', '/api/admin/inbox-assignees');
      toast({ title: 'Role changed', description: `We emailed ${member.name}.`, variant: 'good' });
      onClose();
    },
    onError: (error) => form.showError(error, 'role'),
  });
  return (
    <FormDialog
      title={`Role of ${member.name}`}
      description="They will be signed out everywhere and emailed about the change."
      action={form.values.role === 'user' ? 'Remove from staff' : 'Change role'}
      isDisabled={form.values.role === member.role}
      isDanger={form.values.role === 'user'}
      isBusy={save.isPending}
      onSubmit={form.submit((values) => {
        if (!save.isPending) save.mutate(values);
      })}
      onClose={onClose}
    >
      <Field label="Role" hint={summaryOf(form.values.role)} error={form.errors.role}>
        <Select {...form.field('role')} options={roleOptions} />
      </Field>
      <OwnPasswordField {...form.field('password')} error={form.errors.password} />
    </FormDialog>
  );
}
