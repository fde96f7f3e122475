import type { Me } from '#contract/accounts/accounts.ts';
import type { SubscriptionView } from '#contract/billing/billing.ts';
import type { OwnClaim } from '#contract/claims/claims.ts';
import type { StartedClaim } from '#contract/claims/started-claims.ts';
import type { HomeListing } from '#contract/dashboard.ts';
import { dollars } from '#shared/billing/plans.ts';
import type { ListingPart } from '#shared/listings/completeness.ts';
import { formatDate, formatUtcDate } from '#ui/kit/format.ts';
import { needsAnswer } from '#ui/claims/claim-text.ts';
import { placeOf } from '#ui/listings/place.ts';
import { joinNouns, listingTabPath, type ListingTab } from '#ui/listings/listing-tabs.ts';

export interface Step {
  key: string;
  /** A step that waits for us, or only informs, asks for nothing. */
  kind: 'problem' | 'todo' | 'wait' | 'note';
  title: string;
  detail?: string | undefined;
  /** Documents and numbers to have ready. */
  prepare?: readonly string[];
  link?: { to: string; label: string; name?: string };
  /** A step that is done in place. */
  control?: 'verify' | { forget: number; name: string };
}

interface HomeState {
  user: Pick<Me, 'email' | 'emailVerified' | 'pendingEmail'>;
  subscription: SubscriptionView | undefined;
  claims: readonly OwnClaim[];
  started: readonly StartedClaim[];
  listings: readonly HomeListing[];
  now: Date;
}

/** Lists everything that waits for an owner, the next step first: money, patients, the claim, and then the profile. */
export const findSteps = (state: HomeState): Step[] => [
  ...findPaymentSteps(state),
  ...findPatientSteps(state),
  ...findEmailSteps(state),
  ...findQuestionSteps(state),
  ...findStartedSteps(state),
  ...findReviewSteps(state),
  ...findProfileSteps(state),
  ...findRenewalNotes(state),
];

function findPaymentSteps({ subscription, listings }: HomeState): Step[] {
  if (!subscription) return [];
  const { status, planName, cents } = subscription;
  if (status === 'past_due' || status === 'unpaid')
    return [
      {
        key: 'payment',
        kind: 'problem',
        title: `We couldn't charge your card for ${planName}${cents === null ? '' : ` (${dollars(cents)})`}`,
        detail: 'Use “Update card” at the top of the page.',
        link: { to: '/dashboard/billing', label: 'Billing' },
      },
    ];
  if (status === 'canceled' && listings.some(({ role }) => role === 'owner'))
    return [
      {
        key: 'payment',
        kind: 'problem',
        title: 'Your plan has ended',
        detail: 'Photos, the website link, and insights are paused.',
        link: { to: '/pricing', label: 'Renew' },
      },
    ];
  return [];
}

function findPatientSteps({ listings }: HomeState): Step[] {
  const waiting = listings.filter((listing) => listing.waiting > 0);
  const count = waiting.reduce((sum, listing) => sum + listing.waiting, 0);
  if (count === 0) return [];
  return [
    {
      key: 'requests',
      kind: 'todo',
      title: count === 1 ? 'A patient is waiting for an answer' : `${count} patients are waiting for an answer`,
      detail: namePractices(waiting),
      link: {
        to: waiting.length === 1 ? listingTabPath(waiting[0]!.id, 'appointments') : '/dashboard/appointments',
        label: 'Answer',
      },
    },
  ];
}

const isOpenClaim = ({ kind, status }: OwnClaim): boolean => kind === 'claim' && status === 'pending';

function findEmailSteps({ user: { email, emailVerified, pendingEmail }, claims }: HomeState): Step[] {
  const step = { key: 'email', kind: 'todo', control: 'verify' } as const;
  if (pendingEmail !== null)
    return [
      {
        ...step,
        title: 'Confirm your new email address',
        detail: `We sent a link to ${pendingEmail}. Until you open it, you log in with ${email}.`,
      },
    ];
  if (emailVerified) return [];
  const why = claims.some(isOpenClaim) ? 'so we can approve your claim faster' : 'so we know that our emails reach you';
  return [{ ...step, title: 'Verify your email address', detail: `Open the link that we sent to ${email}, ${why}.` }];
}

const findQuestionSteps = ({ claims }: HomeState): Step[] =>
  claims.filter(needsAnswer).map(({ id, evidenceAsked, dentist, timeline }) => ({
    key: `claim-${id}`,
    kind: 'todo',
    title: evidenceAsked
      ? `Answer our question about your claim of ${dentist.name}`
      : `Enter the PIN from our letter to ${dentist.name}`,
    detail: evidenceAsked ? (timeline.findLast(({ kind }) => kind === 'evidence_asked')?.note ?? undefined) : undefined,
    link: { to: `/dashboard#claim-${id}`, label: evidenceAsked ? 'Answer' : 'Enter PIN' },
  }));

const findStartedSteps = ({ started }: HomeState): Step[] =>
  started.map(({ dentistId, name, ...place }) => ({
    key: `started-${dentistId}`,
    kind: 'todo',
    title: `Finish your claim of ${name}`,
    detail: placeOf(place),
    link: { to: `/claim/${dentistId}`, label: 'Continue', name: `Continue the claim of ${name}` },
    control: { forget: dentistId, name },
  }));

/** Says of each claim that staff review what happens, by when, and what to prepare. */
function findReviewSteps({ claims, listings, now }: HomeState): Step[] {
  const inReview = claims.filter((claim) => isOpenClaim(claim) && !needsAnswer(claim));
  const checked = listings.filter(({ checkPending, role }) => checkPending && role === 'owner');
  return [
    ...inReview.map((claim): Step => ({
      key: `claim-${claim.id}`,
      kind: 'wait',
      title: `We're reviewing your claim of ${claim.dentist.name}`,
      detail: `We compare it with our records, and may call the practice or mail it a PIN. ${describeDue(claim, now)}`,
      prepare: listMissingEvidence(claim),
      link: { to: `/dashboard#claim-${claim.id}`, label: 'Follow it' },
    })),
    ...checked.map(({ id, name, changesUnderReview, heldAt }): Step => ({
      key: `check-${id}`,
      kind: 'wait',
      title: heldAt
        ? `We're comparing ${name} with a similar listing`
        : changesUnderReview
          ? `We're checking your changes to ${name}`
          : `We're checking that you run ${name}`,
      detail: heldAt
        ? "It isn't public yet. If we have a question, we email you."
        : 'The Verified badge shows after the check. If we have a question, we email you.',
      link: { to: listingTabPath(id), label: 'Follow it' },
    })),
  ];
}

function describeDue({ dueAt }: OwnClaim, now: Date): string {
  if (dueAt === null) return '';
  return new Date(dueAt) > now
    ? `We'll decide by ${formatDate(dueAt)}.`
    : `We planned to decide by ${formatDate(dueAt)}. We’re sorry for the delay.`;
}

/** The evidence that staff ask for most and that the claim lacks. */
const listMissingEvidence = ({ licenseNumber, verificationDocument }: OwnClaim): string[] => [
  ...(licenseNumber ? [] : ["The dentist's license number or NPI"]),
  ...(verificationDocument ? [] : ["A document with the practice's name and address, such as a license or a lease"]),
];

interface PartStep {
  part: ListingPart;
  title: string;
  detail: string;
  label: string;
  tab: ListingTab;
}
const partSteps: readonly PartStep[] = [
  { part: 'photos', title: 'Add photos', detail: 'Your cover shows in search.', label: 'Add photos', tab: 'photos' },
  {
    part: 'insurancePlans',
    title: 'Add the insurance plans you accept',
    detail: 'Patients search by plan.',
    label: 'Add plans',
    tab: 'edit',
  },
  {
    part: 'prices',
    title: 'Add your whitening price',
    detail: 'Patients sort by price.',
    label: 'Add prices',
    tab: 'edit',
  },
];
const sectionOf: Partial<Record<ListingPart, string>> = { insurancePlans: '#prices', prices: '#prices' };

function findProfileSteps({ listings }: HomeState): Step[] {
  if (listings.length === 0) return [];
  const active = listings.filter(({ planActive }) => planActive);
  const lacking = (part: ListingPart) =>
    (part === 'photos' ? active : listings).filter(({ missing }) => missing.includes(part));
  const others = listings
    .map((listing) => ({
      ...listing,
      missing: listing.missing.filter((part) => part !== 'hours' && !partSteps.some((step) => step.part === part)),
    }))
    .filter(({ missing }) => missing.length > 0);
  const withoutHours = lacking('hours').filter(({ hasHours }) => !hasHours);
  const steps = [
    {
      key: 'hours',
      title: 'Add your office hours',
      detail: 'Patients search by who is open.',
      label: 'Add hours',
      found: withoutHours,
      path: (id: number) => `${listingTabPath(id, 'edit')}#hours`,
    },
    {
      key: 'confirm',
      title: 'Confirm your office hours',
      detail: 'Patients see when you last confirmed them.',
      label: 'Check hours',
      found: lacking('hours').filter(({ hasHours }) => hasHours),
      path: (id: number) => `${listingTabPath(id)}#confirm`,
    },
    ...partSteps.map(({ part, tab, ...words }) => ({
      ...words,
      key: part,
      found: lacking(part),
      path: (id: number) => `${listingTabPath(id, tab)}${sectionOf[part] ?? ''}`,
    })),
    {
      key: 'rest',
      title: others.length === 1 ? `Add ${joinNouns(others[0]!.missing)}` : 'Complete your profiles',
      detail: 'Complete profiles answer what patients ask first.',
      label: 'Complete it',
      found: others,
      path: (id: number) => listingTabPath(id, 'edit'),
    },
    {
      key: 'reviews',
      title: 'Ask for your first reviews',
      detail: 'Send patients a link, or print a card for your desk.',
      label: 'Get the link',
      found: active.filter(({ hasReviews }) => !hasReviews),
      path: (id: number) => listingTabPath(id, 'reviews'),
    },
    {
      key: 'appointments',
      title: 'Let patients request appointments',
      detail: 'They suggest times on your profile, and you answer here.',
      label: 'Turn it on',
      found: active.filter(({ takesAppointments, role }) => !takesAppointments && role === 'owner'),
      path: (id: number) => listingTabPath(id, 'appointments'),
    },
  ];
  return steps
    .filter(({ found }) => found.length > 0)
    .map(({ key, title, detail, label, found, path }) => ({
      key,
      kind: 'todo',
      title,
      detail: listings.length === 1 ? detail : namePractices(found),
      link: { to: path(found[0]!.id), label },
    }));
}

/** "Dr. Iris Long and 3 more" */
function namePractices(listings: readonly HomeListing[]): string {
  const [first, ...others] = listings;
  return others.length === 0 ? first!.name : `${first!.name} and ${others.length} more`;
}

/** A renewal is worth a line this many days ahead, if it isn't every month. */
const RENEWAL_DAYS = 30;
const DAY = 86_400_000;

function findRenewalNotes({ subscription: view, now }: HomeState): Step[] {
  if (!view || view.date === null || view.status === 'past_due' || view.status === 'canceled') return [];
  const day = formatUtcDate(view.date);
  const note = { key: 'renewal', kind: 'note' } as const;
  if (view.cancelling)
    return [
      {
        ...note,
        title: `Your ${view.planName} plan ends on ${day}`,
        link: { to: '/dashboard/billing', label: 'Keep my plan' },
      },
    ];
  const isSoon = new Date(view.date).getTime() - now.getTime() < RENEWAL_DAYS * DAY;
  if (view.cents === null || !isSoon || (view.status !== 'trial' && view.interval !== 'yearly')) return [];
  return [
    {
      ...note,
      title: `Your ${view.planName} ${view.status === 'trial' ? 'trial ends' : 'plan renews'} on ${day}`,
      detail: `We'll charge ${dollars(view.cents)}${view.card ? ` to your card ending in ${view.card.last4}` : ''}.`,
      link: { to: '/dashboard/billing', label: 'Billing' },
    },
  ];
}
