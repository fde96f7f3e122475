import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { changeGroup, endGroup, leaveGroup, type Group } from '#contract/groups/groups.ts';
import { groupRoleNames, groupRoleTexts, mayInGroup } from '#shared/groups/group-roles.ts';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { toastError } from '#ui/base/platform/toast-error.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { layout } from '#ui/kit/layout.ts';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { BrandForm } from './brand/BrandForm.tsx';
import css from './SettingsTab.module.css';
import { useGroupChange } from './use-group-change.ts';

/** The name and the public page of a group, and its end, or the end of the own role in it. */
export const SettingsTab = ({ group }: { group: Group }) => (
  <div className={layout.stack}>
    {mayInGroup(group.role, 'rename') && <NameForm group={group} />}
    {mayInGroup(group.role, 'manage') && <BrandForm group={group} />}
    <EndCard group={group} />
  </div>
);

function NameForm({ group }: { group: Group }) {
  const form = useAppForm({ defaultValues: { name: group.name }, keep: { draft: `group name ${group.id}` } });
  const save = useGroupChange(
    group.id,
    (name: string) => api(changeGroup, { params: { id: String(group.id) }, body: { name } }),
    { onSuccess: form.endDraft, onError: (error) => form.showError(error, 'name') },
  );
  return (
    <Card as="section" aria-labelledby="group-title" className={layout.stack}>
      <h2 id="group-title" className={layout.heading}>
        Name
      </h2>
      <form method="post" className={css.form} noValidate onSubmit={form.submit(({ name }) => save.mutate(name))}>
        <Field label="Name of the group" error={form.errors.name}>
          <Input autoComplete="organization" maxLength={80} {...form.field('name')} />
        </Field>
        <Button type="submit" variant="primary" busy={save.isPending}>
          Save
        </Button>
      </form>
      {save.isSuccess && (
        <Callout tone="good" announce>
          Saved.
        </Callout>
      )}
    </Card>
  );
}

function EndCard({ group }: { group: Group }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const params = { id: String(group.id) };
  const end = async (call: typeof endGroup) => {
    try {
      await api(call, { params });
      await navigate('/dashboard/groups', { replace: true });
      await refresh(client, '/api/user/groups', '/api/user/dentists', '/api/user/home');
    } catch (error) {
      toastError(error);
      throw error;
    }
  };
  if (group.role === 'owner')
    return (
      <Card as="section" aria-labelledby="end-group" className={layout.stack}>
        <h2 id="end-group" className={layout.heading}>
          End the group
        </h2>
        <p className={layout.muted}>The listings stay yours. Everyone else loses access to them.</p>
        <Confirm
          title={`End ${group.name}?`}
          description="Its roles and cost centers are deleted. The listings stay yours. This can’t be undone."
          action="End the group"
          danger
          trigger={
            <Button variant="danger" className={css.end}>
              End the group
            </Button>
          }
          onConfirm={() => end(endGroup)}
        />
      </Card>
    );
  return (
    <Card as="section" aria-labelledby="own-role" className={layout.stack}>
      <h2 id="own-role" className={layout.heading}>
        Your role
      </h2>
      <p className={layout.muted}>
        {groupRoleNames[group.role]}. {groupRoleTexts[group.role]}
      </p>
      <Confirm
        title={`Leave ${group.name}?`}
        description="You lose access to its locations. The owner can invite you again."
        action="Leave the group"
        trigger={<Button className={css.end}>Leave the group</Button>}
        onConfirm={() => end(leaveGroup)}
      />
    </Card>
  );
}
