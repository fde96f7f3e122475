import { useMutation } from '@tanstack/react-query';
import { changeName, type Me } from '#contract/accounts/accounts.ts';
import { EditConflict } from '#ui/base/forms/EditConflict.tsx';
import { useConflictForm } from '#ui/base/forms/use-conflict-form.ts';
import { Avatar } from '#ui/kit/display/Avatar.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { formatLocalDate } from '#ui/kit/format.ts';
import { api } from '#ui/base/platform/api.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './ProfileCard.module.css';
import { schemas } from '../form-schemas.ts';
import { updateUser } from '#ui/base/session.ts';

const nameOf = ({ name }: Me) => ({ name });

export function ProfileCard({ user }: { user: Me }) {
  const record = useConflictForm('profile', user, nameOf, { schema: schemas.name });
  const save = useMutation({
    mutationFn: ({ base, values }: typeof record.formState) =>
      api(changeName, { body: { name: values.name, read: { name: base.name } } }),
    onSuccess(me, { values }) {
      record.markSaved(values, me);
      updateUser(me);
    },
    onError(error) {
      if (!record.handleConflict(error)) record.showError(error, 'name');
    },
  });
  const submit = record.submit(() => {
    if (!save.isPending) save.mutate(record.formState);
  });
  return (
    <Card as="section" aria-labelledby="profile">
      <div className={css.person}>
        <Avatar name={user.name} size={56} />
        <div className={css.text}>
          <h2 id="profile" className={css.title}>
            {user.name}
          </h2>
          <p className={css.muted}>{user.email}</p>
        </div>
      </div>
      <form method="post" className={css.nameForm} noValidate onSubmit={submit}>
        <Field label="Name" required error={record.errors.name} className={css.grow}>
          <Input {...record.field('name')} autoComplete="name" maxLength={200} />
        </Field>
        <Button type="submit" busy={save.isPending} disabled={!record.isDirty}>
          Save name
        </Button>
      </form>
      {save.isSuccess && !record.isDirty && (
        <Callout tone="good" announce>
          Your name has been changed.
        </Callout>
      )}
      <EditConflict
        form={record}
        names={{ name: 'Name' }}
        busy={save.isPending}
        onKeepMine={() => save.mutate(record.keepMyValues())}
      />
      <p className={layout.fine}>Member since {formatLocalDate(user.createdAt)}.</p>
    </Card>
  );
}
