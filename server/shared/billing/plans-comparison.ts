import { facts, type PlanId } from './plans.ts';

interface ComparisonRow {
  feature: string;
  /** Booleans are shown as a check mark or a dash. */
  values: Record<PlanId, boolean | string>;
}
interface ComparisonGroup {
  title: string;
  rows: readonly ComparisonRow[];
}

const includedFrom = (first: PlanId, feature: string): ComparisonRow => ({
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
      includedFrom('free', 'Basic listing'),
      includedFrom('free', 'Contact information'),
      includedFrom('professional', 'Claim and manage listings'),
      includedFrom('professional', 'Edit practice information'),
      includedFrom('professional', 'Website link'),
      {
        feature: 'Pictures',
        values: {
          free: false,
          professional: `Up to ${facts.photos}`,
          pro_max: `Up to ${facts.photos}`,
          enterprise: `Up to ${facts.photos}`,
        },
      },
      includedFrom('pro_max', 'YouTube video'),
    ],
  },
  {
    title: 'Visibility and trust',
    rows: [
      includedFrom('professional', 'Verified badge'),
      includedFrom('professional', 'SEO-optimized profile'),
      includedFrom('professional', 'No ads on your profile'),
      includedFrom('pro_max', 'Top 10 search placement, drawn daily'),
    ],
  },
  {
    title: 'Support',
    rows: [
      includedFrom('professional', 'Analytics dashboard'),
      {
        feature: 'Support',
        values: { free: 'Standard', professional: 'Priority', pro_max: 'Priority', enterprise: 'Priority' },
      },
      {
        feature: 'First answer to a message',
        values: {
          free: `Within ${facts.answerHours} hours`,
          professional: `Within ${facts.priorityAnswerHours} hours`,
          pro_max: `Within ${facts.priorityAnswerHours} hours`,
          enterprise: `Within ${facts.priorityAnswerHours} hours`,
        },
      },
    ],
  },
  {
    title: 'For groups',
    rows: [
      includedFrom('free', 'API keys and webhooks'),
      includedFrom('enterprise', 'Groups with roles, and changes of many locations'),
      includedFrom('enterprise', 'A page for each brand'),
      includedFrom('enterprise', 'One invoice for all locations'),
    ],
  },
];
