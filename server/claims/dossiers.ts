import type { Knex } from 'knex';
import { listingPath } from '#contract/listings.ts';
import type { claimDossier, ClaimStatus, ownClaim } from '#contract/claims.ts';
import type { z } from 'zod';
import type { Deps } from '#server/http/context.ts';
import { weighEvidence } from './evidence.ts';
import {
  attachmentsOf,
  claimQueue,
  claimsOfUser,
  claimViews,
  countClaims,
  eventsOf,
  type AttachmentRow,
  type ClaimView,
  type EventRow,
} from './queries.ts';

/** Tries of a PIN are staff's business, not steps of the timeline. */
const shownToClaimant = (event: EventRow): boolean => event.kind !== 'pin_failed';

function asOwn(claim: ClaimView, events: EventRow[], now: Date): z.input<typeof ownClaim> {
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
      name: claim.dentistName,
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
    timeline: events.filter((event) => event.claimId === claim.id && shownToClaimant(event)),
  };
}

const evidenceOf = (claim: ClaimView, attachments: AttachmentRow[]) =>
  weighEvidence({
    claim: { ...claim, documents: attachments.filter((attachment) => attachment.kind === 'document').length },
    listing: {
      name: claim.dentistName,
      phone: claim.listingPhone,
      email: claim.listingEmail,
      website: claim.listingWebsite,
      state: claim.state,
      npi: claim.listingNpi,
      practiceName: claim.practiceName,
    },
    claimant:
      claim.accountEmail !== null && claim.accountCreatedAt !== null
        ? {
            email: claim.accountEmail,
            createdAt: claim.accountCreatedAt,
            approvedBefore: claim.approvedBefore,
            rejectedBefore: claim.rejectedBefore,
          }
        : null,
    rivals: claim.rivals,
  });

export async function claimsOf(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  userId: number,
): Promise<z.input<typeof ownClaim>[]> {
  const claims = await claimsOfUser(db, userId);
  const events = await eventsOf(
    db,
    claims.map((claim) => claim.id),
  );
  return claims.map((claim) => asOwn(claim, events, deps.clock.now()));
}

export async function ownClaimById(db: Knex, deps: Pick<Deps, 'clock'>, id: number): Promise<z.input<typeof ownClaim>> {
  const [claim] = await claimViews(db, [id]);
  return asOwn(claim!, await eventsOf(db, [id]), deps.clock.now());
}

async function asDossiers(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  claims: ClaimView[],
): Promise<z.input<typeof claimDossier>[]> {
  const ids = claims.map((claim) => claim.id);
  const [events, attachments] = [await eventsOf(db, ids), await attachmentsOf(db, ids)];
  const now = deps.clock.now();
  return claims.map((claim) => {
    const own = attachments.filter((attachment) => attachment.claimId === claim.id);
    return {
      ...asOwn(claim, events, now),
      timeline: events.filter((event) => event.claimId === claim.id),
      claimant:
        claim.userId !== null && claim.accountName !== null
          ? {
              id: claim.userId,
              name: claim.accountName,
              email: claim.accountEmail!,
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
      npi: claim.npi,
      reviewer: claim.reviewerName,
      evidence: evidenceOf(claim, own),
      attachments: own,
      rivals: claim.rivals,
      overdue: claim.status === 'pending' && claim.dueAt !== null && claim.dueAt < now,
    };
  });
}

/** For staff: claims of one status, or all, each with everything a decision needs. Parse with `claimDossier` of the contract. */
export async function claimDossiers(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  status: ClaimStatus | null,
  page: { limit: number; offset: number } = { limit: 500, offset: 0 },
): Promise<{ items: z.input<typeof claimDossier>[]; total: number }> {
  const claims = await claimQueue(db, status, page);
  return { items: await asDossiers(db, deps, claims), total: await countClaims(db, status) };
}

export const claimDossiersByIds = async (
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  ids: readonly number[],
): Promise<z.input<typeof claimDossier>[]> => asDossiers(db, deps, await claimViews(db, ids));

export async function claimDossierById(
  db: Knex,
  deps: Pick<Deps, 'clock'>,
  id: number,
): Promise<z.input<typeof claimDossier> | null> {
  const [dossier] = await asDossiers(db, deps, await claimViews(db, [id]));
  return dossier ?? null;
}
