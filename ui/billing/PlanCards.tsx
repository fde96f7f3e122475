import { dollars, plans, type Interval, type Plan, type PlanId } from '#shared/billing/plans.ts';
import type { Offer } from '#contract/billing/billing.ts';
import { useUser } from '#ui/base/session.ts';
import { Button } from '#ui/kit/controls/Button.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import css from './PlanCards.module.css';

interface PlanCardsProps {
  interval: Interval;
  /** How the visitor pays for their plan; null without one. */
  currentInterval: Interval | null;
  /** The launch offers; none without the discount. */
  offers: readonly Offer[];
  busy: PlanId | null;
  onChoose: (id: PlanId) => void;
}

export function PlanCards({ interval, currentInterval, offers, busy, onChoose }: PlanCardsProps) {
  const current = useUser()?.subscriptionPlan;
  return (
    <ul className={css.cards}>
      {plans.map((plan) => (
        <Card as="li" key={plan.id} tone={plan.featured ? 'highlight' : 'plain'} className={css.card}>
          <div className={css.planName}>
            <h2>{plan.name}</h2>
            {plan.id === current && <span className={css.current}>Your plan</span>}
          </div>
          <p className={css.summary}>{plan.summary}</p>
          <Amount plan={plan} interval={interval} offers={offers} />
          <Button
            variant={plan.featured ? 'primary' : 'secondary'}
            block
            busy={busy === plan.id}
            disabled={busy !== null && busy !== plan.id}
            onClick={() => onChoose(plan.id)}
          >
            {plan.id === current && plan.prices && interval === currentInterval ? 'Keep this plan' : plan.action}
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

/** Both lines keep their height, so that the layout stays still when the prices change. */
function Amount({ plan, interval, offers }: { plan: Plan; interval: Interval; offers: readonly Offer[] }) {
  const regular = plan.prices?.[interval];
  const offer = offers.find((one) => one.launch && one.plan === plan.id && one.interval === interval);
  const price = offer && regular ? { cents: offer.cents, listCents: regular.cents } : regular;
  return (
    <div className={css.amount}>
      <p className={css.price}>
        <span className={css.number}>{price ? dollars(price.cents) : plan.priceText}</span>
        <span className={css.per}>{price ? `per ${interval === 'yearly' ? 'year' : 'month'}` : plan.priceNote}</span>
      </p>
      <p className={css.listPrice}>
        {price?.listCents && (
          <>
            <span className="hidden-text">instead of </span>
            <s>{dollars(price.listCents)}</s>
          </>
        )}
      </p>
    </div>
  );
}
