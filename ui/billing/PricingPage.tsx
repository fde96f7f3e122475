import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getBillingCatalog } from '#contract/billing.ts';
import { facts, launchLabel, type Interval } from '#contract/plans.ts';
import { siteInfo } from '#contract/site.ts';
import { Head } from '#ui/app/Head.tsx';
import { Deferred, lazyDeferred } from '#ui/app/deferred-hydration.tsx';
import type { Page } from '#ui/app/page.ts';
import { Badge } from '#ui/kit/display/Badge.tsx';
import { Segmented } from '#ui/kit/controls/Segmented.tsx';
import { Switch } from '#ui/kit/controls/Switch.tsx';
import { queryOf } from '#ui/platform/query.ts';
import { Countdown } from './Countdown.tsx';
import { PlanCards } from './PlanCards.tsx';
import css from './Pricing.module.css';
import { useLaunch } from './use-launch.ts';
import { useSubscribing } from './use-subscribing.ts';

const AuthDialog = lazy(async () => ({ default: (await import('#ui/accounts/sign-in/AuthDialog.tsx')).AuthDialog }));
const Below = lazyDeferred(() => import('./PricingBelow.tsx'));
// Made once: React would throw away what the server wrote if it were drawn anew, as it is with each tick of the clock.
const below = (
  <Deferred>
    <Below />
  </Deferred>
);
const PaymentDialog = lazy(() => import('./PaymentDialog.tsx'));
const ChangePlanDialog = lazy(() => import('./ChangePlanDialog.tsx'));

function PricingPage() {
  const { data: catalogue } = useSuspenseQuery(queryOf(getBillingCatalog, {}));
  const [interval, setInterval] = useState<Interval>('monthly');
  const [wantsLaunch, setWantsLaunch] = useState(true);
  const left = useLaunch(catalogue);
  const launch = left > 0 && wantsLaunch;
  const flow = useSubscribing(catalogue);

  return (
    <div className={css.page}>
      <Head
        title="Pricing"
        description="Plans for dental practices: a free basic listing, Professional, Pro Max and Enterprise, paid by the month or by the year."
        canonical="/pricing"
      />
      <header className={css.hero}>
        <h1>Plans for practices</h1>
        <p className={css.lead}>
          A basic listing is free forever. Take it into your own hands when you are ready, with a {facts.moneyBackDays}
          -day money-back guarantee on your first payment.
        </p>
        <div className={css.switches}>
          <div className={css.rhythm}>
            <Segmented
              label="Pay"
              value={interval}
              onValueChange={setInterval}
              options={[
                { value: 'monthly', label: 'Monthly' },
                { value: 'yearly', label: 'Yearly' },
              ]}
            />
            <Badge tone="good">{facts.yearlySaving}</Badge>
          </div>
          {left > 0 && (
            <div className={css.launch}>
              <Switch
                label={`Launch discount: ${launchLabel}`}
                checked={wantsLaunch}
                onChange={(event) => setWantsLaunch(event.currentTarget.checked)}
              />
              <Countdown left={left} />
            </div>
          )}
        </div>
      </header>
      <PlanCards
        interval={interval}
        launch={launch}
        busy={flow.busy}
        onChoose={(id) => flow.choose(id, interval, launch)}
      />
      {below}
      <Suspense fallback={null}>
        {flow.step === 'login' && (
          <AuthDialog
            open
            onOpenChange={(open) => !open && flow.leaveLogin()}
            title="Log in to subscribe"
            description="You need an account to subscribe. Your plan is kept while you log in or sign up."
            start="signup"
          />
        )}
        {flow.checkout && (
          <PaymentDialog checkout={flow.checkout} catalogue={catalogue} onClose={flow.reset} onPaid={flow.paid} />
        )}
        {flow.change && (
          <ChangePlanDialog catalogue={catalogue} start={flow.change} onClose={flow.reset} onChanged={flow.changed} />
        )}
      </Suspense>
    </div>
  );
}

export const page: Page = {
  Component: PricingPage,
  deferred: [Below],
  load: ({ prefetch, call }) => prefetch(queryOf(getBillingCatalog, {}, call), queryOf(siteInfo, {}, call)),
};
