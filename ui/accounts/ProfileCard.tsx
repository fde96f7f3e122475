import { useForm } from 'react-hook-form';
import { changeName, type Me } from '#contract/accounts.ts';
import { Avatar } from '#ui/kit/Avatar.tsx';
import { Button } from '#ui/kit/Button.tsx';
import { Card } from '#ui/kit/Card.tsx';
import { Field } from '#ui/kit/Field.tsx';
import { Input } from '#ui/kit/Input.tsx';
import { Link } from '#ui/kit/Link.tsx';
import { toast } from '#ui/kit/toast.ts';
import { api } from '#ui/platform/api.ts';
import css from './Account.module.css';
import { filled, showAt } from './forms.ts';
import { changeUser } from './session.ts';

const day = (at: string) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'long' });

export function ProfileCard({ user }: { user: Me }) {
  const { register, handleSubmit, setError, formState } = useForm({ values: { name: user.name } });
  const submit = handleSubmit(async ({ name }) => {
    try {
      changeUser(await api(changeName, { body: { name } }));
      toast({ title: 'Success', description: 'Your name has been changed.', variant: 'good' });
    } catch (error) {
      showAt(error, setError, ['name'], 'name');
    }
  });
  return (
    <Card as="section" aria-labelledby="profile">
      <div className={css.who}>
        <Avatar name={user.name} size={56} />
        <div className={css.words}>
          <h2 id="profile" className={css.title}>
            {user.name}
          </h2>
          <p className={css.soft}>{user.email}</p>
        </div>
      </div>
      <form className={css.line} noValidate onSubmit={(event) => void submit(event)}>
        <Field label="Name" required error={formState.errors.name?.message} className={css.grow}>
          <Input autoComplete="name" maxLength={200} {...register('name', filled('Please enter your name.'))} />
        </Field>
        <Button type="submit" busy={formState.isSubmitting} disabled={!formState.isDirty}>
          Save name
        </Button>
      </form>
      <p className={css.small}>
        Member since {day(user.createdAt)}. To change your email address, <Link to="/contact">write to us</Link>.
      </p>
    </Card>
  );
}
