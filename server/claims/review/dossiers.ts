import type { Knex } from 'knex';
import { listingPath } from '#contract/listings/listings.ts';
import type { claimDossier, ClaimDossier, ClaimStatus, ownClaim } from '#contract/claims/claims.ts';
import type { z } from 'zod';
import type { Deps } from '#server/base/http/context.ts';
import { findIdentityChanges, pickIdentity } from '#server/listings/checks/checks.ts';
import { describeOriginals } from '#server/listings/checks/held.ts';
import { findGuaranteedPayments } from '#server/billing/admin/guarantee.ts';
import { findRegistryRecords, type RegistryRecord } from '#server/registry/records.ts';
import { scoreEvidence } from '../evidence/evidence.ts';
import {
  listAttachments,
  selectClaimPage,
  listClaimsOfUser,
  selectClaimViews,
  countClaims,
  listClaimsOfUsers,
  listEvents,
  type AttachmentRow,
  type ClaimView,
  type EventRow,
  type OtherClaimRow,
} from '../queries.ts';
import { countContacts, findLeftOut, type Contact } from '../queries-group-claims.ts';
import { findWarnings } from '../evidence/warnings.ts';

const internalEvents = new Set<EventRow['kind']>(['pin_failed', 'called', 'license_matched']);
/** Claimants do not see failed PIN attempts, or what staff found out elsewhere. */
const isShownToClaimant = (event: EventRow): boolean => !internalEvents.has(event.kind);
const LATEST_CLAIMS = 5;
const isOwnWord = (source: string | null): boolean => source === 'owner' || source === 'manager';

type LeftOut = Awaited<ReturnType<typeof findLeftOut>>;

function groupOf({ id, groupId, groupName, proof, listings }: ClaimView, leftOut: LeftOut) {
  if (groupName === null || proof === null) return null;
  const own = leftOut.filter(({ claimId }) => claimId === id);
  return {
    id: groupId,
    name: groupName,
    proof,
    listings,
    leftOut: own.map((one) => ({ ...one, place: [one.city, one.state].filter(Boolean).join(', ') })),
  };
}

function toOwnClaim(claim: ClaimView, events: EventRow[], leftOut: LeftOut, now: Date): z.input<typeof ownClaim> {
  const letter =
    claim.letterPrintedAt && claim.letterExpiresAt && claim.letterTriesLeft !== null
      ? {
          printedAt: claim.letterPrintedAt,
          expiresAt: claim.letterExpiresAt,
          triesLeft: claim.letterTriesLeft,
          open:
            claim.status === 'pending' &&
            !claim.pinConfirmedAt &&
            claim.letterTriesLeft > 0 &&
            claim.letterExpiresAt > now,
        }
      : null;
  return {
    ...claim,
    dentist: {
      name: claim.title,
      address: claim.address,
      city: claim.city,
      state: claim.state,
      zipCode: claim.zipCode,
      href: listingPath({ ...claim, id: claim.dentistId }),
    },
    evidenceAsked:
      claim.status === 'pending' &&
      claim.evidenceAskedAt !== null &&
      (claim.evidenceAnsweredAt === null || claim.evidenceAnsweredAt < claim.evidenceAskedAt),
    letter,
    timeline: events.filter((event) => event.claimId === claim.id && isShownToClaimant(event)),
    group: groupOf(claim, leftOut),
  };
}

type Records = Map<string, RegistryRecord> | null;

/** The registry's record of the claim's NPI, or of the listing's. */
function pickRecord(claim: ClaimView, records: Records) {
  const npi = claim.npi?.replace(/\D/g, '') || null;
  const wanted = npi ?? claim.listingNpi;
  if (!records || !wanted) return null;
  return { record: records.get(wanted) ?? null, of: npi ? ('claim' as const) : ('listing' as const) };
}

const scoreClaim = (
  claim: ClaimView,
  attachments: AttachmentRow[],
  records: Records,
  contacts: Awaited<ReturnType<typeof countContacts>>,
) =>
  scoreEvidence({
    claim: { ...claim, documents: attachments.filter((attachment) => attachment.kind === 'document').length },
    listing: {
      name: claim.dentistName,
      phone: claim.listingPhone,
      ...toContacts({ ...claim, email: claim.listingEmail, website: claim.listingWebsite }),
      state: claim.state,
      zipCode: claim.zipCode,
      npi: claim.listingNpi,
      practiceName: claim.practiceName,
    },
    claimant:
      claim.accountEmail !== null && claim.accountCreatedAt !== null
        ? {
            email: claim.accountEmail,
            emailVerified: claim.accountEmailVerified,
            createdAt: claim.accountCreatedAt,
            approvedBefore: claim.approvedBefore,
            rejectedBefore: claim.rejectedBefore,
          }
        : null,
    rivals: claim.rivals,
    group:
      claim.groupName === null
        ? null
        : contacts.filter(({ claimId }) => claimId === claim.id).map((one) => ({ ...one, ...toContacts(one) })),
    registry: pickRecord(claim, records),
  });

export const toContacts = ({ website, email, websiteSource, emailSource }: Contact) => ({
  website,
  email,
  websiteIsOwnWord: isOwnWord(websiteSource),
  emailIsOwnWord: isOwnWord(emailSource),
});

function summarizeOtherClaims(claim: ClaimView, claims: OtherClaimRow[]): ClaimDossier['otherClaims'] {
  const others = claims.filter((other) => other.userId === claim.userId && other.id !== claim.id);
  const count = (status: OtherClaimRow['status']) =>
    others.filter((other) => other.status === status && !other.closedByRival).length;
  return {
    pending: count('pending'),
    approved: count('approved'),
    rejected: count('rejected'),
    latest: others
      .slice(0, LATEST_CLAIMS)
      .map(({ id, listing, status, submittedAt }) => ({ id, listing, status, submittedAt: submittedAt.toISOString() })),
  };
}

/** Compares the verified values with the owner's: the current ones, or after a rejection the ones that were put back. */
function describeIdentityChange(claim: ClaimView): ClaimDossier['identityChanges'] {
  if (!claim.identity) return [];
  const { before, after = pickIdentity({ ...claim, name: claim.dentistName, phone: claim.listingPhone }) } =
    claim.identity;
  return findIdentityChanges(before, after).map((field) => ({ field, before: before[field], after: after[field] }));
}

async function toOwnClaims(db: Knex, { clock }: Pick<Deps, 'clock'>, claims: ClaimView[]) {
  const ids = claims.map((claim) => claim.id);
  const [events, leftOut] = [await listEvents(db, ids), await findLeftOut(db, ids)];
  const now = clock.now();
  const isRejected = ({ kind, status }: ClaimView) => kind === 'claim' && status === 'rejected';
  const claimants = claims.flatMap((claim) => (isRejected(claim) && claim.userId !== null ? [claim.userId] : []));
  const payments = claimants.length > 0 ? await findGuaranteedPayments(db, claimants, now) : null;
  return claims.map((claim) => ({
    ...toOwnClaim(claim, events, leftOut, now),
    refundable: isRejected(claim) && claim.userId !== null ? (payments?.get(claim.userId) ?? null) : null,
  }));
}

export const listOwnClaims = async (
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  userId: number,
  { checks = false }: { checks?: boolean | undefined } = {},
): Promise<z.input<typeof ownClaim>[]> => toOwnClaims(db, deps, await listClaimsOfUser(db, userId, checks));

export const getOwnClaims = async (
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  ids: readonly number[],
): Promise<z.input<typeof ownClaim>[]> => toOwnClaims(db, deps, await selectClaimViews(db, ids));

export const getOwnClaim = async (db: Knex, deps: Pick<Deps, 'clock'>, id: number): Promise<z.input<typeof ownClaim>> =>
  (await getOwnClaims(db, deps, [id]))[0]!;

async function toDossiers(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  claims: ClaimView[],
): Promise<z.input<typeof claimDossier>[]> {
  const ids = claims.map((claim) => claim.id);
  const [events, attachments] = [await listEvents(db, ids), await listAttachments(db, ids)];
  const userIds = [...new Set(claims.map((claim) => claim.userId).filter((userId) => userId !== null))];
  const claimsOfUsers = await listClaimsOfUsers(db, userIds);
  const records = await findRegistryRecords(
    db,
    claims.flatMap(({ npi, listingNpi }) => [npi, listingNpi]),
  );
  const leftOut = await findLeftOut(db, ids);
  const contacts = await countContacts(
    db,
    claims.filter(({ groupName }) => groupName !== null).map(({ id }) => id),
  );
  const now = deps.clock.now();
  const isOpen = ({ kind, status }: ClaimView) => kind === 'claim' && status === 'pending';
  const payments = await findGuaranteedPayments(
    db,
    claims.flatMap((claim) => (isOpen(claim) && claim.userId !== null ? [claim.userId] : [])),
    now,
  );
  const held = claims.filter(({ heldAt, status }) => heldAt !== null && status === 'pending');
  const originals = new Map(
    await Promise.all(held.map(async ({ id, dentistId }) => [id, await describeOriginals(db, dentistId)] as const)),
  );
  return claims.map((claim) => {
    const claimAttachments = attachments.filter((attachment) => attachment.claimId === claim.id);
    const otherClaims = summarizeOtherClaims(claim, claimsOfUsers);
    const evidence = scoreClaim(claim, claimAttachments, records, contacts);
    return {
      ...toOwnClaim(claim, events, leftOut, now),
      timeline: events.filter((event) => event.claimId === claim.id),
      claimant:
        claim.userId !== null && claim.accountName !== null
          ? {
              id: claim.userId,
              name: claim.accountName,
              email: claim.accountEmail!,
              emailVerified: claim.accountEmailVerified,
              createdAt: claim.accountCreatedAt!,
              plan: claim.accountPlan!,
            }
          : null,
      listing: {
        id: claim.dentistId,
        name: claim.dentistName,
        phone: claim.listingPhone,
        email: claim.listingEmail,
        website: claim.listingWebsite,
        npi: claim.listingNpi,
        userId: claim.listingOwner,
        deleted: claim.listingDeleted,
      },
      matches: originals.get(claim.id) ?? [],
      refundable: (isOpen(claim) && payments.get(claim.userId ?? 0)) || null,
      npi: claim.npi,
      registry: pickRecord(claim, records)?.record ?? null,
      otherClaims,
      warnings: findWarnings({
        ...claim,
        listingName: claim.dentistName,
        otherClaims,
        isProven: evidence.verdict === 'strong',
      }),
      identityChanges: describeIdentityChange(claim),
      calledAt: claim.calledAt,
      licenseMatchedAt: claim.licenseMatchedAt,
      reviewer: claim.reviewerName,
      assigneeId: claim.assigneeId,
      assignee: claim.assigneeName,
      snoozedUntil: claim.snoozedUntil,
      evidence,
      attachments: claimAttachments,
      rivals: claim.rivals,
      overdue: claim.status === 'pending' && claim.dueAt !== null && claim.dueAt < now,
    };
  });
}

/** Lists claims for staff, of one status or all, each with everything needed for a decision. */
export async function listDossiers(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  status: ClaimStatus | null,
  page: { limit: number; offset: number } = { limit: 500, offset: 0 },
): Promise<{ items: z.input<typeof claimDossier>[]; total: number }> {
  const claims = await selectClaimPage(db, status, page);
  return { items: await toDossiers(db, deps, claims), total: await countClaims(db, status) };
}

export const getDossiers = async (
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  ids: readonly number[],
): Promise<z.input<typeof claimDossier>[]> => toDossiers(db, deps, await selectClaimViews(db, ids));

export async function findDossier(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  id: number,
): Promise<z.input<typeof claimDossier> | null> {
  const [dossier] = await toDossiers(db, deps, await selectClaimViews(db, [id]));
  return dossier ?? null;
}
