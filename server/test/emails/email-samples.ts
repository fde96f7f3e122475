import * as accounts from '#server/accounts/emails.ts';
import * as staff from '#server/accounts/staff/emails.ts';
import * as appointments from '#server/appointments/emails.ts';
import * as articles from '#server/articles/emails.ts';
import * as billingByStaff from '#server/billing/admin/emails.ts';
import * as billing from '#server/billing/emails.ts';
import * as backups from '#server/bulk/backup/backup-emails.ts';
import * as claims from '#server/claims/emails.ts';
import * as groups from '#server/groups/emails.ts';
import * as inbox from '#server/inbox/emails.ts';
import * as insights from '#server/insights/emails.ts';
import * as confirmations from '#server/confirmations/emails.ts';
import * as checks from '#server/listings/checks/check-emails.ts';
import * as managers from '#server/listings/owner/manager-emails.ts';
import * as transfers from '#server/listings/transfers/transfer-emails.ts';
import * as reviews from '#server/reviews/emails.ts';
import * as site from '#server/site/emails.ts';
import type { TestApp } from '../app.ts';

/** The modules with emails. A sample is named after its module and its function. */
export const emailModules = {
  accounts,
  appointments,
  articles,
  backups,
  billing,
  billingByStaff,
  checks,
  claims,
  confirmations,
  groups,
  inbox,
  insights,
  managers,
  reviews,
  site,
  staff,
  transfers,
};

type Send = (deps: TestApp['deps']) => Promise<void>;

const at = new Date('2026-02-02T15:00:00Z');
const person = { name: 'Dr. Ana Silva', email: 'ana@example.com' };
const login = { device: 'Firefox on Windows', ip: '203.0.113.7', at };
const plan = { plan: 'professional', cents: 6_000, interval: 'monthly' };
const failedRenewal = {
  plan: 'professional',
  cents: 6_000,
  payUrl: 'https://pay.example/i/1',
  cardBrand: 'visa',
  cardLast4: '4242',
  failedAt: at,
  featuresUntil: at,
};
const place = { practiceName: 'Silva Dental', city: 'Austin', state: 'TX' };

const claim = {
  ...place,
  id: 7,
  kind: 'claim',
  dentistId: 1,
  dentistName: 'Dr. Ana Silva',
  requestorName: person.name,
  requestorEmail: person.email,
  requestorPhone: '(512) 555-0142',
  accountEmail: person.email,
  dueAt: at,
  reviewNotes: null,
} as Parameters<typeof claims.emailApproved>[2];
const transfer = {
  ...place,
  id: 5,
  dentistId: 1,
  listingName: 'Dr. Ana Silva',
  fromName: person.name,
  fromEmail: person.email,
  email: 'bo@example.com',
  expiresAt: at,
} as Parameters<typeof transfers.emailOffer>[2];
const request = {
  ...place,
  id: 9,
  dentistId: 1,
  linkKey: Buffer.alloc(24, 7),
  name: person.name,
  email: person.email,
  listingName: 'Dr. Ana Silva',
  listingPhone: '(512) 555-0142',
  timeZone: 'America/Chicago',
} as unknown as Parameters<typeof appointments.emailNewRequest>[2];

const author = {
  linkKey: Buffer.alloc(32, 7),
  name: person.name,
  email: person.email,
  listingName: 'Dr. Ana Silva',
  practiceName: 'Silva Dental',
};
const listing = { ...place, id: 1, name: 'Dr. Ana Silva' };
const message = { ...person, id: 3, category: 'general', subject: 'A question', message: 'Is my listing ready?' };
const figures = (calls: number) => ({ calls, views: 12 * calls, appointments: 2, reviews: 1 });

/** Calls every function that sends an email. The listing 1 belongs to the person of these samples, who is an admin, too. */
export const emailSamples: Record<string, Send> = {
  'accounts.emailWelcome': (a) => accounts.emailWelcome(a.db, a, person, 'token'),
  'accounts.emailVerificationLink': (a) => accounts.emailVerificationLink(a.db, a, person, 'token'),
  'accounts.emailDeliveryCheck': (a) => accounts.emailDeliveryCheck(a.db, a, person),
  'accounts.emailConfirmAddress': (a) => accounts.emailConfirmAddress(a.db, a, person, 'token'),
  'accounts.emailAddressChanged': (a) =>
    accounts.emailAddressChanged(a.db, a, person, { newAddress: 'new@example.com', token: 'token', days: 7 }),
  'accounts.emailAddressRestored': (a) => accounts.emailAddressRestored(a.db, a, person, 'token'),
  'accounts.emailSecurityChange': (a) =>
    accounts.emailSecurityChange(a.db, a, person, {
      by: 'Bo Chen',
      sentence: 'Two-factor login is no longer required for staff.',
      at,
    }),
  'accounts.emailResetLink': (a) => accounts.emailResetLink(a.db, a, person, 'token'),
  'accounts.emailPasswordChanged': (a) => accounts.emailPasswordChanged(a.db, a, person),
  'accounts.emailTwoFactorChanged': (a) => accounts.emailTwoFactorChanged(a.db, a, person, true),
  'accounts.emailKeyCreated': async (a) => {
    const key = { name: 'Nightly sync', can: ['Read the directory', 'Reviews'] };
    for (const group of [null, { name: 'Bright Smiles', madeBy: null }, { name: 'Bright Smiles', madeBy: 'Bo Chen' }])
      await accounts.emailKeyCreated(a.db, a, person, { ...key, group });
  },
  'accounts.emailPasskeyAdded': (a) => accounts.emailPasskeyAdded(a.db, a, person, 'Work laptop'),
  'accounts.emailPasskeyRemoved': (a) => accounts.emailPasskeyRemoved(a.db, a, person, 'Work laptop'),
  'accounts.emailWebhookCreated': (a) =>
    accounts.emailWebhookCreated(a.db, a, person, { url: 'https://hooks.example.com/events' }),
  'accounts.emailWebhookDisabled': (a) =>
    accounts.emailWebhookDisabled(a.db, a, person, {
      url: 'https://hooks.example.com/events',
      error: 'The server answered with 500.',
    }),
  'accounts.emailNewDevice': (a) => accounts.emailNewDevice(a.db, a, person, login),
  'accounts.emailAdminLogin': (a) => accounts.emailAdminLogin(a.db, a, person, login),
  'billing.emailReceipt': (a) =>
    billing.emailReceipt(a.db, a, person, {
      description: 'Professional',
      cents: 6_000,
      date: at,
      number: 'E-1',
      url: 'https://pay.example/i/1',
      card: 'Visa ending in 4242',
      period: { start: at, end: at },
      renews: at,
    }),
  'billing.emailPaymentFailed': (a) => billing.emailPaymentFailed(a.db, a, person, { ...failedRenewal, retry: at }),
  'billing.emailPaymentReminder': (a) =>
    billing.emailPaymentReminder(a.db, a, person, { ...failedRenewal, isLast: true }),
  'billing.emailUpcomingRenewal': (a) =>
    billing.emailUpcomingRenewal(a.db, a, person, { ...plan, date: at, trial: false, card: '4242' }),
  'billing.emailCanceled': (a) => billing.emailCanceled(a.db, a, person, { plan: 'pro_max', ends: at }),
  'billing.emailResumed': (a) => billing.emailResumed(a.db, a, person, { plan: 'pro_max', renews: at }),
  'billing.emailPlanChanged': (a) =>
    billing.emailPlanChanged(a.db, a, person, {
      before: plan,
      now: { ...plan, plan: 'pro_max', cents: 12_300 },
      renews: at,
    }),
  'billing.emailEnded': (a) => billing.emailEnded(a.db, a, person, { plan: 'pro_max', ended: at }),
  'billing.emailDispute': (a) => billing.emailDispute(a.db, a, { userId: 1, cents: 6_000, reason: 'product_not_received', evidenceDueAt: at }, person.name), // prettier-ignore
  'billingByStaff.emailRefund': (a) =>
    billingByStaff.emailRefund(a.db, a, person, { cents: 6_000, number: 'E-1', description: 'Professional' }),
  'billingByStaff.emailFreeTime': (a) =>
    billingByStaff.emailFreeTime(a.db, a, person, { plan: 'pro_max', until: at, isGift: true }),
  'claims.emailClaimReceived': (a) => claims.emailClaimReceived(a.db, a, claim),
  'claims.emailAnswer': (a) => claims.emailAnswer(a.db, a, claim, ''),
  'claims.emailApproved': (a) => claims.emailApproved(a.db, a, claim),
  'claims.emailRejected': (a) => claims.emailRejected(a.db, a, { ...claim, kind: 'new_owner' }),
  'claims.emailEvidenceRequest': (a) => claims.emailEvidenceRequest(a.db, a, claim, 'A photo of the license, please.'),
  'claims.emailReopened': (a) => claims.emailReopened(a.db, a, { ...claim, kind: 'identity_change' }, null),
  'claims.emailLetterSent': (a) => claims.emailLetterSent(a.db, a, claim),
  'transfers.emailOffer': (a) => transfers.emailOffer(a.db, a, transfer, 'token'),
  'transfers.emailTransferred': (a) => transfers.emailTransferred(a.db, a, transfer, person, 'on the next invoice'),
  'transfers.emailDeclined': (a) => transfers.emailDeclined(a.db, a, transfer),
  'transfers.emailExpired': (a) => transfers.emailExpired(a.db, a, transfer),
  'transfers.emailCanceled': (a) => transfers.emailCanceled(a.db, a, transfer),
  'articles.emailPublished': (a) =>
    articles.emailPublished(a.db, a, [{ title: 'How gels work', slug: 'how-gels-work' }]),
  'backups.emailDrillFailed': (a) =>
    backups.emailDrillFailed(a.db, a, { id: 2, name: '2026-02-01.gz', message: 'The checksum differs.' }),
  'backups.emailBackupFailed': (a) => backups.emailBackupFailed(a.db, a, 'The disk is full.'),
  'confirmations.emailConfirmationRequest': (a) =>
    confirmations.emailConfirmationRequest(a.db, a, person, {
      listings: [
        {
          ...listing,
          facts: [
            { label: 'Phone', text: '(512) 555-0142' },
            { label: 'Hours', text: 'Mon to Fri 9:00 AM – 5:00 PM; Sat and Sun closed' },
            { label: 'New patients', text: null },
          ],
        },
      ],
      count: 1,
      token: 'token',
      unsubscribe: `${a.config.PUBLIC_URL}/email-settings?token=token`,
    }),
  'checks.emailNewCheck': (a) => checks.emailNewCheck(a.db, a, { id: 4, kind: 'identity_change' }, listing),
  'inbox.emailReply': (a) =>
    inbox.emailReply(a.db, a, { ...message, createdAt: at }, { text: 'Yes, it is.', author: 'Maria' }),
  'insights.emailDeletionWarning': (a) =>
    insights.emailDeletionWarning(a.db, a, person, { lastActiveAt: at, deletesAt: at }),
  'insights.emailPrivacyRequest': (a) =>
    insights.emailPrivacyRequest(a.db, a, { ...person, id: 6, kind: 'access', message: 'All of it.', dueAt: at }),
  'insights.emailMonthlyInsights': (a) =>
    insights.emailMonthlyInsights(a.db, a, person, {
      month: '2026-01-01',
      monthBefore: '2025-12-01',
      listings: [{ ...listing, figures: { now: figures(12), before: figures(9) } }],
      unsubscribe: `${a.config.PUBLIC_URL}/email-settings?token=token`,
    }),
  'managers.emailInvitation': (a) =>
    managers.emailInvitation(a.db, a, {
      email: 'max@example.com',
      inviter: person.name,
      listing,
      days: 14,
      token: 'token',
    }),
  'groups.emailGroupInvitation': (a) =>
    groups.emailGroupInvitation(a.db, a, {
      email: 'max@example.com',
      inviter: person.name,
      group: 'Silva Dental Partners',
      role: 'regional',
      token: 'token',
    }),
  'site.emailContactMessage': (a) => site.emailContactMessage(a.db, a, { ...message, isPriority: true }),
  'staff.emailRoleChanged': (a) =>
    staff.emailRoleChanged(a.db, a, person, { by: 'Maria', before: 'user', after: 'reviewer' }),
  'staff.emailStaffInvitation': (a) =>
    staff.emailStaffInvitation(a.db, a, {
      email: 'max@example.com',
      inviter: 'Maria',
      role: 'reviewer',
      days: 7,
      token: 'token',
    }),
  'reviews.emailInvitation': (a) => reviews.emailInvitation(a.db, a, author),
  'reviews.emailReminder': (a) => reviews.emailReminder(a.db, a, author),
  'reviews.emailLink': (a) => reviews.emailLink(a.db, a, author),
  'reviews.emailNewReview': (a) =>
    reviews.emailNewReview(a.db, a, {
      dentistId: request.dentistId,
      listingName: 'Dr. Ana Silva',
      practiceName: 'Silva Dental',
      authorName: 'Pia P.',
    }),
  'reviews.emailKept': (a) => reviews.emailKept(a.db, a, author, { reason: 'conflict', outcome: 'unproven' }),
  'reviews.emailReportDecided': (a) =>
    reviews.emailReportDecided(a.db, a, person, {
      dentistId: request.dentistId,
      listingName: 'Dr. Ana Silva',
      practiceName: 'Silva Dental',
      authorName: 'Pia P.',
      reason: 'conflict',
      outcome: 'unproven',
    }),
  'reviews.emailWeeklyReviews': (a) =>
    reviews.emailWeeklyReviews(a.db, a, person, {
      listings: [
        {
          id: 1,
          name: 'Dr. Ana Silva',
          practiceName: 'Silva Dental',
          city: 'Austin',
          count: 3,
          average: 4.3,
          unanswered: 2,
        },
      ],
      unsubscribe: `${a.config.PUBLIC_URL}/email-settings?token=token`,
    }),
  'reviews.emailPublished': (a) => reviews.emailPublished(a.db, a, author),
  'reviews.emailRefused': (a) => reviews.emailRefused(a.db, a, author, { reason: 'contact', canAppeal: true }),
  'appointments.emailRequestReceived': (a) => appointments.emailRequestReceived(a.db, a, request),
  'appointments.emailOffer': (a) =>
    appointments.emailOffer(a.db, a, request, { offeredAt: at, message: 'See you soon.' }),
  'appointments.emailDeclined': (a) => appointments.emailDeclined(a.db, a, request, 'unreachable'),
  'appointments.emailClosed': (a) => appointments.emailClosed(a.db, a, request, 'system'),
  'appointments.emailNewRequest': (a) => appointments.emailNewRequest(a.db, a, request),
  'appointments.emailPatientAnswer': (a) => appointments.emailPatientAnswer(a.db, a, request, 'cancel'),
};
