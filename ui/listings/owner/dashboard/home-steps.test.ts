import { describe, expect, it } from 'vitest';
import type { SubscriptionView } from '#contract/billing/billing.ts';
import type { OwnClaim } from '#contract/claims/claims.ts';
import type { HomeListing } from '#contract/dashboard.ts';
import { findSteps } from './home-steps.ts';

const now = new Date('2026-01-20T17:00:00Z');
const user = { email: 'olive@example.com', emailVerified: true, pendingEmail: null };
const listing = (values: Partial<HomeListing> = {}) =>
  ({
    id: 7,
    name: 'Dr. Iris Long',
    role: 'owner',
    planActive: true,
    waiting: 0,
    checkPending: false,
    changesUnderReview: false,
    hasHours: true,
    hasReviews: true,
    takesAppointments: true,
    missing: [],
    ...values,
  }) as unknown as HomeListing;
const claim = (values: Partial<OwnClaim> = {}) =>
  ({
    id: 3,
    kind: 'claim',
    status: 'pending',
    dentist: { name: 'Silva Dental' },
    evidenceAsked: false,
    letter: null,
    licenseNumber: null,
    verificationDocument: 'lease.pdf',
    dueAt: '2026-01-23T17:00:00Z',
    timeline: [{ at: '', kind: 'submitted', note: null }],
    ...values,
  }) as OwnClaim;
const subscription = (values: Partial<SubscriptionView>) =>
  ({
    planName: 'Professional',
    status: 'active',
    cents: 6000,
    date: null,
    cancelling: false,
    ...values,
  }) as SubscriptionView;
const steps = (state: Partial<Parameters<typeof findSteps>[0]>) =>
  findSteps({ user, subscription: undefined, claims: [], started: [], listings: [], now, ...state });
const titles = (state: Parameters<typeof steps>[0]) => steps(state).map(({ title }) => title);

describe('the next step of an owner', () => {
  it('is the failed payment before anything else, then patients, and the rest of the way in its order', () => {
    const everything = {
      user: { ...user, emailVerified: false },
      subscription: subscription({ status: 'past_due' }),
      claims: [claim(), claim({ id: 4, evidenceAsked: true })],
      started: [{ dentistId: 9, name: 'Elm Dental', city: 'Austin', state: 'TX', startedAt: '' }],
      listings: [
        listing({
          waiting: 2,
          hasReviews: false,
          takesAppointments: false,
          missing: ['photos', 'description', 'hours', 'insurancePlans', 'prices'],
        }),
      ],
    };
    expect(titles(everything)).toEqual([
      "We couldn't charge your card for Professional ($60)",
      '2 patients are waiting for an answer',
      'Verify your email address',
      'Answer our question about your claim of Silva Dental',
      'Finish your claim of Elm Dental',
      "We're reviewing your claim of Silva Dental",
      'Confirm your office hours',
      'Add photos',
      'Add the insurance plans you accept',
      'Add your whitening price',
      'Add description',
      'Ask for your first reviews',
      'Let patients request appointments',
    ]);
  });

  it('says of a claim what happens, by when, and what to prepare', () => {
    const [step] = steps({ claims: [claim()] });
    expect(step).toMatchObject({
      kind: 'wait',
      detail: expect.stringContaining("We'll decide by January 23, 2026."),
      prepare: ["The dentist's license number or NPI"],
    });
    const late = steps({ claims: [claim({ dueAt: '2026-01-16T17:00:00Z', licenseNumber: '123' })] })[0]!;
    expect(late.detail).toMatch(/planned to decide by January 16, 2026/);
    expect(late.prepare).toEqual([]);
  });

  it("is staff's question in its own words", () => {
    const timeline = [{ at: '', kind: 'evidence_asked' as const, note: 'Please send your license.' }];
    expect(steps({ claims: [claim({ evidenceAsked: true, timeline })] })[0]).toMatchObject({
      detail: 'Please send your license.',
      link: { to: '/dashboard#claim-3', label: 'Answer' },
    });
  });

  it('leads an owner of several practices to the first one that lacks a part', () => {
    const listings = [
      listing(),
      listing({ id: 8, name: 'B', missing: ['photos'] }),
      listing({ id: 9, missing: ['photos'] }),
    ];
    expect(steps({ listings })).toMatchObject([
      { title: 'Add photos', detail: 'B and 1 more', link: { to: '/dashboard/listings/8/photos' } },
    ]);
  });

  it('asks for nothing that a plan without paid features keeps off', () => {
    const ended = listing({ planActive: false, missing: ['photos'], hasReviews: false, takesAppointments: false });
    expect(titles({ listings: [ended], subscription: subscription({ status: 'canceled' }) })).toEqual([
      'Your plan has ended',
    ]);
  });

  it('mentions a renewal only if it is rare', () => {
    const soon = { date: '2026-02-01T00:00:00Z', card: { brand: 'visa', last4: '4242' } } as const;
    expect(titles({ subscription: subscription({ ...soon, interval: 'monthly' }) })).toEqual([]);
    expect(titles({ subscription: subscription({ ...soon, interval: 'yearly' }) })).toEqual([
      'Your Professional plan renews on February 1, 2026',
    ]);
  });
});
