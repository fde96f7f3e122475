import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { createFirstAdmin, readOpening } from '#contract/opening/setup.ts';
import { schemas } from '#ui/accounts/form-schemas.ts';
import { CardPage } from '#ui/accounts/sign-in/CardPage.tsx';
import { callOf, PostForm } from '#ui/base/forms/posted-form.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { join } from '#ui/base/session.ts';
import { api } from '#ui/base/platform/api.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { PasswordInput } from '#ui/kit/controls/PasswordInput.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';

/** The first page of a new directory. Its one-time link is in the server's log. */
function SetupPage() {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token') ?? '');
  const { data, isError } = useQuery(queryOf(readOpening, {}));
  return (
    <CardPage title="Set up your directory" lead="The first step: who are you?" hasMark>
      <Head title="Set up your directory" noindex />
      {isError ? (
        <Callout tone="bad">We couldn’t reach the server. Please reload this page.</Callout>
      ) : !data ? (
        <Skeleton height={280} />
      ) : !data.needsAdmin ? (
        <>
          <Callout title="This directory has an administrator">Log in to continue the setup.</Callout>
          <ButtonLink to="/auth?next=/admin" variant="primary" block>
            Log in
          </ButtonLink>
        </>
      ) : token === '' ? (
        <Callout tone="warn" title="Please open the link from the server’s log">
          It was printed when the server started. A restart prints it again.
        </Callout>
      ) : (
        <AdminForm token={token} />
      )}
    </CardPage>
  );
}

function AdminForm({ token }: { token: string }) {
  const navigate = useNavigate();
  const form = useAppForm({
    defaultValues: { name: '', email: '', password: '' },
    keep: 'secret',
    schema: schemas.firstAdmin,
    call: callOf(createFirstAdmin),
    errorAt: 'email',
  });
  const { errors, field } = form;
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      join(() => api(createFirstAdmin, { body: { token, ...values } }), 'Welcome to your directory'),
    onSuccess: () => void navigate('/admin', { replace: true }),
    onError: (error) => form.showError(error),
  });
  return (
    <PostForm call={form.call} hidden={{ token }} onSubmit={form.submit((values) => create.mutate(values))}>
      <Field label="Full name" required error={errors.name}>
        <Input autoComplete="name" maxLength={200} {...field('name')} />
      </Field>
      <Field label="Email" required error={errors.email}>
        <Input type="email" inputMode="email" autoComplete="username" {...field('email')} />
      </Field>
      <Field label="Password" required hint="Administrators use at least 15 characters." error={errors.password}>
        <PasswordInput autoComplete="new-password" {...field('password')} />
      </Field>
      <Button type="submit" variant="primary" block busy={create.isPending}>
        Create the administrator
      </Button>
    </PostForm>
  );
}

export const page: Page = {
  Component: SetupPage,
  load: ({ call, prefetch }) => prefetch(queryOf(readOpening, {}, call)),
};
