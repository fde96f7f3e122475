import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getBillingCatalog, mySubscription } from '#contract/billing/billing.ts';
import { getDentist } from '#contract/listings/listings.ts';
import { describeSaving } from '#shared/billing/offers.ts';
import { facts, type Interval } from '#shared/billing/plans.ts';
import { claimAfter } from '#shared/claim-after.ts';
import { useUser } from '#ui/base/session.ts';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Head } from '#ui/base/page/Head.tsx';
import { Deferred, lazyDeferred } from '#ui/base/page/deferred-hydration.tsx';
import { requirePayments } from './require-payments.ts';
import type { Page } from '#ui/base/page/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useOwnSearch } from '#ui/base/platform/use-own-search.ts';
import { PlanCards } from './PlanCards.tsx';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import css from './PricingPage.module.css';
import { useLaunchCountdown } from './use-launch-countdown.ts';
import { useSubscribe } from './use-subscribe.ts';

const LaunchSwitch = lazy(() => import('./LaunchSwitch.tsx'));
const SubscribeLogin = lazy(() => import('./SubscribeLogin.tsx'));
const Details = lazyDeferred(() => import('./PricingDetails.tsx'));
// A constant element, because rerendering it on each tick of the countdown would discard the server-rendered HTML.
const details = (
  <Deferred>
    <Details />
  </Deferred>
);
const PaymentDialog = lazy(() => import('./PaymentDialog.tsx'));
const ChangePlanDialog = lazy(() => import('./ChangePlanDialog.tsx'));
const FreePlanDialog = lazy(() => import('./FreePlanDialog.tsx'));

function PricingPage() {
  const { data: catalog } = useSuspenseQuery(queryOf(getBillingCatalog, {}));
  const [wantedInterval, setInterval] = useState<Interval | null>(null);
  const [wantsLaunch, setWantsLaunch] = useState(true);
  const launchTimeLeft = useLaunchCountdown(catalog);
  const launch = launchTimeLeft > 0 && wantsLaunch;
  const flow = useSubscribe(catalog);
  const hasPlan = (useUser()?.subscriptionPlan ?? 'free') !== 'free';
  const { data: subscription } = useQuery({ ...queryOf(mySubscription, {}), enabled: hasPlan });
  const saving = describeSaving(catalog.offers);
  const interval = wantedInterval ?? flow.interval ?? subscription?.interval ?? 'monthly';

  return (
    <div className={cx(layout.page, css.page)}>
      <Head
        title="Pricing"
        description="Plans for dental practices: a free basic listing, Professional, Pro Max, and Enterprise, paid by the month or by the year."
        canonical="/pricing"
      />
      <header className={css.hero}>
        <h1>Plans for practices</h1>
        <p className={cx(layout.lead, css.lead)}>
          A basic listing is free forever. Upgrade when you're ready, with a {facts.moneyBackDays}-day money-back
          guarantee on your first payment.
        </p>
        <ClaimedPractice />
        <div className={css.switches}>
          <div className={css.billingPeriod}>
            <Segmented
              label="Pay"
              value={interval}
              onValueChange={setInterval}
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly' },
              ]}
            />
            {saving && <Badge tone="good">{saving}</Badge>}
          </div>
          {launchTimeLeft > 0 && (
            <Suspense fallback={null}>
              <LaunchSwitch
                label={catalog.launchLabel ?? ''}
                checked={wantsLaunch}
                onChange={setWantsLaunch}
                millisecondsLeft={launchTimeLeft}
              />
            </Suspense>
          )}
        </div>
      </header>
      <PlanCards
        interval={interval}
        currentInterval={subscription?.interval ?? null}
        offers={catalog.offers}
        launch={launch}
        busy={flow.busy}
        onChoose={(id) => flow.choose(id, interval, launch)}
      />
      {details}
      <Suspense fallback={null}>
        {flow.step === 'login' && <SubscribeLogin onClose={flow.closeLogin} />}
        {flow.checkout && (
          <PaymentDialog checkout={flow.checkout} catalog={catalog} onClose={flow.reset} onPaid={flow.paid} />
        )}
        {flow.change && (
          <ChangePlanDialog
            catalog={catalog}
            initialOffer={flow.change}
            onClose={flow.reset}
            onChanged={flow.changed}
          />
        )}
        {flow.isLeavingPlan && <FreePlanDialog onClose={flow.reset} onCanceled={flow.left} />}
      </Suspense>
    </div>
  );
}

/** Names the practice whose claim continues after the payment. */
function ClaimedPractice() {
  const id = claimAfter(useOwnSearch());
  const { data: listing } = useQuery({ ...queryOf(getDentist, { params: { id: id ?? '' } }), enabled: id !== null });
  if (id === null) return null;
  const place = listing ? [listing.city, listing.state].filter(Boolean).join(', ') : '';
  return (
    <Callout className={css.claimed} title={listing ? `You're claiming ${listing.name}` : "You're claiming a practice"}>
      {place && `${place}. `}The claim form opens after you pay.
    </Callout>
  );
}

export const page: Page = {
  Component: PricingPage,
  deferred: [Details],
  async load({ cache, prefetch, call }) {
    await requirePayments({ cache, call });
    await prefetch(queryOf(getBillingCatalog, {}, call));
  },
};
