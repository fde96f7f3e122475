import { useMutation, useQueryClient } from '@tanstack/react-query';
import { roleNames, roleSummaries, staffRoles, type StaffRole } from '#shared/roles.ts';
import { invitationForm, inviteStaff, listStaff } from '#contract/accounts/staff.ts';
import { FormDialog } from '#ui/base/forms/FormDialog.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { checkOwnPassword, OwnPasswordField } from './OwnPasswordField.tsx';

const roleOptions = staffRoles.map((role) => ({ value: role, label: roleNames[role] }));

/** Invites someone to the staff by email. The administrator's password protects an unattended screen. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { email: '', role: 'reviewer' as StaffRole, password: '' },
    keep: { draft: 'staff invitation', except: ['password'] },
    schema: invitationForm,
    check: checkOwnPassword,
  });
  const invite = useMutation({
    mutationFn: (body: typeof form.values) => api(inviteStaff, { body }),
    onSuccess(staff, { email }) {
      form.endDraft();
      client.setQueryData(queryOf(listStaff, {}).queryKey, staff);
      toast({ title: 'Invitation sent', description: `We emailed ${email.trim()}.`, variant: 'good' });
      onClose();
    },
    onError: (error) => form.showError(error, 'email'),
  });
  return (
    <FormDialog
      title="Invite to the staff"
      description="The invitation expires in 7 days. Only this address can accept it."
      action="Send invitation"
      isBusy={invite.isPending}
      onSubmit={form.submit((values) => {
        if (!invite.isPending) invite.mutate(values);
      })}
      onClose={onClose}
    >
      <Field label="Email" required error={form.errors.email}>
        <Input type="email" autoComplete="off" maxLength={254} {...form.field('email')} />
      </Field>
      <Field label="Role" hint={roleSummaries[form.values.role]} error={form.errors.role}>
        <Select {...form.field('role')} options={roleOptions} />
      </Field>
      <OwnPasswordField {...form.field('password')} error={form.errors.password} />
    </FormDialog>
  );
}
