import { useNavigate } from 'react-router-dom';
import { AdminPageBody, AdminPageHeader } from '#ui/admin/AdminPageBody.tsx';
import { DataTable } from '#ui/admin/table/DataTable.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import type { Page } from '#ui/base/page/page.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { layout } from '#ui/kit/layout.ts';
import { PlanPrices } from './PlanPrices.tsx';
import { OpenDisputes } from './OpenDisputes.tsx';

const needed = ['user', 'account', 'email'];
const tones: Record<string, 'good' | 'accent' | 'bad'> = {
  Active: 'good',
  Trialing: 'accent',
  'Past due': 'bad',
  Unpaid: 'bad',
};

/** Every subscription. Enter opens its account, where staff refund, cancel, and extend. */
function SubscriptionsPage() {
  const navigate = useNavigate();
  const payments = usePayments();
  return (
    <AdminPageBody>
      <Head title="Subscriptions" noindex />
      <AdminPageHeader title="Subscriptions">{payments && <PlanPrices />}</AdminPageHeader>
      {!payments && (
        <Callout title="Payments are off">
          <p>
            Claims and listings are free, and no page mentions plans. To sell plans, create a product with its prices in
            Stripe, set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET for the server, restart it,
            and choose the prices here. Owners then need a plan for photos, the website link, and insights.
          </p>
        </Callout>
      )}
      <p className={layout.hint}>Synced from Stripe. Open one to see its invoices and to change it.</p>
      <OpenDisputes />
      <DataTable
        name="subscriptions"
        label="Subscriptions"
        one="subscription"
        many="subscriptions"
        searchHint="Name, email, or Stripe number..."
        needed={needed}
        cells={{
          account: (row) => row.account ?? 'Deleted account',
          status: (row) => <Badge tone={tones[String(row.status)] ?? 'neutral'}>{String(row.status)}</Badge>,
        }}
        rowLabel={(row) => `Subscription of ${String(row.account ?? 'a deleted account')}`}
        onOpen={(row) => row.user !== null && void navigate(`/admin/users?open=${String(row.user)}`)}
        emptyTitle="No subscriptions yet"
        emptyHint="Subscriptions appear here when someone pays for a plan."
        height="max(22rem, 100dvh - 17rem)"
      />
    </AdminPageBody>
  );
}

export const page: Page = { Component: SubscriptionsPage };
