import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import {
  getBillingCatalog,
  cancelSubscription,
  mySubscription,
  refreshSubscription,
  resumeSubscription,
  type SubscriptionView,
} from '#contract/billing/billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { loadUser, nextPath } from '#ui/base/session.ts';
import { trackSubscription } from '#ui/insights/track.ts';
import { Badge, type Tone } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/base/platform/api.ts';
import { queryOf, refresh } from '#ui/base/platform/query.ts';
import { cx } from '#ui/kit/cx.ts';
import { layout } from '#ui/kit/layout.ts';
import { LostPerks } from './LostPerks.tsx';
import css from './SubscriptionCard.module.css';

const ChangePlanDialog = lazy(() => import('./ChangePlanDialog.tsx'));

const statusBadges: Record<string, [label: string, Tone]> = {
  active: ['Active', 'good'],
  trial: ['Trial', 'accent'],
  past_due: ['Payment due', 'bad'],
  unpaid: ['Unpaid', 'bad'],
  paused: ['Paused', 'warn'],
  canceled: ['Ended', 'neutral'],
  inactive: ['Free', 'neutral'],
};

/** The signed-in user's plan, with its renewal date and actions. */
export function SubscriptionCard() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const [changing, setChanging] = useState(false);
  const showSubscription = (view: SubscriptionView) => {
    cache.setQueryData(queryOf(mySubscription, {}).queryKey, view);
    void loadUser();
    void refresh(cache, '/api/billing/invoices', '/api/user');
  };
  useBankReturn(showSubscription);

  return (
    <Card as="section" aria-labelledby="subscription-title" className={css.card}>
      <div className={layout.between}>
        <h2 id="subscription-title">Subscription</h2>
        {data && <Status view={data} />}
      </div>
      {error ? (
        <Callout tone="bad" title="We couldn't load your subscription">
          <p>{sentenceOf(error)}</p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      ) : !data ? (
        <Loading label="Loading your subscription" className={layout.stack}>
          <Skeleton width="40%" height="2.25rem" />
          <Skeleton width="70%" />
          <Skeleton height={44} width="10rem" />
        </Loading>
      ) : (
        <>
          <Facts view={data} />
          <Actions view={data} onChange={() => setChanging(true)} onView={showSubscription} />
        </>
      )}
      {changing && (
        <Suspense fallback={null}>
          <ChangePlan
            onClose={() => setChanging(false)}
            onChanged={() => {
              setChanging(false);
              void refetch();
              void loadUser();
              void refresh(cache, '/api/billing/invoices', '/api/user');
            }}
          />
        </Suspense>
      )}
    </Card>
  );
}

function ChangePlan(props: { onClose: () => void; onChanged: () => void }) {
  const { data } = useQuery(queryOf(getBillingCatalog, {}));
  return data ? <ChangePlanDialog catalog={data} {...props} /> : null;
}

function Status({ view }: { view: SubscriptionView }) {
  const [label, tone] = view.cancelling
    ? (['Ending', 'warn'] as const)
    : (statusBadges[view.status] ?? [view.status, 'neutral' as const]);
  return <Badge tone={tone}>{label}</Badge>;
}

function Facts({ view }: { view: SubscriptionView }) {
  return (
    <>
      <p className={css.plan}>
        {view.planName}
        {view.cents !== null && (
          <span className={css.price}>
            {dollars(view.cents)} per {view.interval === 'yearly' ? 'year' : 'month'}
          </span>
        )}
      </p>
      {view.label && view.date && (
        <dl className={css.facts}>
          <div>
            <dt>{view.label}</dt>
            <dd>{formatUtcDate(view.date)}</dd>
          </div>
        </dl>
      )}
      {view.plan === 'free' && (
        <p className={layout.note}>
          A basic listing, free forever. You need a paid plan to claim and manage a practice.
        </p>
      )}
    </>
  );
}

interface ActionsProps {
  view: SubscriptionView;
  onChange: () => void;
  onView: (view: SubscriptionView) => void;
}

function Actions({ view, onChange, onView }: ActionsProps) {
  const showError = (error: unknown) =>
    toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
  const cancel = useMutation({
    mutationFn: () => api(cancelSubscription, {}),
    onSuccess: (view) => {
      onView(view);
      toast({
        title: 'Plan canceled',
        description:
          view.cancelling && view.date ? `It stays active until ${formatUtcDate(view.date)}.` : 'It has ended.',
      });
    },
    onError: showError,
  });
  const resume = useMutation({
    mutationFn: () => api(resumeSubscription, {}),
    onSuccess: (view) => {
      onView(view);
      toast({ title: 'Welcome back', description: 'Your plan will continue.', variant: 'good' });
    },
    onError: showError,
  });
  const ended = view.plan === 'free' || view.status === 'canceled' || view.status === 'unpaid';
  return (
    <div className={cx(layout.row, css.actions)}>
      {ended && (
        <ButtonLink to="/pricing" variant="primary">
          {view.plan === 'free' ? 'Upgrade your plan' : 'Subscribe again'}
        </ButtonLink>
      )}
      {view.canResume && (
        <Button variant="primary" busy={resume.isPending} onClick={() => resume.mutate()}>
          Keep my plan
        </Button>
      )}
      {view.canChange && <Button onClick={onChange}>Change plan</Button>}
      {view.canCancel && (
        <Confirm
          title={`Cancel ${view.planName}?`}
          description={
            view.date && view.status !== 'past_due'
              ? `It stays active until ${formatUtcDate(view.date)}, and you won't be charged again. You keep your listing.`
              : "It ends now, and you won't be charged again. You keep your listing."
          }
          action="Cancel plan"
          cancel="Keep my plan"
          danger
          trigger={<Button variant="quiet">Cancel plan</Button>}
          onConfirm={() => cancel.mutateAsync()}
        >
          <LostPerks from={view.plan} to="free" />
        </Confirm>
      )}
    </div>
  );
}

/** Handles the return from a bank's page. The URL says how the payment went; the server checks it with the provider. */
function useBankReturn(onView: (view: SubscriptionView) => void): void {
  const [search, setSearch] = useSearchParams();
  const outcome = search.get('redirect_status');
  const next = search.has('next') ? nextPath(`?${search.toString()}`) : null;
  const navigate = useNavigate();
  const latestOnView = useRef(onView);
  useEffect(() => {
    latestOnView.current = onView;
  });
  useEffect(() => {
    if (!outcome) return;
    setSearch(
      (params) => {
        for (const name of ['redirect_status', 'payment_intent', 'payment_intent_client_secret']) params.delete(name);
        return params;
      },
      { replace: true },
    );
    if (outcome !== 'succeeded') {
      toast({
        title: 'Payment Failed',
        description: "Your bank didn't approve the payment. You weren't charged.",
        variant: 'destructive',
      });
      return;
    }
    api(refreshSubscription, {})
      .then((view) => {
        latestOnView.current(view);
        if (view.cents !== null) trackSubscription(view.plan, view.cents / 100);
        toast({ title: 'Subscription Successful!', description: `Welcome to ${view.planName}.`, variant: 'good' });
        if (next) void navigate(next, { replace: true });
      })
      .catch((error: unknown) => console.warn('The payment is not confirmed yet.', String(error)));
  }, [outcome, setSearch, next, navigate]);
}
