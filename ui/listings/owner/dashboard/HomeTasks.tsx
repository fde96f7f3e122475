import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CircleCheck, CreditCard, FileQuestion, ListChecks, type LucideIcon } from 'lucide-react';
import { mySubscription, type SubscriptionView } from '#contract/billing/billing.ts';
import { myClaims, type OwnClaim } from '#contract/claims/claims.ts';
import type { HomeListing } from '#contract/dashboard.ts';
import { dollars } from '#shared/billing/plans.ts';
import { usePayments } from '#ui/base/page/use-payments.ts';
import { ButtonLink } from '#ui/kit/controls/ButtonLink.tsx';
import { Card } from '#ui/kit/display/Card.tsx';
import { formatUtcDate } from '#ui/kit/format.ts';
import { queryOf } from '#ui/base/platform/query.ts';
import { Checklist } from '../listing/Checklist.tsx';
import { joinNouns, listingTabPath } from '#ui/listings/listing-tabs.ts';
import css from './HomeTasks.module.css';

interface Task {
  key: string;
  icon: LucideIcon;
  title: string;
  detail?: string;
  to: string;
  action: string;
}

/** A renewal is worth a line this many days ahead. */
const RENEWAL_DAYS = 30;
const DAY = 86_400_000;

/** Lists the owner's tasks, the most urgent first. */
export function HomeTasks({ listings }: { listings: readonly HomeListing[] }) {
  const { data: subscription } = useQuery({ ...queryOf(mySubscription, {}), staleTime: 0, enabled: usePayments() });
  const { data: claims } = useQuery(queryOf(myClaims, {}));
  const [only] = listings.length === 1 ? listings : [];
  const tasks = [
    ...(subscription ? findBillingTasks(subscription, listings) : []),
    ...findRequestTasks(listings),
    ...findClaimTasks(claims ?? []),
    ...(only ? [] : findListingTasks(listings)),
  ];
  return (
    <Card as="section" aria-labelledby="next" className={css.card}>
      <h2 id="next">What to do next</h2>
      {tasks.length > 0 && (
        <ul className={css.tasks}>
          {tasks.map(({ key, icon: Icon, title, detail, to, action }) => (
            <li key={key}>
              <Icon aria-hidden="true" />
              <div className={css.text}>
                <p className={css.title}>{title}</p>
                {detail && <p className={css.detail}>{detail}</p>}
              </div>
              <ButtonLink to={to} size="small" aria-label={`${action}: ${title}`}>
                {action}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      {only && <Checklist id={only.id} missing={only.missing} />}
      {tasks.length === 0 && !only && (
        <p className={css.done}>
          <CircleCheck aria-hidden="true" /> You're all set. Nothing needs you right now.
        </p>
      )}
    </Card>
  );
}

function findBillingTasks(view: SubscriptionView, listings: readonly HomeListing[]): Task[] {
  const task = { key: 'billing', icon: CreditCard, to: '/dashboard/billing' };
  const day = view.date && formatUtcDate(view.date);
  if (view.status === 'past_due' || view.status === 'unpaid')
    return [
      {
        ...task,
        title: `We couldn't charge your card for ${view.planName}`,
        detail: 'Use “Update card” at the top of the page.',
        action: 'Billing',
      },
    ];
  if (view.status === 'canceled' && listings.some(({ role }) => role === 'owner'))
    return [
      {
        ...task,
        title: 'Your plan has ended',
        detail: 'Photos, the website link, and insights are paused.',
        to: '/pricing',
        action: 'Renew',
      },
    ];
  if (view.cancelling && day)
    return [{ ...task, title: `Your ${view.planName} plan ends on ${day}`, action: 'Keep my plan' }];
  if (view.date && day && view.cents !== null && new Date(view.date).getTime() - Date.now() < RENEWAL_DAYS * DAY) {
    const verb = view.status === 'trial' ? 'trial ends' : 'plan renews';
    return [
      {
        ...task,
        title: `Your ${view.planName} ${verb} on ${day}`,
        detail: `We'll charge ${dollars(view.cents)}${view.card ? ` to your card ending in ${view.card.last4}` : ''}.`,
        action: 'Billing',
      },
    ];
  }
  return [];
}

function findRequestTasks(listings: readonly HomeListing[]): Task[] {
  const waiting = listings.filter((listing) => listing.waiting > 0);
  const count = waiting.reduce((sum, listing) => sum + listing.waiting, 0);
  if (count === 0) return [];
  const [first] = waiting;
  return [
    {
      key: 'requests',
      icon: CalendarClock,
      title: count === 1 ? 'A patient is waiting for an answer' : `${count} patients are waiting for an answer`,
      detail: waiting.length === 1 ? first!.name : `At ${waiting.length} practices`,
      to: waiting.length === 1 ? listingTabPath(first!.id, 'appointments') : '/dashboard/appointments',
      action: 'Answer',
    },
  ];
}

const findClaimTasks = (claims: readonly OwnClaim[]): Task[] =>
  claims
    .filter(({ status, evidenceAsked, letter }) => status === 'pending' && (evidenceAsked || letter?.open))
    .map(({ id, evidenceAsked, dentist }) => ({
      key: `claim-${id}`,
      icon: FileQuestion,
      title: evidenceAsked
        ? `We need one more thing for your claim of ${dentist.name}`
        : `Enter the PIN from our letter to ${dentist.name}`,
      to: `/dashboard#claim-${id}`,
      action: evidenceAsked ? 'Answer' : 'Enter PIN',
    }));

function findListingTasks(listings: readonly HomeListing[]): Task[] {
  const incomplete = listings.filter(({ missing }) => missing.length > 0);
  if (incomplete.length === 0) return [];
  const counts = new Map(incomplete.flatMap(({ missing }) => missing).map((part) => [part, 0]));
  for (const { missing } of incomplete) for (const part of missing) counts.set(part, counts.get(part)! + 1);
  const mostMissing = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, 3);
  return [
    {
      key: 'incomplete',
      icon: ListChecks,
      title:
        incomplete.length === 1
          ? '1 practice is incomplete'
          : `${incomplete.length} of ${listings.length} practices are incomplete`,
      detail: `Most often missing: ${joinNouns(mostMissing.map(([part]) => part))}.`,
      to: '/dashboard?show=incomplete#listings',
      action: 'Show',
    },
  ];
}
