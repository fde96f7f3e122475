import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { Navigate, useNavigate, useParams } from 'react-router-dom';
import { openGroup, type Group } from '#contract/groups/groups.ts';
import { groupRoleNames, mayInGroup, type GroupAction } from '#shared/groups/group-roles.ts';
import { DashboardNav } from '#ui/accounts/DashboardNav.tsx';
import { SignedIn } from '#ui/accounts/SignedIn.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Breadcrumbs } from '#ui/kit/display/Breadcrumbs.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { Tabs } from '#ui/kit/display/Tabs.tsx';
import { layout } from '#ui/kit/layout.ts';
import { countOf } from '#ui/insights/figure-words.ts';
import { groupTabPath, groupTabs, isGroupTab, locationNouns, type GroupTab } from './group-words.ts';
import { BillingTab } from './BillingTab.tsx';
import { ChangesTab } from './changes/ChangesTab.tsx';
import { ClaimsTab } from './claims/ClaimsTab.tsx';
import css from './GroupPage.module.css';
import { LocationsTab } from './LocationsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';

const GroupPage = () => (
  <div className={layout.page}>
    <SignedIn>{() => <LoadedGroup />}</SignedIn>
  </div>
);

function LoadedGroup() {
  const { id = '', tab: name } = useParams();
  const { data: group, error } = useQuery({ ...queryOf(openGroup, { params: { id } }), refetchOnMount: 'always' });
  return (
    <>
      <Head title={group?.name ?? 'Your group'} noindex />
      <DashboardNav />
      {error ? (
        <Callout tone="bad" title={sentenceOf(error)} className={css.failure}>
          <ButtonLink to="/dashboard/groups" size="small">
            Go to your groups
          </ButtonLink>
        </Callout>
      ) : !group ? (
        <Loading label="Loading your group" className={css.failure}>
          <Skeleton height={420} />
        </Loading>
      ) : name !== undefined && !isGroupTab(name) ? (
        <Navigate to={groupTabPath(group.id)} replace />
      ) : (
        <OpenGroup group={group} tab={name ?? 'locations'} />
      )}
    </>
  );
}

/** The action that a role must include for a tab to show. */
const tabActions: Record<GroupTab, GroupAction> = {
  locations: 'see',
  claims: 'manage',
  changes: 'edit',
  people: 'manage',
  billing: 'bill',
  settings: 'see',
};

function OpenGroup({ group, tab }: { group: Group; tab: GroupTab }) {
  const open = useOpenTab(group.id);
  const payments = usePayments();
  const contents: Record<GroupTab, () => ReactNode> = {
    locations: () => <LocationsTab group={group} />,
    claims: () => <ClaimsTab group={group} />,
    changes: () => <ChangesTab group={group} />,
    people: () => <PeopleTab group={group} />,
    billing: () => <BillingTab group={group} />,
    settings: () => <SettingsTab group={group} />,
  };
  return (
    <article aria-labelledby="group-name" className={css.group}>
      <header className={css.head}>
        <Breadcrumbs crumbs={[{ label: 'Groups', to: '/dashboard/groups' }, { label: group.name }]} />
        <h1 id="group-name">{group.name}</h1>
        <div className={layout.row}>
          <span className={layout.muted}>{countOf(group.locations.length, locationNouns)}</span>
          <Badge>{groupRoleNames[group.role]}</Badge>
        </div>
      </header>
      <Tabs
        label={`Pages of ${group.name}`}
        value={tab}
        onValueChange={(value) => open(value as GroupTab)}
        tabs={groupTabs
          .filter(([value]) => mayInGroup(group.role, tabActions[value]) && (value !== 'billing' || payments))
          .map(([value, label]) => ({ value, label, content: value === tab && contents[value]() }))}
      />
    </article>
  );
}

/** A click on a tab reports it twice, when the mouse is pressed and when the tab gets the focus. */
function useOpenTab(id: number): (tab: GroupTab) => void {
  const navigate = useNavigate();
  const opening = useRef<GroupTab | null>(null);
  return (tab) => {
    if (opening.current === tab) return;
    opening.current = tab;
    setTimeout(() => (opening.current = null));
    void navigate(groupTabPath(id, tab));
  };
}

export const page: Page = { Component: GroupPage };
