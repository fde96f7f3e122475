import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { getBillingCatalog, confirmPayment, getOrCreateSubscription, type Offer } from '#contract/billing.ts';
import type { Reply } from '#contract/endpoint.ts';
import { planName, type Interval, type PlanId } from '#contract/plans.ts';
import { loadUser, useSession } from '#ui/accounts/session.ts';
import { trackSubscription } from '#ui/insights/track.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { api, ApiError, sentenceOf } from '#ui/platform/api.ts';
import { refresh } from '#ui/platform/query.ts';

export type Catalogue = Reply<typeof getBillingCatalog>;
/** A payment that can be made now. */
export interface Checkout {
  offer: Offer;
  clientSecret: string;
  subscriptionId: string;
}

const SUBSCRIBED_DELAY = 1_000;
const PAID_DELAY = 1_500;

/** From the choice of a plan to the dashboard. */
export function useSubscribing(catalogue: Catalogue) {
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { user, isReady } = useSession();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const [checkout, setCheckout] = useState<Checkout | null>(null);
  const [change, setChange] = useState<Offer | null>(null);
  const [working, setWorking] = useState(false);
  const begun = useRef(false);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(later.current), []);

  const reset = () => {
    setChosen(null);
    setCheckout(null);
    setChange(null);
    setWorking(false);
  };
  const toDashboard = (delay: number, then?: () => void) => {
    later.current = setTimeout(() => {
      then?.();
      void navigate('/dashboard');
    }, delay);
  };

  async function begin(offer: Offer): Promise<void> {
    setWorking(true);
    try {
      const answer = await api(getOrCreateSubscription, {
        body: { priceId: offer.priceId, planName: planName(offer.plan) },
      });
      if (answer.existing && (answer.status === 'active' || answer.status === 'trial')) {
        // The same plan in the other rhythm is a change, with its sum shown first.
        if (answer.interval !== null && answer.interval !== offer.interval) {
          setWorking(false);
          return setChange(offer);
        }
        toast({
          title: 'Already Subscribed',
          description: `You already have ${planName(offer.plan)}. Taking you to your dashboard.`,
        });
        toDashboard(SUBSCRIBED_DELAY);
        return;
      }
      if (answer.status === 'active') return paid({ offer, clientSecret: '', subscriptionId: answer.subscriptionId! });
      if (!answer.clientSecret || !answer.subscriptionId) throw new Error('No payment client secret received');
      setCheckout({ offer, clientSecret: answer.clientSecret, subscriptionId: answer.subscriptionId });
      setWorking(false);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'other_plan') {
        setWorking(false);
        return setChange(offer);
      }
      toast({
        title: 'Payment Setup Failed',
        description:
          error instanceof Error && !(error instanceof ApiError) && error.message.startsWith('No payment')
            ? error.message
            : sentenceOf(error, 'Failed to initialize payment. Please try again.'),
        variant: 'destructive',
      });
      reset();
    }
  }

  function choose(id: PlanId, interval: Interval, launch: boolean): void {
    if (id === 'free') {
      toast({ title: 'Free Plan Selected', description: 'Your basic listing is free forever.' });
      void navigate('/dashboard');
      return;
    }
    if (id === 'enterprise') {
      void navigate('/dashboard?contact=sales');
      return;
    }
    const offer = catalogue.offers.find((one) => one.plan === id && one.interval === interval && one.launch === launch);
    if (!offer) {
      toast({
        title: 'Payment Setup Failed',
        description: 'Failed to initialize payment. Please try again.',
        variant: 'destructive',
      });
      return;
    }
    begun.current = false;
    setChosen(offer);
  }

  // Whoever is signed in goes on at once; whoever is not goes on as soon as they are.
  useEffect(() => {
    if (!chosen || !user || begun.current) return;
    begun.current = true;
    void begin(chosen);
  });

  /** The card was charged. The server is asked to look; should that fail, the provider tells it anyway. */
  function paid({ offer, subscriptionId }: Checkout): void {
    trackSubscription(offer.plan, offer.cents / 100);
    toast({
      title: 'Payment Successful!',
      description: 'Thank you. Taking you to your dashboard.',
      variant: 'good',
      duration: PAID_DELAY,
    });
    setCheckout(null);
    setWorking(true);
    void api(confirmPayment, { body: { subscriptionId, planName: planName(offer.plan) } })
      .catch((error: unknown) => console.warn('The payment was not confirmed yet.', String(error)))
      .then(loadUser)
      .then(() => refresh(cache, '/api/billing', '/api/user'));
    toDashboard(PAID_DELAY, () =>
      toast({
        title: 'Subscription Successful!',
        description: `Welcome to ${planName(offer.plan)}.`,
        variant: 'good',
      }),
    );
  }

  function changed(): void {
    reset();
    void loadUser();
    void refresh(cache, '/api/billing', '/api/user');
    void navigate('/dashboard');
  }

  return {
    choose,
    reset,
    paid,
    changed,
    checkout,
    change,
    busy: working || (chosen !== null && !isReady) ? (chosen?.plan ?? null) : null,
    step: chosen !== null && isReady && !user ? ('login' as const) : null,
    /** The dialog was closed; it also closes by itself once somebody has signed in. */
    leaveLogin: () => void (useSession.getState().user ?? reset()),
  };
}
