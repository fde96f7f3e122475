import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { confirmPayment, type getBillingCatalog, type Offer } from '#contract/billing/billing.ts';
import type { Reply } from '#contract/endpoint.ts';
import { planName, type Interval, type PlanId } from '#shared/billing/plans.ts';
import { loadUser, nextPath, useSession } from '#ui/base/session.ts';
import { trackSubscription } from '#ui/insights/track.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api } from '#ui/base/platform/api.ts';
import { refresh } from '#ui/base/platform/query.ts';
import type { Checkout } from './request-checkout.ts';

export type Catalog = Reply<typeof getBillingCatalog>;
const payingStatuses = ['active', 'trial', 'past_due'];
const SUBSCRIBED_DELAY = 1_000;
const PAID_DELAY = 1_500;

/** Takes a visitor from choosing a plan through login and payment to the dashboard, or to the page that needed the plan. */
export function useSubscribe(catalog: Catalog) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { user, isReady } = useSession();
  const { search } = useLocation();
  const next = new URLSearchParams(search).has('next') ? nextPath(search) : '/dashboard';
  const destination = next === '/dashboard' ? 'Taking you to your dashboard.' : 'Taking you back.';
  const [offer, setOffer] = useState<Offer | null>(null);
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [change, setChange] = useState<Offer | null>(null);
  const [isLeavingPlan, setIsLeavingPlan] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const hasStarted = useRef(false);
  const redirectTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(redirectTimer.current), []);

  const reset = () => {
    setOffer(null);
    setCheckout(null);
    setChange(null);
    setIsLeavingPlan(false);
    setIsWorking(false);
  };
  const goOn = (delay: number, onArrive?: () => void) => {
    redirectTimer.current = setTimeout(() => {
      onArrive?.();
      void navigate(next);
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
    hasStarted.current = false;
    setOffer(chosenOffer);
  }

  // Starts the checkout as soon as the user is signed in.
  useEffect(() => {
    if (!offer || !user || hasStarted.current) return;
    hasStarted.current = true;
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
    reset();
    void loadUser();
    void refresh(cache, '/api/billing', '/api/user');
    void navigate(next);
  }

  function finishLeaving(): void {
    reset();
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
    checkout,
    change,
    busy: isWorking || (offer !== null && !isReady) ? (offer?.plan ?? null) : null,
    step: offer !== null && isReady && !user ? ('login' as const) : null,
    /** Cancels unless the dialog closed because the user signed in. */
    closeLogin: () => void (useSession.getState().user ?? reset()),
  };
}
