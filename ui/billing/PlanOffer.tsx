import { Check } from 'lucide-react';
import { getBillingCatalog } from '#contract/billing/billing.ts';
import { dollars } from '#shared/billing/plans.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Link } from '#ui/kit/display/Link.tsx';
import { queryOf } from '#ui/base/platform/query.ts';
import { useReply } from '#ui/base/platform/use-reply.ts';
import css from './PlanOffer.module.css';

const perks = [
  'Claim and manage listings',
  'Upload photos',
  'Edit practice information',
  'Verified badge',
  'Analytics dashboard',
  'Priority support',
];

/** The Professional plan in short. The pricing page leads on to `next` after the payment. */
export function PlanOffer({ next }: { next?: string | undefined }) {
  // The server decides whether launch prices still apply, because the visitor's clock may be wrong.
  const { data } = useReply(queryOf(getBillingCatalog, {}));
  const offer = data?.offers.find(
    ({ plan, interval, launch }) => plan === 'professional' && interval === 'monthly' && launch === data.launch,
  );
  const pricing = next ? `/pricing?next=${encodeURIComponent(next)}` : '/pricing';
  return (
    <div className={css.upgrade}>
      <p className={css.price}>
        <strong>{offer ? dollars(offer.cents) : '\u00a0'}</strong> {(!data || offer) && 'per month'}
      </p>
      <ul className={css.perks}>
        {perks.map((perk) => (
          <li key={perk}>
            <Check aria-hidden="true" />
            {perk}
          </li>
        ))}
      </ul>
      <p className={css.inquiries}>More patient inquiries</p>
      <ButtonLink to={pricing} variant="primary" block>
        Upgrade to Professional
      </ButtonLink>
      <Link to={pricing} className={css.allPlans}>
        View all pricing plans
      </Link>
    </div>
  );
}
