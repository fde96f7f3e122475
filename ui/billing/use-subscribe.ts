import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { confirmPayment, type getBillingCatalog, type Offer } from '#contract/billing/billing.ts';
import type { Reply } from '#contract/endpoint.ts';
import {
  intervals,
  paidPlanIds,
  planName,
  type Interval,
  type PaidPlanId,
  type PlanId,
} from '#shared/billing/plans.ts';
import { loadUser, nextPath, useSession } from '#ui/base/session.ts';
import { trackSubscription } from '#ui/insights/track.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import { useOwnSearch } from '#ui/base/platform/use-own-search.ts';
import type { Checkout } from './request-checkout.ts';

export type Catalog = Reply<typeof getBillingCatalog>;
const payingStatuses = ['active', 'trial', 'past_due'];
const SUBSCRIBED_DELAY = 1_000;
const PAID_DELAY = 1_500;

interface Choice {
  plan: PaidPlanId;
  interval: Interval;
  launch: boolean;
}

function readChoice(search: string): Choice | null {
  const params = new URLSearchParams(search);
  const plan = paidPlanIds.find((id) => id === params.get('plan'));
  const interval = intervals.find((name) => name === params.get('pay'));
  return plan && interval ? { plan, interval, launch: params.get('launch') !== 'no' } : null;
}

function withChoice(search: string, choice: Choice | null): string {
  const params = new URLSearchParams(search);
  for (const name of ['plan', 'pay', 'launch']) params.delete(name);
  if (choice) {
    params.set('plan', choice.plan);
    params.set('pay', choice.interval);
    if (!choice.launch) params.set('launch', 'no');
  }
  return params.size > 0 ? `/pricing?${params.toString()}` : '/pricing';
}

/** Takes a visitor from choosing a plan through login and payment to the dashboard, or to the page that needed the plan. */
export function useSubscribe(catalog: Catalog) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { user, isReady } = useSession();
  const search = useOwnSearch();
  const isChosenHere = (useLocation().state as { isChosenHere?: boolean } | null)?.isChosenHere === true;
  const next = new URLSearchParams(search).has('next') ? nextPath(search) : '/dashboard';
  const destination = next === '/dashboard' ? 'Taking you to your dashboard.' : 'Taking you back.';
  // The chosen plan is in the URL, so a reload or Back during the payment returns to it.
  const chosen = readChoice(search);
  const offer =
    (chosen &&
      catalog.offers.find(
        ({ plan, interval, launch }) =>
          plan === chosen.plan && interval === chosen.interval && launch === (chosen.launch && catalog.launch),
      )) ??
    null;
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [change, setChange] = useState<Offer | null>(null);
  const [isLeavingPlan, setIsLeavingPlan] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const startedPriceId = useRef<string | null>(null);
  const isReturning = useRef(false);
  const redirectTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirectTimer.current), []);

  const closeDialogs = () => {
    setCheckout(null);
    setChange(null);
    setIsLeavingPlan(false);
    setIsWorking(false);
  };
  /** Returns to the entry of the history before the choice, so that one press of Back leaves the page. */
  const reset = () => {
    closeDialogs();
    if (!chosen || isReturning.current) return;
    if (!isChosenHere) return void navigate(withChoice(search, null), { replace: true, preventScrollReset: true });
    isReturning.current = true;
    void navigate(-1);
  };
  const goOn = (delay: number, onArrive?: () => void) => {
    redirectTimer.current = setTimeout(() => {
      onArrive?.();
      // Replaces the page of the payment, so that Back doesn't start it again.
      void navigate(next, { replace: true });
    }, delay);
  };

  async function startCheckout(chosenOffer: Offer): Promise<void> {
    setIsWorking(true);
    const { requestCheckout } = await import('./request-checkout.ts');
    const outcome = await requestCheckout(chosenOffer);
    if (outcome.kind === 'failed') {
      fail(outcome.sentence);
      reset();
    } else if (outcome.kind === 'paid') finishPayment(outcome.checkout);
    else if (outcome.kind === 'subscribed') {
      toast({
        title: 'Already Subscribed',
        description: `You already have ${planName(chosenOffer.plan)}. ${destination}`,
      });
      goOn(SUBSCRIBED_DELAY);
    } else {
      setIsWorking(false);
      if (outcome.kind === 'change') setChange(chosenOffer);
      else setCheckout(outcome.checkout);
    }
  }
  const fail = (description = 'Failed to initialize payment. Please try again.') =>
    toast({ title: 'Payment Setup Failed', description, variant: 'destructive' });

  function choose(id: PlanId, interval: Interval, launch: boolean): void {
    if (id === 'free') {
      if (isReady && !user) return void navigate('/auth?tab=signup&plan=free&next=/dashboard');
      if (user && user.subscriptionPlan !== 'free' && payingStatuses.includes(user.subscriptionStatus))
        return setIsLeavingPlan(true);
      toast({ title: 'Free Plan Selected', description: 'Your basic listing is free forever.' });
      void navigate('/dashboard');
      return;
    }
    if (id === 'enterprise') {
      void navigate('/dashboard?contact=sales');
      return;
    }
    const chosenOffer = catalog.offers.find(
      (offer) => offer.plan === id && offer.interval === interval && offer.launch === launch,
    );
    if (!chosenOffer) {
      fail();
      return;
    }
    const url = withChoice(search, { plan: id, interval, launch: launch || !catalog.launch });
    void navigate(url, {
      // The second click of a double click adds no entry to the history.
      replace: url === location.pathname + location.search,
      state: { isChosenHere: true },
      preventScrollReset: true,
    });
  }

  // Starts the checkout as soon as the user is signed in.
  useEffect(() => {
    if (!offer) {
      startedPriceId.current = null;
      isReturning.current = false;
    }
    if (!offer || !user || startedPriceId.current === offer.priceId) return;
    startedPriceId.current = offer.priceId;
    startCheckout(offer).catch(() => {
      fail();
      reset();
    });
  });

  /** Called after the charge. If confirming it fails, the provider's webhook still informs the server. */
  function finishPayment({ offer, subscriptionId }: Checkout): void {
    trackSubscription(offer.plan, offer.cents / 100);
    toast({
      title: 'Payment Successful!',
      description: `Thank you. ${destination}`,
      variant: 'good',
      duration: PAID_DELAY,
    });
    setCheckout(null);
    setIsWorking(true);
    void api(confirmPayment, { body: { subscriptionId, planName: planName(offer.plan) } })
      .catch((error: unknown) => console.warn('The payment is not confirmed yet.', String(error)))
      .then(loadUser)
      .then(() => refresh(cache, '/api/billing', '/api/user'));
    goOn(PAID_DELAY, () =>
      toast({
        title: 'Subscription Successful!',
        description: `Welcome to ${planName(offer.plan)}.`,
        variant: 'good',
      }),
    );
  }

  function finishChange(): void {
    closeDialogs();
    void loadUser();
    void refresh(cache, '/api/billing', '/api/user');
    void navigate(next, { replace: true });
  }

  function finishLeaving(): void {
    closeDialogs();
    void loadUser();
    void navigate('/dashboard');
  }

  return {
    choose,
    reset,
    paid: finishPayment,
    changed: finishChange,
    left: finishLeaving,
    isLeavingPlan,
    interval: chosen?.interval ?? null,
    // After Back, the plan is no longer chosen.
    checkout: offer && checkout?.offer.priceId === offer.priceId ? checkout : null,
    change: offer && change?.priceId === offer.priceId ? change : null,
    busy: isWorking || (offer !== null && !isReady) ? (offer?.plan ?? null) : null,
    step: offer !== null && isReady && !user ? ('login' as const) : null,
    /** Cancels unless the dialog closed because the user signed in. */
    closeLogin: () => void (useSession.getState().user ?? reset()),
  };
}
