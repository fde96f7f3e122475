import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { createGroup, myGroups } from '#contract/groups/groups.ts';
import { groupRoleNames } from '#shared/groups/group-roles.ts';
import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { useAppForm } from '#ui/base/forms/use-app-form.ts';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Field } from '#ui/kit/controls/Field.tsx';
import { Input } from '#ui/kit/controls/Input.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { groupTabPath, locationNouns } from './group-words.ts';
import css from './GroupsPage.module.css';

/** The groups of a person, and the start of a new one. */
const GroupsPage = () => (
  <div className={layout.page}>
    <Head title="Groups" noindex />
    <SignedIn>
      {() => (
        <>
          <DashboardNav />
          <header className={css.head}>
            <h1>Groups</h1>
            <p className={layout.lead}>Work on many locations at once, together with other people.</p>
          </header>
          <Groups />
        </>
      )}
    </SignedIn>
  </div>
);

function Groups() {
  const { data, error } = useQuery({ ...queryOf(myGroups, {}), refetchOnMount: 'always' });
  if (error) return <Callout tone="bad">{sentenceOf(error)}</Callout>;
  if (!data)
    return (
      <Loading label="Loading your groups">
        <Skeleton height={200} />
      </Loading>
    );
  const { groups, mayCreate } = data;
  return (
    <div className={css.body}>
      {groups.length > 0 && (
        <ul className={css.groups} aria-label="Your groups">
          {groups.map(({ id, name, role, locations }) => (
            <Card as="li" key={id} interactive className={css.group}>
              <h2>
                <Link to={groupTabPath(id)} className={css.link}>
                  {name}
                </Link>
              </h2>
              <p className={layout.muted}>{countOf(locations, locationNouns)}</p>
              <Badge>{groupRoleNames[role]}</Badge>
            </Card>
          ))}
        </ul>
      )}
      {mayCreate ? (
        <NewGroup />
      ) : (
        groups.length === 0 && (
          <Callout title="Groups are part of Enterprise">
            <p>Roles for your people, the figures of all locations together, and changes to many locations at once.</p>
            <ButtonLink to="/contact" size="small">
              Contact sales
            </ButtonLink>
          </Callout>
        )
      )}
    </div>
  );
}

function NewGroup() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useAppForm({ defaultValues: { name: '' }, keep: { draft: 'new group' } });
  const create = async (name: string) => {
    try {
      const group = await api(createGroup, { body: { name } });
      form.endDraft();
      await refresh(client, '/api/user/groups');
      await navigate(groupTabPath(group.id));
    } catch (failure) {
      form.showError(failure, 'name');
    }
  };
  return (
    <Card as="section" aria-labelledby="new-group" className={css.new}>
      <h2 id="new-group">New group</h2>
      <form method="post" className={css.form} noValidate onSubmit={form.submit(({ name }) => void create(name))}>
        <Field label="Name of the group" hint="Everyone you invite sees it." error={form.errors.name}>
          <Input autoComplete="organization" maxLength={80} {...form.field('name')} />
        </Field>
        <Button type="submit" variant="primary">
          Create the group
        </Button>
      </form>
    </Card>
  );
}

export const page: Page = { Component: GroupsPage };
