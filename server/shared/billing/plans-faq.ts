import { ranking } from '../listings/ranking.ts';
import { findFreeMonths, findSavings, regularCents, type OfferedPrice } from './offers.ts';
import { dollars, facts, paidPlanIds, planName, type PaidPlanId } from './plans.ts';

interface Question {
  question: string;
  answer: string;
}
interface QuestionGroup {
  title: string;
  questions: readonly Question[];
}

/** For example "Professional is $60 a month or $600 a year." Empty if the plan isn't for sale. */
function describePrice(offers: readonly OfferedPrice[], plan: PaidPlanId): string {
  const [monthly, yearly] = [regularCents(offers, plan, 'monthly'), regularCents(offers, plan, 'yearly')];
  const prices = [
    ...(monthly === undefined ? [] : [`${dollars(monthly)} a month`]),
    ...(yearly === undefined ? [] : [`${dollars(yearly)} a year`]),
  ];
  return prices.length === 0 ? '' : `${planName(plan)} is ${prices.join(' or ')}.`;
}

const monthWords = ['one month', 'two months', 'three months', 'four months', 'five months', 'six months'];

function describeSavings(offers: readonly OfferedPrice[]): Question[] {
  const savings = findSavings(offers);
  if (savings.length === 0) return [];
  const months = findFreeMonths(savings);
  const free = months === null ? undefined : monthWords[months - 1];
  const years = savings.map(
    ({ plan, yearly, twelveMonths }) =>
      `a year of ${planName(plan)} costs ${dollars(yearly)} instead of ${dollars(twelveMonths)}`,
  );
  const answer = `${years.join(', and ').replace(/^a/, 'A')}.`;
  return [
    { question: 'How much do I save by paying yearly?', answer: free ? `You get ${free} free. ${answer}` : answer },
  ];
}

/** Plain text. Every price is one on sale, and every other number comes from the plan catalog. */
export const faqOf = (supportHours: string, offers: readonly OfferedPrice[]): readonly QuestionGroup[] => [
  {
    title: 'Plans and pricing',
    questions: [
      {
        question: 'What does each plan cost?',
        answer: [
          ...paidPlanIds.map((plan) => describePrice(offers, plan)).filter(Boolean),
          'A basic listing is free forever. Enterprise has custom pricing. Contact us.',
        ].join(' '),
      },
      ...describeSavings(offers),
      {
        question: 'What is the difference between Professional and Pro Max?',
        answer: `Professional lets you manage your listing, with your website link, your photos, an SEO-optimized profile, and the Verified badge once we have checked that you run the practice. Pro Max adds a YouTube video on your profile and Top 10 search placement: each day, up to ${ranking.sponsoredPlaces} of the Pro Max practices that match a search are drawn for its first places, which are labeled “Sponsored.” Payment changes no other position.`,
      },
      {
        question: 'Can I change my plan later?',
        answer:
          'Yes, anytime from your dashboard. If you upgrade, you pay the difference for the rest of the period. If you downgrade, we credit the unused time to your next invoices.',
      },
    ],
  },
  {
    title: 'Billing and payments',
    questions: [
      {
        question: 'Which payment methods do you accept?',
        answer: `We accept ${facts.paymentMethods}. Your card details go straight to our payment provider. We never see or store them.`,
      },
      {
        question: 'Is there a money-back guarantee?',
        answer: `Yes. Your first payment comes with a ${facts.moneyBackDays}-day money-back guarantee. Contact support within ${facts.moneyBackDays} days for a full refund.`,
      },
      {
        question: 'How do I cancel?',
        answer:
          "On your dashboard, in two clicks. Your plan stays active until the end of the period you paid for, and you won't be charged again. You see the date before you confirm.",
      },
      {
        question: 'What happens to my listing when my plan ends?',
        answer:
          'You keep your listing and your account, and you can still edit contact details, hours, and services. The Verified badge, photos, website link, video, insights, and invitations are paused until you subscribe again. Nothing is deleted, and you don’t need another check.',
      },
    ],
  },
  {
    title: 'Claiming a practice',
    questions: [
      {
        question: 'Who can claim a practice?',
        answer:
          'Owners, associate dentists, practice and office managers, and authorized representatives. You need a Professional or Pro Max plan.',
      },
      {
        question: 'How long does a claim take?',
        answer: `Claims are reviewed in ${facts.claimReview}. We'll email you the decision. Once approved, the practice appears on your dashboard.`,
      },
      {
        question: "My practice isn't in the directory. Can I add it?",
        answer: 'Yes. With a paid plan, choose List Your Practice. You manage the new listing right away.',
      },
    ],
  },
  {
    title: 'Managing your listing',
    questions: [
      {
        question: 'How many photos can I upload?',
        answer: `Up to ${facts.photos}, at most ${facts.photoMegabytes} MB each. For sharp photos, we suggest at least ${facts.photoSize} px.`,
      },
      {
        question: 'Can I transfer a listing to a new owner?',
        answer: `Yes. Offer it on your listing's Managers page. The new owner accepts by email and pays a one-time fee of ${dollars(facts.transferFeeCents)}, which covers verifying them.`,
      },
      {
        question: 'Are there ads on my profile?',
        answer: 'Not while you have a paid plan. We show no ads on the profiles of paying practices.',
      },
    ],
  },
  {
    title: 'Account and support',
    questions: [
      {
        question: 'I forgot my password. What now?',
        answer: `Choose “Forgot your password?” on the login page. We email you a reset link that works for ${facts.resetLinkHours} hours.`,
      },
      {
        question: 'When can I reach support?',
        answer: `${supportHours}. You can email us anytime, and we'll reply within ${facts.answerHours} hours, or ${facts.priorityAnswerHours} with a paid plan.`,
      },
      {
        question: 'How do I delete my account?',
        answer:
          "On your account page. Cancel your plan first, so you aren't charged again. Your listing stays in the directory without an owner.",
      },
    ],
  },
];
