import { reviewDue } from '#server/base/business-days.ts';
import type { Deps } from '#server/base/http/context.ts';
import { addAttachment, addEvent, insertClaim, updateClaim } from '../queries.ts';
import { insertClaimant, selectUnclaimedListings, type SampleListing } from './queries-sample.ts';
import { smallPdf } from './small-pdf.ts';

interface SampleClaim {
  /** The index of the listing. Two claims of one listing are rivals. */
  listing: number;
  name: string;
  relationship: 'owner' | 'dentist' | 'practice_manager' | 'office_manager';
  /** The claimant writes from the practice's domain, and calls from its number. */
  isFromPractice: boolean;
  isVerified: boolean;
  daysAgo: number;
  years: string;
  license?: string;
  asked?: string;
  info?: string;
  /** The name of a PDF file. */
  document?: string;
}

/** Claims of every kind that a reviewer meets: strong and weak, rival, overdue, and waiting for an answer. */
const sampleClaims: readonly SampleClaim[] = [
  { listing: 0, name: 'Grace Okafor', relationship: 'owner', isFromPractice: true, isVerified: true, daysAgo: 0.2, years: '12', document: 'letterhead.pdf' },
  { listing: 1, name: 'Daniel Ruiz', relationship: 'practice_manager', isFromPractice: true, isVerified: false, daysAgo: 0.6, years: '4' },
  { listing: 2, name: 'Priya Nair', relationship: 'owner', isFromPractice: false, isVerified: true, daysAgo: 1.1, years: '7', info: 'We moved our website last year. I can send a letterhead.' },
  { listing: 2, name: 'Thomas Byrne', relationship: 'dentist', isFromPractice: false, isVerified: false, daysAgo: 0.9, years: '2' },
  { listing: 3, name: 'Mei Chen', relationship: 'office_manager', isFromPractice: true, isVerified: true, daysAgo: 1.8, years: '9' },
  { listing: 4, name: 'Aaron Feld', relationship: 'owner', isFromPractice: false, isVerified: true, daysAgo: 2.5, years: '1', asked: 'Please send a document that shows you work there, such as a license or a letterhead.' },
  { listing: 5, name: 'Lucia Romero', relationship: 'owner', isFromPractice: true, isVerified: true, daysAgo: 12, years: '20', license: 'see diploma' },
]; // prettier-ignore
const LISTINGS = 6;

/** Fills the review queue of a directory with sample listings, so that reviewers can try it. */
export async function seedClaims({ db, clock }: Pick<Deps, 'clock' | 'db'>): Promise<void> {
  await db.transaction(async (trx) => {
    const listings = await selectUnclaimedListings(trx, LISTINGS);
    for (const [index, claim] of sampleClaims.entries()) {
      const listing = listings[claim.listing];
      if (!listing) continue;
      const submittedAt = new Date(clock.now().getTime() - claim.daysAgo * 86_400_000);
      const email = claim.isFromPractice ? addressAt(listing, claim.name) : `claimant${index + 1}@example.com`;
      const userId = await insertClaimant(trx, {
        email,
        name: claim.name,
        emailVerifiedAt: claim.isVerified ? submittedAt : null,
        createdAt: submittedAt,
      });
      const id = await insertClaim(trx, {
        dentistId: listing.id,
        userId,
        requestorName: claim.name,
        requestorEmail: email,
        requestorPhone: claim.isFromPractice ? listing.phone : '(202) 555-0100',
        relationshipToPractice: claim.relationship,
        yearsAtPractice: claim.years,
        licenseNumber: claim.license ?? null,
        npi: null,
        verificationDocument: null,
        additionalInfo: claim.info ?? null,
        submittedAt,
        dueAt: reviewDue(submittedAt),
      });
      if (id === null) continue;
      await addEvent(trx, { claimId: id, at: submittedAt, kind: 'submitted', actorId: userId, note: null });
      if (claim.document !== undefined) {
        const bytes = smallPdf(listing.name);
        const file = { name: claim.document, type: 'application/pdf', size: bytes.length, bytes };
        await addAttachment(trx, { ...file, claimId: id, kind: 'document', createdAt: submittedAt });
      }
      if (claim.asked === undefined) continue;
      const at = new Date(submittedAt.getTime() + 3_600_000);
      await updateClaim(trx, id, { evidenceAskedAt: at });
      await addEvent(trx, { claimId: id, at, kind: 'evidence_asked', actorId: null, note: claim.asked });
    }
  });
}

/** “grace@theirpractice.com” for a practice with that website. */
const addressAt = ({ website }: SampleListing, name: string): string =>
  `${name.split(' ')[0]!.toLowerCase()}@${new URL(website).hostname.replace(/^www\./, '')}`;
