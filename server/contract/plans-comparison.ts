import { facts, type PlanId } from './plans.ts';

export interface ComparisonRow {
  feature: string;
  /** True and false are shown as a mark; words as they are. */
  values: Record<PlanId, boolean | string>;
}
export interface ComparisonGroup {
  title: string;
  rows: readonly ComparisonRow[];
}

const from = (first: PlanId, feature: string): ComparisonRow => ({
  feature,
  values: {
    free: first === 'free',
    professional: first === 'free' || first === 'professional',
    pro_max: first !== 'enterprise',
    enterprise: true,
  },
});

export const comparison: readonly ComparisonGroup[] = [
  {
    title: 'Your listing',
    rows: [
      from('free', 'Basic listing'),
      from('free', 'Contact information'),
      from('professional', 'Claim and manage listings'),
      from('professional', 'Edit practice information'),
      from('professional', 'Website link'),
      {
        feature: 'Pictures',
        values: {
          free: false,
          professional: `Up to ${facts.photos}`,
          pro_max: `Up to ${facts.photos}`,
          enterprise: `Up to ${facts.photos}`,
        },
      },
      from('pro_max', 'YouTube video'),
    ],
  },
  {
    title: 'Being found and trusted',
    rows: [
      from('professional', 'Verified badge'),
      from('professional', 'Search engine optimised profile'),
      from('professional', 'No ads on your profile'),
      from('pro_max', 'Top 10 search placement'),
    ],
  },
  {
    title: 'Working with us',
    rows: [
      from('professional', 'Analytics dashboard'),
      {
        feature: 'Support',
        values: { free: 'Standard', professional: 'Priority', pro_max: 'Priority', enterprise: 'Priority' },
      },
      from('enterprise', 'Custom integrations'),
      from('enterprise', 'Multi-brand management'),
    ],
  },
];
