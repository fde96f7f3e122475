import { z } from 'zod';
import { listingParts } from '#shared/listings/completeness.ts';
import { mySubscription } from './billing/billing.ts';
import { myClaims } from './claims/claims.ts';
import { listStartedClaims } from './claims/started-claims.ts';
import { endpoint } from './endpoint.ts';
import { id, idParam, sentTime } from './values.ts';

const nullable = z.string().nullable();
const period = z.object({ from: z.string(), to: z.string() });

const homeFigures = z.object({ views: z.int(), calls: z.int(), appointments: z.int(), reviews: z.int() });
export type HomeFigures = z.output<typeof homeFigures>;
const compared = z.object({ now: homeFigures, before: homeFigures });
export type ComparedFigures = z.output<typeof compared>;

/** How often searches showed a listing, in whole days until yesterday. */
export const shown = z.object({
  now: z.int(),
  /** Null if we didn't count all days of the period before. */
  before: z.int().nullable(),
  /** The first counted day, if it is within the period. */
  since: z.string().nullable(),
  /** The results of sponsored places. Null unless the plan has them. */
  sponsored: z.object({ shown: z.int(), clicks: z.int() }).nullable(),
});
export type Shown = z.output<typeof shown>;

const homeListing = z.object({
  id: z.int(),
  name: z.string(),
  title: nullable,
  practiceName: nullable,
  city: nullable,
  state: nullable,
  practiceImage: nullable,
  href: z.string(),
  role: z.enum(['owner', 'manager']),
  isVerified: z.boolean(),
  isPaid: z.boolean(),
  changesUnderReview: z.boolean(),
  ownershipReviewedAt: sentTime.nullable(),
  checkPending: z.boolean(),
  /** Since when it isn't public, because it matches another listing. Older servers don't send it. */
  heldAt: sentTime.nullish(),
  planActive: z.boolean(),
  confirmedAt: sentTime.nullable(),
  /** Appointment requests without an answer. */
  waiting: z.int(),
  missing: z.array(z.enum(listingParts)),
  hasHours: z.boolean(),
  hasReviews: z.boolean(),
  takesAppointments: z.boolean(),
  /** Null while insights are paused because the plan has ended. */
  figures: compared.nullable(),
  /** Null like the figures, and before the first day was counted. */
  shown: shown.nullable(),
});
export type HomeListing = z.output<typeof homeListing>;

export const ownerHome = endpoint('GET', '/api/user/home', {
  summary: "The caller's listings with what they lack, waiting requests, and the last 30 days against the 30 before",
  reply: z.object({
    period,
    previous: period,
    timeZone: z.string(),
    /** The sum of all listings with figures; null if there are none. */
    figures: compared.nullable(),
    shown: shown.nullable(),
    listings: z.array(homeListing),
  }),
});

export const viewOwnerHome = endpoint('GET', '/api/admin/users/:id/home', {
  summary: 'What the dashboard of an account shows its owner; reading it changes nothing',
  params: idParam,
  reply: z.object({
    user: z.object({
      id,
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      pendingEmail: nullable,
    }),
    home: ownerHome.reply,
    subscription: mySubscription.reply.nullable(),
    claims: myClaims.reply,
    started: listStartedClaims.reply,
  }),
});
