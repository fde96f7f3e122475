import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, idParam, line, sentTime, text } from '../values.ts';

export const relationships = [
  { value: 'owner', label: 'Practice Owner' },
  { value: 'dentist', label: 'Associate Dentist' },
  { value: 'practice_manager', label: 'Practice Manager' },
  { value: 'office_manager', label: 'Office Manager' },
  { value: 'authorized_representative', label: 'Authorized Representative' },
] as const;
const relationship = z.enum(
  relationships.map(({ value }) => value),
  'Please select your relationship to the practice',
);

/** Long enough for 5 × 1024² bytes as a data URL. */
const attachment = z.string().max(7_100_000, 'File size must be less than 5MB').nullish();
const optionalText = (max: number) => text(max).nullish();

export const claimForm = z.object({
  requestorName: line(200, 'Name is required').pipe(z.string().min(2, 'Name is required')),
  requestorEmail: line(254, 'Valid email is required')
    .pipe(z.email('Valid email is required'))
    .transform((value) => value.toLowerCase()),
  requestorPhone: line(40, 'Valid phone number is required').pipe(z.string().min(10, 'Valid phone number is required')),
  relationshipToPractice: relationship,
  yearsAtPractice: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), text(40).nullish()),
  licenseNumber: optionalText(60),
  npi: optionalText(20),
  verificationDocument: attachment,
  /** The original file name, shown to staff. */
  documentName: optionalText(200),
  practiceImage: attachment,
  additionalInfo: optionalText(5000),
});
export type ClaimForm = z.output<typeof claimForm>;

/** Claims of unclaimed listings, and checks of listings that have an owner. Staff decide all of them in one queue. */
const claimKinds = ['claim', 'new_listing', 'identity_change', 'new_owner'] as const;
export type ClaimKind = (typeof claimKinds)[number];
const claimStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];
const claimEventKinds = [
  'submitted',
  'evidence_asked',
  'answered',
  'letter_sent',
  'pin_failed',
  'pin_confirmed',
  'called',
  'license_matched',
  'approved',
  'rejected',
  'withdrawn',
  'reversed',
  'reopened',
] as const;
export type ClaimEventKind = (typeof claimEventKinds)[number];

/** A group gives one of these proofs for all listings of a claim. */
export const groupProofs = [
  { value: 'domain', label: 'Our email domain' },
  { value: 'letter', label: 'A letter with a PIN' },
  { value: 'document', label: 'A document' },
] as const;
export type GroupProof = (typeof groupProofs)[number]['value'];

const nullable = z.string().nullable();
const claimEvent = z.object({ at: sentTime, kind: z.enum(claimEventKinds), note: nullable });

/** The first payment of the claimant, while the money-back guarantee lasts. */
const refundable = z.object({ cents: z.int(), until: sentTime });

/** A claim as its claimant sees it. */
export const ownClaim = z.object({
  id: z.int(),
  kind: z.enum(claimKinds),
  dentistId: z.int(),
  userId: z.int().nullable(),
  dentist: z.object({
    name: z.string(),
    address: nullable,
    city: nullable,
    state: nullable,
    zipCode: nullable,
    href: z.string(),
  }),
  requestorName: z.string(),
  requestorEmail: z.string(),
  requestorPhone: z.string(),
  relationshipToPractice: z.string(),
  yearsAtPractice: nullable,
  licenseNumber: nullable,
  /** The file name. Only staff can open the file. */
  verificationDocument: nullable,
  additionalInfo: nullable,
  status: z.enum(claimStatuses),
  submittedAt: sentTime,
  reviewedAt: sentTime.nullable(),
  reviewedBy: z.int().nullable(),
  reviewNotes: nullable,
  /** Staff review it by then, within three business days. */
  dueAt: sentTime.nullable(),
  /** Staff asked for evidence, and the claimant has not answered yet. */
  evidenceAsked: z.boolean(),
  letter: z.object({ printedAt: sentTime, expiresAt: sentTime, triesLeft: z.int(), open: z.boolean() }).nullable(),
  pinConfirmedAt: sentTime.nullable(),
  /** Sent with rejected claims to claimants, and with pending ones to staff. */
  refundable: refundable.nullish(),
  timeline: z.array(claimEvent),
  /** Set if a group claims many listings at once. Older servers don't send it. */
  group: z
    .object({
      /** Null after the group has ended. */
      id: z.int().nullable(),
      name: z.string(),
      proof: z.enum(groupProofs.map(({ value }) => value)),
      /** The number of listings that aren't left out. */
      listings: z.int(),
      leftOut: z.array(z.object({ id: z.int(), name: z.string(), place: z.string(), reason: z.string() })),
    })
    .nullish(),
});
export type OwnClaim = z.output<typeof ownClaim>;

/** A photo and a document, each 5 MB before base64. */
export const CLAIM_BYTES = 15_000_000;
export const submitClaim = endpoint('POST', '/api/dentists/:id/claim-request', {
  summary: 'Request to claim a listing',
  params: idParam,
  body: claimForm,
  reply: ownClaim,
  errors: { subscription_required: 403, already_claimed: 409, already_pending: 409 },
  limit: CLAIM_BYTES,
});
export const myClaims = endpoint('GET', '/api/user/claim-requests', {
  summary: "List the caller's claims with their timelines, newest first; or the checks of the caller's own listings",
  query: z.object({ checks: flag.optional() }),
  reply: z.array(ownClaim),
});
export const answerClaim = endpoint('POST', '/api/user/claim-requests/:id/answer', {
  summary: 'Answer a request for evidence with a message, a document, or both',
  params: idParam,
  body: z.object({
    message: line(5000).default(''),
    verificationDocument: attachment,
    documentName: optionalText(200),
  }),
  reply: ownClaim,
  limit: 8_000_000,
});
export const withdrawClaim = endpoint('POST', '/api/user/claim-requests/:id/withdraw', {
  summary: 'Withdraw a pending claim',
  params: idParam,
  reply: ownClaim,
});
export const confirmPin = endpoint('POST', '/api/user/claim-requests/:id/pin', {
  summary: 'Confirm a claim with the PIN from the letter to the practice',
  params: idParam,
  body: z.object({ pin: line(20) }),
  reply: ownClaim,
});

/** The evidence score of a claim, computed without requests to other services. */
const evidence = z.object({
  score: z.int(),
  verdict: z.enum(['strong', 'fair', 'weak']),
  reasons: z.array(z.object({ code: z.string(), points: z.int(), text: z.string() })),
});
export type Evidence = z.output<typeof evidence>;

const warning = z.object({
  code: z.enum(['group', 'pending_claims', 'rejected_claims', 'names', 'held']),
  text: z.string(),
});
/** The other claims of the same account. */
const otherClaims = z.object({
  pending: z.int(),
  approved: z.int(),
  /** Without those that closed because someone else's claim of the same listing was approved. */
  rejected: z.int(),
  latest: z.array(z.object({ id: z.int(), listing: z.string(), status: z.enum(claimStatuses), submittedAt: sentTime })),
});
const identityChange = z.object({ field: z.string(), before: nullable, after: nullable });

/** A claim as staff see it. */
export const claimDossier = ownClaim.extend({
  claimant: z
    .object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      emailVerified: z.boolean(),
      createdAt: sentTime,
      plan: z.string(),
    })
    .nullable(),
  otherClaims,
  /** Reasons to review this claim on its own. Bulk approval refuses claims with warnings. */
  warnings: z.array(warning),
  /** Lists the differences from the verified listing. Empty unless this is a check of such changes. */
  identityChanges: z.array(identityChange),
  calledAt: sentTime.nullable(),
  licenseMatchedAt: sentTime.nullable(),
  listing: z.object({
    id: z.int(),
    name: z.string(),
    phone: nullable,
    email: nullable,
    website: nullable,
    npi: nullable,
    userId: z.int().nullable(),
    deleted: z.boolean(),
  }),
  /** The public listings that a held one matches, the most likely first. Older servers don't send them. */
  matches: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        practiceName: nullable,
        phone: nullable,
        address: nullable,
        website: nullable,
        href: z.string(),
        claimed: z.boolean(),
        /** Such as "It has the same phone number." */
        why: z.string(),
      }),
    )
    .nullish(),
  npi: nullable,
  /** The national provider registry's record of the claim's NPI, or of the listing's. */
  registry: z
    .object({
      name: nullable,
      credentials: nullable,
      licenses: nullable,
      city: nullable,
      state: nullable,
      zipCode: nullable,
      /** As 2006-05-23. */
      enumeratedOn: nullable,
    })
    .nullish(),
  reviewer: nullable,
  evidence,
  attachments: z.array(
    z.object({ id: z.int(), kind: z.enum(['photo', 'document']), name: z.string(), type: z.string(), size: z.int() }),
  ),
  /** The number of other pending claims on this listing. */
  rivals: z.int(),
  overdue: z.boolean(),
  /** Older servers don't send who reviews the claim, and until when it is snoozed. */
  assigneeId: z.int().nullish(),
  assignee: nullable.optional(),
  snoozedUntil: sentTime.nullish(),
});
export type ClaimDossier = z.output<typeof claimDossier>;

export const claimAttachment = endpoint('GET', '/api/admin/claim-attachments/:id', {
  summary: 'Get a photo or document of a claim',
  params: idParam,
  streams: 'application/octet-stream',
  download: true,
});

/** The content of the letter to the practice. */
export const claimLetter = z.object({
  claimId: z.int(),
  /** Shown once, because only its hash is stored. */
  pin: z.string(),
  practice: z.object({ name: z.string(), lines: z.array(z.string()) }),
  claimant: z.object({ name: z.string(), relationship: z.string() }),
  printedAt: sentTime,
  expiresAt: sentTime,
  url: z.string(),
  supportEmail: z.string(),
  supportPhone: z.string(),
});
export type ClaimLetter = z.output<typeof claimLetter>;
export const printLetter = endpoint('POST', '/api/admin/claim-requests/:id/letter', {
  summary: 'Create a letter with a new PIN. Earlier letters stop working',
  params: idParam,
  reply: claimLetter,
});
