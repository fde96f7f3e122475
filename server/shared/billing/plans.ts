/**
 * The plan catalog without its prices, which are Stripe's. The pricing page, dialogs, FAQ, and structured data use it.
 * It imports nothing, to keep bundles small.
 */
export const planIds = ['free', 'professional', 'pro_max', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];
export const paidPlanIds = ['professional', 'pro_max'] as const;
export type PaidPlanId = (typeof paidPlanIds)[number];
export const intervals = ['monthly', 'yearly'] as const;
export type Interval = (typeof intervals)[number];

export interface Plan {
  id: PlanId;
  name: string;
  summary: string;
  /** A sentence about what the plan leaves out, or how a perk works. */
  note?: string;
  /** Shown instead of a price. */
  priceText?: string;
  priceNote?: string;
  perks: readonly string[];
  action: string;
  /** Highlighted as the recommended plan. */
  featured?: true;
}

export const plans: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free to Claim',
    summary: "Your practice's basic listing.",
    priceText: '$0',
    priceNote: 'forever',
    perks: ['Basic listing', 'Contact information', 'Searchable by location and service'],
    note: 'Every practice is listed for free. Claiming and editing a listing needs Professional.',
    action: 'Start free',
  },
  {
    id: 'professional',
    name: 'Professional',
    summary: 'Take control of your listing.',
    perks: [
      'Claim and manage listings',
      'Edit practice information',
      'Verified badge',
      'Website link',
      'Up to 20 photos',
      'SEO-optimized profile',
      'Analytics dashboard',
      'No ads on your profile',
      'Priority support',
    ],
    action: 'Choose Professional',
    featured: true,
  },
  {
    id: 'pro_max',
    name: 'Pro Max',
    summary: 'Take turns at the top of search.',
    perks: ['Everything in Professional', 'Top 10 search placement, drawn daily', 'YouTube video on your profile'],
    note: 'The first places of a search are drawn each day among the Pro Max practices that match, and labeled “Sponsored.”',
    action: 'Choose Pro Max',
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    summary: 'For groups with multiple brands.',
    priceText: 'Custom',
    priceNote: 'contact sales',
    perks: ['Everything in Pro Max', 'Custom integrations', 'Multi-brand management'],
    action: 'Contact sales',
  },
];

const planOf = (id: string): Plan | undefined => plans.find((plan) => plan.id === id);
/** "Pro Max" for pro_max. Unknown ids are capitalized. */
export const planName = (id: string): string =>
  id === 'free'
    ? 'Free'
    : (planOf(id)?.name ?? id.replace(/(^|[_-])(\w)/g, (_, gap: string, c: string) => (gap && ' ') + c.toUpperCase()));
export const isPaidPlan = (id: PlanId): id is PaidPlanId => (paidPlanIds as readonly PlanId[]).includes(id);

/** "$60" or "$1,230.50". Omits zero cents. */
export function dollars(cents: number): string {
  const isWhole = cents % 100 === 0;
  return (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: isWhole ? 0 : 2,
  });
}

export const facts = {
  moneyBackDays: 30,
  claimReview: '2-3 business days',
  photos: 20,
  photoSize: '1200x800',
  photoMegabytes: 5,
  transferFeeCents: 2_500,
  resetLinkHours: 24,
  paymentMethods: 'major credit cards',
  /** Hours until we answer a message, and a message of a paying practice. */
  answerHours: 24,
  priorityAnswerHours: 8,
} as const;
