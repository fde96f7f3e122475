import { dollars, facts, planOf, priceOf } from './plans.ts';

export interface Question {
  question: string;
  answer: string;
}
export interface QuestionGroup {
  title: string;
  questions: readonly Question[];
}

const price = (id: 'professional' | 'pro_max') =>
  `${planOf(id)!.name} is ${dollars(priceOf(id, 'monthly').cents)} a month or ${dollars(priceOf(id, 'yearly').cents)} a year`;

/** What people ask before they pay. Plain text; every figure comes from the catalogue. */
export const faq: readonly QuestionGroup[] = [
  {
    title: 'Plans and pricing',
    questions: [
      {
        question: 'What does each plan cost?',
        answer: `${price('professional')}. ${price('pro_max')}. A basic listing is free forever, and Enterprise is priced to fit: talk to us.`,
      },
      {
        question: 'What do I save by paying yearly?',
        answer: `Two months. A year of Professional costs ${dollars(priceOf('professional', 'yearly').cents)} instead of ${dollars(priceOf('professional', 'yearly').listCents!)}, a year of Pro Max ${dollars(priceOf('pro_max', 'yearly').cents)} instead of ${dollars(priceOf('pro_max', 'yearly').listCents!)}.`,
      },
      {
        question: 'What is the difference between Professional and Pro Max?',
        answer:
          'Professional puts your listing in your own hands: your website link, your pictures, a search engine optimised profile and the Verified badge. Pro Max adds a YouTube video on your profile and Top 10 placement in search results.',
      },
      {
        question: 'Can I change my plan later?',
        answer:
          'Yes, at any time from your dashboard. When you move up you pay the difference for the rest of the period; when you move down, what is left is credited to your next invoices.',
      },
    ],
  },
  {
    title: 'Billing and payments',
    questions: [
      {
        question: 'Which payment methods do you accept?',
        answer: `We accept ${facts.paymentMethods}. Card details go straight to our payment provider; we never see or store them.`,
      },
      {
        question: 'Is there a money-back guarantee?',
        answer: `Yes. Your first payment comes with a ${facts.moneyBackDays}-day money-back guarantee: write to support within ${facts.moneyBackDays} days and we refund it in full.`,
      },
      {
        question: 'How do I cancel?',
        answer:
          'On your dashboard, in two clicks. Your plan stays on until the end of the period you paid for, the date is shown before you confirm, and nothing is charged after it.',
      },
      {
        question: 'What happens to my listing when my plan ends?',
        answer:
          'You keep your listing and your account. The perks of the plan, such as the Verified badge, your pictures and your website link, are switched off until you subscribe again.',
      },
    ],
  },
  {
    title: 'Claiming a practice',
    questions: [
      {
        question: 'Who can claim a practice?',
        answer:
          'Owners, associate dentists, practice and office managers, and authorized representatives. Claiming needs a Professional or Pro Max plan.',
      },
      {
        question: 'How long does a claim take?',
        answer: `Claims are reviewed in ${facts.claimReview}. You get an email with the decision, and the practice appears on your dashboard when it is approved.`,
      },
      {
        question: 'My practice is not in the directory. Can I add it?',
        answer: 'Yes. With a paid plan choose List Your Practice, and your new listing is yours from the start.',
      },
    ],
  },
  {
    title: 'Managing your listing',
    questions: [
      {
        question: 'How many photos can I upload?',
        answer: `Up to ${facts.photos}, each at most ${facts.photoMegabytes} MB. For a crisp result we suggest at least ${facts.photoSize} px.`,
      },
      {
        question: 'Can I transfer a listing to a new owner?',
        answer: `Yes. Write to support; a change of ownership costs ${dollars(facts.transferFeeCents)} once, which covers the check of the new owner.`,
      },
      {
        question: 'Are there ads on my profile?',
        answer: 'Not while you are on a paid plan: profiles of paying owners carry no ads.',
      },
    ],
  },
  {
    title: 'Account and support',
    questions: [
      {
        question: 'I forgot my password. What now?',
        answer: `Choose the reset link on the sign-in page. We mail you a link that works for ${facts.resetLinkHours} hours.`,
      },
      {
        question: 'When can I reach support?',
        answer: `${facts.supportHours}; ${facts.supportClosed}. You can write at any time and we answer within 24 hours.`,
      },
      {
        question: 'How do I delete my account?',
        answer:
          'On your account page. Cancel a running plan first, so that nothing more is charged; your listing stays in the directory without an owner.',
      },
    ],
  },
];
