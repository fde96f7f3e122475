import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeRole } from '#contract/admin-users.ts';
import { roleNames, roles, roleSummaries, type Role } from '#contract/roles.ts';
import type { StaffMember } from '#contract/staff.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';

const FORM = 'change-role';
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
    check: ({ password }): Record<string, string> =>
      password === '' ? { password: 'Please enter your own password.' } : {},
  });
  const save = useMutation({
    mutationFn: (body: typeof form.values) => api(changeRole, { params: { id: String(member.id) }, body }),
    async onSuccess() {
      await refresh(client, '/api/admin/staff', '/api/admin/users', '/api/admin/inbox-assignees');
      toast({ title: 'Role changed', description: `We emailed ${member.name}.`, variant: 'good' });
      onClose();
    },
    onError: (error) => form.showError(error, 'role'),
  });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Role of ${member.name}`}
      description="They will be signed out everywhere and emailed about the change."
      footer={
        <Button
          type="submit"
          form={FORM}
          variant={form.values.role === 'user' ? 'danger' : 'primary'}
          busy={save.isPending}
          disabled={form.values.role === member.role}
        >
          {form.values.role === 'user' ? 'Remove from staff' : 'Change role'}
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        className={layout.stack}
        onSubmit={form.submit((values) => {
          if (!save.isPending) save.mutate(values);
        })}
      >
        <Field label="Role" hint={summaryOf(form.values.role)} error={form.errors.role}>
          <Select {...form.field('role')} options={roleOptions} />
        </Field>
        <Field label="Your own password" required error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} />
        </Field>
      </form>
    </Dialog>
  );
}
