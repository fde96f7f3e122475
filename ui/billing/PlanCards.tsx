import { findSavings, regularCents } from '#shared/billing/offers.ts';
import { dollars, isPaidPlan, plans, type Interval, type Plan, type PlanId } from '#shared/billing/plans.ts';
import type { Offer } from '#contract/billing/billing.ts';
import { useUser } from '#ui/base/session.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './PlanCards.module.css';

interface PlanCardsProps {
  interval: Interval;
  /** How the visitor pays for their plan; null without one. */
  currentInterval: Interval | null;
  /** The prices on sale. */
  offers: readonly Offer[];
  /** True for the prices of the launch discount. */
  launch: boolean;
  busy: PlanId | null;
  onChoose: (id: PlanId) => void;
}

export function PlanCards({ interval, currentInterval, offers, launch, busy, onChoose }: PlanCardsProps) {
  const current = useUser()?.subscriptionPlan;
  const isOnSale = (id: PlanId) => !isPaidPlan(id) || findPrice(id, { interval, offers, launch }).cents !== undefined;
  return (
    <ul className={css.cards}>
      {plans.map((plan) => (
        <Card as="li" key={plan.id} tone={plan.featured ? 'highlight' : 'plain'} className={css.card}>
          <div className={css.planName}>
            <h2>{plan.name}</h2>
            {plan.id === current && <span className={css.current}>Your plan</span>}
          </div>
          <p className={css.summary}>{plan.summary}</p>
          <Amount plan={plan} interval={interval} offers={offers} launch={launch} />
          <Button
            variant={plan.featured ? 'primary' : 'secondary'}
            block
            busy={busy === plan.id}
            disabled={(busy !== null && busy !== plan.id) || !isOnSale(plan.id)}
            onClick={() => onChoose(plan.id)}
          >
            {plan.id === current && isPaidPlan(plan.id) && interval === currentInterval
              ? 'Keep this plan'
              : plan.action}
          </Button>
          <ul className={css.perks}>
            {plan.perks.map((perk) => (
              <li key={perk}>{perk}</li>
            ))}
            {plan.note && <li className={css.note}>{plan.note}</li>}
          </ul>
        </Card>
      ))}
    </ul>
  );
}

type Shown = Pick<PlanCardsProps, 'interval' | 'offers' | 'launch'>;

/** The price to pay, and the one it is compared with, shown crossed out. */
function findPrice(id: PlanId, { interval, offers, launch }: Shown): { cents?: number; listCents?: number } {
  if (!isPaidPlan(id)) return {};
  const regular = regularCents(offers, id, interval);
  const discounted = launch && offers.find((one) => one.launch && one.plan === id && one.interval === interval);
  if (discounted) return { cents: discounted.cents, listCents: regular };
  return {
    cents: regular,
    listCents: interval === 'yearly' ? findSavings(offers).find(({ plan }) => plan === id)?.twelveMonths : undefined,
  };
}

/** Both lines keep their height, so that the layout stays still when the prices change. */
function Amount({ plan, ...shown }: Shown & { plan: Plan }) {
  const { cents, listCents } = findPrice(plan.id, shown);
  const per = cents === undefined ? plan.priceNote : `per ${shown.interval === 'yearly' ? 'year' : 'month'}`;
  return (
    <div className={css.amount}>
      <p className={css.price}>
        <span className={css.number}>{cents === undefined ? (plan.priceText ?? 'Not on sale') : dollars(cents)}</span>
        <span className={css.per}>{per}</span>
      </p>
      <p className={css.listPrice}>
        {listCents && (
          <>
            <span className="hidden-text">instead of </span>
            <s>{dollars(listCents)}</s>
          </>
        )}
      </p>
    </div>
  );
}
