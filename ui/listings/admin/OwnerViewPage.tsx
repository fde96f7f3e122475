import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { mySubscription } from '#contract/billing/billing.ts';
import { myClaims } from '#contract/claims/claims.ts';
import { listStartedClaims } from '#contract/claims/started-claims.ts';
import { viewOwnerHome } from '#contract/dashboard.ts';
import type { Reply } from '#contract/endpoint.ts';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { LoadFailed } from '#ui/base/page/LoadFailed.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { createQueryClient, queryOf } from '#ui/base/platform/query.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { layout } from '#ui/kit/layout.ts';
import { ClaimRequests, OwnerHome } from '../owner/dashboard/OwnerHome.tsx';

type View = Reply<typeof viewOwnerHome>;

/** The dashboard of an owner as the owner sees it. Nothing in it can be used. */
function OwnerViewPage() {
  const { id = '' } = useParams();
  const view = useQuery({ ...queryOf(viewOwnerHome, { params: { id } }), refetchOnMount: 'always' });
  const name = view.data?.user.name;
  return (
    <AdminPageBody>
      <Head title={name ? `${name}'s dashboard` : 'Dashboard'} noindex />
      <AdminPageHeader title={name ? `What ${name} sees` : 'Dashboard'}>
        <ButtonLink to={`/admin/users?open=${id}`}>Open the account</ButtonLink>
      </AdminPageHeader>
      {view.isPending && <Skeleton height={420} />}
      {view.isError && <LoadFailed title="We couldn't load the dashboard" compact query={view} />}
      {view.data && (
        <>
          <Callout>This is what the owner sees. Buttons and links don’t work here.</Callout>
          <div className={layout.stack} inert>
            <AsOwner key={view.dataUpdatedAt} view={view.data}>
              <OwnerHome user={view.data.user} home={view.data.home} />
              <ClaimRequests />
            </AsOwner>
          </div>
        </>
      )}
    </AdminPageBody>
  );
}

/** Answers the questions of the dashboard about the viewer with what is known of the owner. */
function AsOwner({ view, children }: { view: View; children: ReactNode }) {
  const [client] = useState(() => {
    const seeded = createQueryClient();
    seeded.setDefaultOptions({ queries: { enabled: false, staleTime: Number.POSITIVE_INFINITY } });
    seeded.setQueryData(queryOf(myClaims, {}).queryKey, view.claims);
    seeded.setQueryData(queryOf(listStartedClaims, {}).queryKey, view.started);
    if (view.subscription) seeded.setQueryData(queryOf(mySubscription, {}).queryKey, view.subscription);
    return seeded;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

export const page: Page = { Component: OwnerViewPage };
