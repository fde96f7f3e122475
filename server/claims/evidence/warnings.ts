import type { ClaimDossier } from '#contract/claims/claims.ts';
import { sharesLastName } from './names.ts';

/** A group of practices claims a few listings at once; more than this from one account is looked at one by one. */
const MOST_OTHER_PENDING = 3;
const MOST_REJECTED = 1;

interface WarningInput {
  requestorName: string;
  accountName: string | null;
  listingName: string;
  practiceName: string | null;
  relationshipToPractice: string;
  /** The evidence is strong. */
  isProven: boolean;
  /** Set for a claim of many listings. */
  groupName: string | null;
  listings: number;
  heldAt: Date | null;
  status: ClaimDossier['status'];
  otherClaims: Pick<ClaimDossier['otherClaims'], 'pending' | 'rejected'>;
}

/** The reasons to review a claim on its own. Bulk approval leaves out claims with any of them. */
export function findWarnings(claim: WarningInput): ClaimDossier['warnings'] {
  const { requestorName, accountName, listingName, practiceName } = claim;
  const { pending, rejected } = claim.otherClaims;
  const warnings: ClaimDossier['warnings'] = [];
  if (claim.groupName !== null)
    warnings.push({ code: 'group', text: `This claim is about ${claim.listings} listings of a group.` });
  if (claim.heldAt && claim.status === 'pending')
    warnings.push({
      code: 'held',
      text: 'It matches another listing, so it isn’t public. Approving publishes it. If both are the same practice, merge them instead.',
    });
  if (pending > MOST_OTHER_PENDING)
    warnings.push({ code: 'pending_claims', text: `This account has ${pending} other pending claims.` });
  if (rejected > MOST_REJECTED)
    warnings.push({ code: 'rejected_claims', text: `${rejected} claims of this account were rejected.` });
  const mismatches = [
    accountName !== null && sharesLastName(accountName, requestorName) === false
      ? `The account belongs to ${accountName}, but the form says ${requestorName}.`
      : null,
    claim.groupName === null &&
    !claim.isProven &&
    saysDentist(claim) &&
    isOtherPerson(requestorName, listingName, practiceName)
      ? `${requestorName} isn't named in the listing, ${listingName}.`
      : null,
  ].filter((text) => text !== null);
  if (mismatches.length > 0) warnings.push({ code: 'names', text: mismatches.join(' ') });
  return warnings;
}

/** An owner or an associate says to be the dentist. A manager with another name contradicts nothing. */
const saysDentist = ({ relationshipToPractice }: WarningInput): boolean =>
  relationshipToPractice === 'owner' || relationshipToPractice === 'dentist';

const isOtherPerson = (name: string, listingName: string, practiceName: string | null): boolean =>
  sharesLastName(name, listingName) === false &&
  !(practiceName !== null && sharesLastName(name, practiceName) === true);
