import type { Reply } from '#contract/endpoint.ts';
import type {
  analyticsDays,
  analyticsQueues,
  analyticsRevenue,
  contentAnalytics,
} from '#contract/insights/analytics.ts';
import { formatNumber, formatPercent, formatWholeDollars } from '#ui/kit/format.ts';
import { countOf, describeChange } from '../../figure-words.ts';

/** The answers to the questions of the analytics page, in a sentence each. */

const visitNouns = ['visit', 'visits'] as const;
const dayNouns = ['day', 'days'] as const;

export function answerFinding({ funnel }: Pick<Reply<typeof analyticsDays>, 'funnel'>): string {
  const { search, profile, contact } = funnel;
  if (search === 0) return 'No one searched in this period.';
  const share = contact > 0 ? ` (${formatPercent(contact / search)})` : '';
  return `Of ${countOf(search, visitNouns)} with a search, ${formatNumber(profile)} opened a profile, and ${formatNumber(contact)}${share} tried to reach a practice.`;
}

export function answerRevenue(revenue: Reply<typeof analyticsRevenue>, days: number): string {
  const { mrrCents, mrrCentsBefore, newSubscriptions, lostSubscriptions } = revenue;
  const dollars = (cents: number) => formatWholeDollars(cents / 100);
  if (mrrCents === 0 && mrrCentsBefore === 0) return 'No one pays for a plan yet.';
  const change = mrrCents - mrrCentsBefore;
  const compared =
    change === 0
      ? `as much as ${countOf(days, dayNouns)} ago`
      : `${dollars(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than ${countOf(days, dayNouns)} ago`;
  return `Plans bring ${dollars(mrrCents)} a month, ${compared}: ${formatNumber(newSubscriptions)} new and ${formatNumber(lostSubscriptions)} lost.`;
}

export function answerReading(content: Reply<typeof contentAnalytics>, days: number): string {
  const { articleViews, articleViewsBefore } = content;
  if (articleViews === 0 && articleViewsBefore === 0) return 'No one opened a guide in this period.';
  return `${countOf(articleViews, ['guide was', 'guides were'])} opened, ${describeChange(articleViews, articleViewsBefore, days).toLowerCase()}.`;
}

export function answerBacklog({ claims, oldestClaimAt }: Reply<typeof analyticsQueues>, now: number): string {
  const pending = claims.reduce((sum, { n }) => sum + n, 0);
  if (pending === 0) return 'Yes. No claim is waiting for a decision.';
  const waited = oldestClaimAt ? Math.floor((now - new Date(oldestClaimAt).getTime()) / 86_400_000) : 0;
  const oldest = waited > 0 ? ` ${pending === 1 ? 'It' : 'The oldest'} has waited ${countOf(waited, dayNouns)}.` : '';
  return `${countOf(pending, ['claim is', 'claims are'])} waiting for a decision.${oldest}`;
}

/** "12 s longer than in the prior 30 days". */
export function describeLength(now: number, before: number | null, days: number): string {
  const prior = days === 1 ? 'the day before' : `the prior ${days} days`;
  if (before === null) return `No visits in ${prior}`;
  const difference = Math.round(now - before);
  if (difference === 0) return `As long as in ${prior}`;
  return `${Math.abs(difference)} s ${difference > 0 ? 'longer' : 'shorter'} than in ${prior}`;
}
