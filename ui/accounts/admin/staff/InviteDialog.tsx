import { useMutation, useQueryClient } from '@tanstack/react-query';
import { roleNames, roleSummaries, staffRoles, type StaffRole } from '#contract/roles.ts';
import { invitationForm, inviteStaff, listStaff } from '#contract/staff.ts';
import { useAppForm } from '#ui/app/use-app-form.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Select } from '#ui/kit/controls/Select.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Dialog } from '#ui/kit/overlays/Dialog.tsx';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/platform/api.ts';
import { queryOf } from '#ui/platform/query.ts';

const FORM = 'invite-staff';
const roleOptions = staffRoles.map((role) => ({ value: role, label: roleNames[role] }));

/** Invites someone to the staff by email. The administrator's password protects an unattended screen. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const form = useAppForm({
    defaultValues: { email: '', role: 'reviewer' as StaffRole, password: '' },
    keep: { draft: 'staff invitation', except: ['password'] },
    schema: invitationForm,
    check: ({ password }): Record<string, string> =>
      password === '' ? { password: 'Please enter your own password.' } : {},
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
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Invite to the staff"
      description="The invitation expires in 7 days. Only this address can accept it."
      footer={
        <Button type="submit" form={FORM} variant="primary" busy={invite.isPending}>
          Send invitation
        </Button>
      }
    >
      <form
        id={FORM}
        noValidate
        className={layout.stack}
        onSubmit={form.submit((values) => {
          if (!invite.isPending) invite.mutate(values);
        })}
      >
        <Field label="Email" required error={form.errors.email}>
          <Input type="email" autoComplete="off" maxLength={254} {...form.field('email')} />
        </Field>
        <Field label="Role" hint={roleSummaries[form.values.role]} error={form.errors.role}>
          <Select {...form.field('role')} options={roleOptions} />
        </Field>
        <Field label="Your own password" required error={form.errors.password}>
          <PasswordInput autoComplete="current-password" {...form.field('password')} />
        </Field>
      </form>
    </Dialog>
  );
}
