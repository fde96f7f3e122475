import type { ClaimKind, Evidence } from '#contract/claims/claims.ts';
import { findState } from '#shared/places/states.ts';
import { emailDomain, freeEmailDomains, isSameOwner, isSharedDomain, websiteDomain } from './domains.ts';
import { checkLicenseFormat } from './license.ts';
import { sharesLastName } from './names.ts';
import { isValidNpi } from './npi.ts';
import type { Reason } from './evidence-reason.ts';
import { registryReasons, type RegistryEvidence } from './registry-evidence.ts';

/** The website and the email of a listing, which say its domain. */
interface Contacts {
  email: string | null;
  website: string | null;
  /** An owner or manager of the listing entered these, now or earlier, so they prove nothing. */
  websiteIsOwnWord: boolean;
  emailIsOwnWord: boolean;
}

interface Claimant {
  email: string;
  emailVerified: boolean;
  createdAt: Date;
  approvedBefore: number;
  rejectedBefore: number;
}

/** The score uses only this data. It needs no requests to other services. */
export interface EvidenceInput {
  claim: {
    kind: ClaimKind;
    requestorName: string;
    requestorPhone: string;
    relationshipToPractice: string;
    licenseNumber: string | null;
    npi: string | null;
    submittedAt: Date;
    pinConfirmedAt: Date | null;
    calledAt: Date | null;
    licenseMatchedAt: Date | null;
    documents: number;
  };
  listing: Contacts & {
    name: string;
    phone: string | null;
    state: string | null;
    zipCode?: string | null;
    npi: string | null;
    practiceName: string | null;
  };
  claimant: Claimant | null;
  rivals: number;
  /** The contacts of a group's listings, each with the number of listings that have it. */
  group?: readonly (Contacts & { count: number })[] | null;
  /** Missing while no registry file has been imported, and for claims without an NPI. */
  registry?: RegistryEvidence | null;
}

const STRONG = 60;
const FAIR = 30;

const digits = (text: string | null): string =>
  (text ?? '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);

function proofReasons({ claim }: EvidenceInput): Reason[] {
  const reasons: Reason[] = [];
  if (claim.pinConfirmedAt)
    reasons.push({
      code: 'pin',
      points: 70,
      text: 'The PIN from the letter to the practice was entered.',
      proof: true,
    });
  if (claim.calledAt)
    reasons.push({ code: 'call', points: 70, text: 'Staff confirmed the claim by calling the practice.', proof: true });
  if (claim.licenseMatchedAt)
    reasons.push({
      code: 'license_match',
      points: 65,
      text: "Staff found the license in the state board's records.",
      proof: true,
    });
  return reasons;
}

/** Only the account's verified email counts. Anyone can type an address into the form. */
function emailReason(listing: Contacts, claimant: Pick<Claimant, 'email' | 'emailVerified'>): Reason {
  const email = claimant.email.toLowerCase();
  const domain = emailDomain(email);
  if (!claimant.emailVerified)
    return { code: 'email', points: 0, text: "The account's email isn't verified, so it proves nothing." };
  const site = websiteDomain(listing.website);
  const listed = listing.email?.toLowerCase() ?? null;
  const isFree = freeEmailDomains.has(domain);
  if (!isFree && site !== null && isSameOwner(domain, site))
    return listing.websiteIsOwnWord
      ? {
          code: 'email',
          points: 10,
          text: `The verified email is at ${site}, but an owner entered that website. Check that it's the practice's.`,
        }
      : { code: 'email', points: 65, text: `The verified email is at the practice's domain, ${site}.`, proof: true };
  if (listed !== null && !listing.emailIsOwnWord) {
    if (!isFree && !isSharedDomain(domain) && emailDomain(listed) === domain)
      return {
        code: 'email',
        points: 65,
        text: `The verified email is at the domain of the listing's email, ${domain}.`,
        proof: true,
      };
    if (listed === email)
      return { code: 'email', points: 25, text: "The verified email is the listing's, but at a shared provider." };
  }
  if (isFree)
    return {
      code: 'email',
      points: 0,
      text: `The email is from a free provider (${domain}), which proves nothing either way.`,
    };
  if (!site) return { code: 'email', points: 0, text: 'The listing has no website to compare the email with.' };
  return { code: 'email', points: -5, text: `The email is at ${domain}, but the website is at ${site}.` };
}

/** True if a verified email is at the domain of this listing. */
export const provesDomain = (email: string, listing: Contacts): boolean =>
  emailReason(listing, { email, emailVerified: true }).proof === true;

/** The email proves the claim of a group only if it is at the domain of each listing. */
function groupEmailReason(group: NonNullable<EvidenceInput['group']>, listing: Contacts, claimant: Claimant): Reason {
  const sum = (contacts: typeof group) => contacts.reduce((total, { count }) => total + count, 0);
  const proven = claimant.emailVerified ? sum(group.filter((one) => provesDomain(claimant.email, one))) : 0;
  const rest = sum(group) - proven;
  if (proven === 0) return emailReason(listing, claimant);
  if (rest === 0)
    return {
      code: 'email',
      points: 65,
      text: `The verified email is at the domain of ${proven === 1 ? 'the listing' : `all ${proven} listings`}.`,
      proof: true,
    };
  return {
    code: 'email',
    points: 25,
    text: `The verified email is at the domain of ${proven} listings, and proves nothing about the other ${rest}.`,
  };
}

/** The directory shows the phone number and the name to everyone, so repeating them earns nothing. */
function phoneReason({ claim, listing }: EvidenceInput): Reason | null {
  if (claim.kind !== 'claim') return null;
  const phone = digits(claim.requestorPhone);
  const listingPhone = digits(listing.phone);
  if (listingPhone.length < 10)
    return { code: 'phone', points: 0, text: 'The listing has no phone number to compare.' };
  if (phone === listingPhone) return { code: 'phone', points: 0, text: 'Phone matches the public listing (no proof).' };
  if (phone.slice(0, 3) === listingPhone.slice(0, 3))
    return {
      code: 'phone',
      points: 0,
      text: `The phone number has the listing's area code, ${listingPhone.slice(0, 3)}.`,
    };
  return { code: 'phone', points: -3, text: "The phone number has a different area code from the listing's." };
}

function nameReason({ claim, listing }: EvidenceInput): Reason {
  const names = [listing.name, listing.practiceName].filter((name) => name !== null);
  const match = names.find((name) => sharesLastName(claim.requestorName, name));
  if (match !== undefined)
    return { code: 'name', points: 0, text: `Last name matches the public listing (no proof): ${match}.` };
  const isDentist = claim.relationshipToPractice === 'owner' || claim.relationshipToPractice === 'dentist';
  return { code: 'name', points: isDentist ? -5 : 0, text: "The claimant's name isn't in the listing." };
}

/** We can only check the format of a license number. Whether it is real, and whose, staff look up with the state board. */
function licenseReason({ claim, listing }: EvidenceInput): Reason | null {
  const state = findState(listing.state ?? '');
  if (!claim.licenseNumber?.trim())
    return claim.relationshipToPractice === 'dentist'
      ? { code: 'license', points: -3, text: 'The claimant is a dentist but gave no license number.' }
      : null;
  const format = checkLicenseFormat(claim.licenseNumber, state?.code ?? null);
  const where = state?.name ?? '';
  if (format === 'usual')
    return {
      code: 'license',
      points: 3,
      text: `The license number has the usual format for ${where}. Look it up with the state board.`,
    };
  if (format === 'unusual')
    return { code: 'license', points: 0, text: `The license number doesn't have the usual format for ${where}.` };
  if (format === 'unknown')
    return {
      code: 'license',
      points: 0,
      text: `The license number looks plausible. ${where ? `There's no usual format for ${where}` : 'The listing has no state'}, so look it up with the state board.`,
    };
  return { code: 'license', points: -8, text: "The license number doesn't look like a license number." };
}

function npiReason({ claim, listing }: EvidenceInput): Reason | null {
  const npi = claim.npi?.replace(/\D/g, '') ?? '';
  if (npi === '') return null;
  if (!isValidNpi(npi)) return { code: 'npi', points: -15, text: 'The NPI is invalid: its check digit is wrong.' };
  if (listing.npi === npi)
    return { code: 'npi', points: 5, text: 'The NPI matches the listing. NPIs are public, so this is only a hint.' };
  if (listing.npi) return { code: 'npi', points: -20, text: 'The NPI is valid, but the listing has a different one.' };
  return { code: 'npi', points: 0, text: 'The NPI is valid. The listing has none to compare.' };
}

function personReasons({ claim, claimant }: EvidenceInput): Reason[] {
  if (!claimant) return [{ code: 'account', points: -10, text: "The claimant's account has been deleted." }];
  const reasons: Reason[] = [];
  const countClaims = (n: number) => `${n} earlier ${n === 1 ? 'claim' : 'claims'}`;
  if (claimant.approvedBefore > 0)
    reasons.push({
      code: 'earlier',
      points: 10,
      text: `${countClaims(claimant.approvedBefore)} by this person approved.`,
    });
  if (claimant.rejectedBefore > 0)
    reasons.push({
      code: 'earlier',
      points: -Math.min(30, 15 * claimant.rejectedBefore),
      text: `${countClaims(claimant.rejectedBefore)} by this person rejected.`,
    });
  const days = (claim.submittedAt.getTime() - claimant.createdAt.getTime()) / 86_400_000;
  // A new account says nothing, because people sign up to claim their listing.
  if (days >= 30) reasons.push({ code: 'age', points: 5, text: `The account was ${Math.floor(days)} days old.` });
  return reasons;
}

export function scoreEvidence(input: EvidenceInput): Evidence {
  const { claim, claimant, group, listing, rivals } = input;
  const found: (Reason | null)[] = [
    ...proofReasons(input),
    claimant && (group ? groupEmailReason(group, listing, claimant) : emailReason(listing, claimant)),
    // A group's claimant is rarely the dentist of one of its listings.
    ...(group
      ? []
      : [
          phoneReason(input),
          nameReason(input),
          licenseReason(input),
          npiReason(input),
          ...registryReasons(claim, { ...listing, zipCode: listing.zipCode ?? null }, input.registry ?? null),
        ]),
    claim.documents > 0 ? { code: 'document', points: 5, text: 'Includes a document. Review it.' } : null,
    ...personReasons(input),
    rivals > 0
      ? {
          code: 'rivals',
          points: 0,
          text: `${rivals === 1 ? 'Someone else also claims' : `${rivals} others also claim`} ${group ? 'some of these listings' : 'this listing'}.`,
        }
      : null,
  ];
  const reasons = found.filter((reason) => reason !== null);
  const sum = reasons.reduce((total, { points }) => total + points, 0);
  // Without proof the evidence is at most fair, whatever else comes together.
  const most = reasons.some(({ proof }) => proof) ? 100 : STRONG - 1;
  const score = Math.max(0, Math.min(most, sum));
  return {
    score,
    verdict: score >= STRONG ? 'strong' : score >= FAIR ? 'fair' : 'weak',
    reasons: reasons
      .map(({ code, points, text }) => ({ code, points, text }))
      .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
  };
}
