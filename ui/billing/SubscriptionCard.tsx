import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  getBillingCatalog,
  cancelSubscription,
  mySubscription,
  refreshSubscription,
  resumeSubscription,
  type SubscriptionView,
} from '#contract/billing.ts';
import { dollars } from '#contract/plans.ts';
import { loadUser } from '#ui/accounts/session.ts';
import { trackSubscription } from '#ui/insights/track.ts';
import { Badge, type BadgeProps } from '#ui/kit/display/Badge.tsx';
import { Button } from '#ui/kit/controls/Button.tsx';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Callout } from '#ui/kit/display/Callout.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { Confirm } from '#ui/kit/overlays/Confirm.tsx';
import { Loading, Skeleton } from '#ui/kit/display/Skeleton.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, sentenceOf } from '#ui/platform/api.ts';
import { queryOf, refresh } from '#ui/platform/query.ts';
import css from './BillingCards.module.css';

const ChangePlanDialog = lazy(() => import('./ChangePlanDialog.tsx'));

const statusWords: Record<string, [string, BadgeProps['tone']]> = {
  active: ['Active', 'good'],
  trial: ['Trial', 'accent'],
  past_due: ['Payment due', 'bad'],
  unpaid: ['Unpaid', 'bad'],
  paused: ['Paused', 'warn'],
  canceled: ['Ended', 'neutral'],
  inactive: ['Free', 'neutral'],
};

/** The plan of the signed-in person and what happens to it next. */
export function SubscriptionCard() {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0 });
  const [changing, setChanging] = useState(false);
  const show = (view: SubscriptionView) => {
    cache.setQueryData(queryOf(mySubscription, {}).queryKey, view);
    void loadUser();
    void refresh(cache, '/api/billing/invoices', '/api/user');
  };
  useReturn(show);

  return (
    <Card as="section" aria-labelledby="subscription-title" className={css.card}>
      <div className={css.head}>
        <h2 id="subscription-title">Subscription</h2>
        {data && <Status view={data} />}
      </div>
      {error ? (
        <Callout tone="bad" title="Your subscription could not be loaded">
          <p>{sentenceOf(error)}</p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Callout>
      ) : !data ? (
        <Loading label="Loading your subscription" className={css.loading}>
          <Skeleton width="40%" height="2.25rem" />
          <Skeleton width="70%" />
          <Skeleton height={44} width="10rem" />
        </Loading>
      ) : (
        <>
          <Facts view={data} />
          <Actions view={data} onChange={() => setChanging(true)} onView={show} />
        </>
      )}
      {changing && (
        <Suspense fallback={null}>
          <Changing
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

function Changing(props: { onClose: () => void; onChanged: () => void }) {
  const { data } = useQuery(queryOf(getBillingCatalog, {}));
  return data ? <ChangePlanDialog catalogue={data} {...props} /> : null;
}

function Status({ view }: { view: SubscriptionView }) {
  const [words, tone] = view.cancelling
    ? (['Ending', 'warn'] as const)
    : (statusWords[view.status] ?? [view.status, 'neutral' as const]);
  return <Badge tone={tone}>{words}</Badge>;
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
        <p className={css.soft}>A basic listing, free forever. Claiming and managing a practice needs a paid plan.</p>
      )}
      {view.status === 'past_due' && (
        <Callout tone="bad">
          Your last payment did not go through, so the perks of your plan are switched off. Open billing to check your
          card.
        </Callout>
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
  const fail = (error: unknown) => toast({ title: 'Error', description: sentenceOf(error), variant: 'destructive' });
  const cancel = useMutation({
    mutationFn: () => api(cancelSubscription, {}),
    onSuccess: (after) => {
      onView(after);
      toast({
        title: 'Plan cancelled',
        description:
          after.cancelling && after.date ? `It stays on until ${formatUtcDate(after.date)}.` : 'It has ended.',
      });
    },
    onError: fail,
  });
  const resume = useMutation({
    mutationFn: () => api(resumeSubscription, {}),
    onSuccess: (after) => {
      onView(after);
      toast({ title: 'Welcome back', description: 'Your plan goes on as before.', variant: 'good' });
    },
    onError: fail,
  });
  const ended = view.plan === 'free' || view.status === 'canceled' || view.status === 'unpaid';
  return (
    <div className={css.actions}>
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
              ? `It stays on until ${formatUtcDate(view.date)}, and nothing more is charged. You keep your listing; the perks of the plan end that day.`
              : 'It ends at once, and nothing more is charged. You keep your listing.'
          }
          action="Cancel plan"
          cancel="Keep my plan"
          danger
          trigger={<Button variant="quiet">Cancel plan</Button>}
          onConfirm={() => cancel.mutateAsync()}
        />
      )}
    </div>
  );
}

/** Back from a bank's page: the provider says in the address how it went, and the server looks for itself. */
function useReturn(show: (view: SubscriptionView) => void): void {
  const [search, setSearch] = useSearchParams();
  const outcome = search.get('redirect_status');
  const shown = useRef(show);
  useEffect(() => {
    shown.current = show;
  });
  useEffect(() => {
    if (!outcome) return;
    setSearch(
      (before) => {
        for (const name of ['redirect_status', 'payment_intent', 'payment_intent_client_secret']) before.delete(name);
        return before;
      },
      { replace: true },
    );
    if (outcome !== 'succeeded') {
      toast({
        title: 'Payment Failed',
        description: 'Your bank did not approve the payment. Nothing was charged.',
        variant: 'destructive',
      });
      return;
    }
    api(refreshSubscription, {})
      .then((view) => {
        shown.current(view);
        if (view.cents !== null) trackSubscription(view.plan, view.cents / 100);
        toast({ title: 'Subscription Successful!', description: `Welcome to ${view.planName}.`, variant: 'good' });
      })
      .catch((error: unknown) => console.warn('The payment was not confirmed yet.', String(error)));
  }, [outcome, setSearch]);
}
