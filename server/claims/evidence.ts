import { getDomain } from 'tldts';
import type { Evidence } from '#contract/claims.ts';
import { findState } from '#contract/states.ts';
import { checkLicenseFormat } from './license.ts';
import { isValidNpi } from './npi.ts';

/** The score uses only this data. It needs no requests to other services. */
export interface EvidenceInput {
  claim: {
    requestorName: string;
    requestorEmail: string;
    requestorPhone: string;
    relationshipToPractice: string;
    licenseNumber: string | null;
    npi: string | null;
    submittedAt: Date;
    pinConfirmedAt: Date | null;
    documents: number;
  };
  listing: {
    name: string;
    phone: string | null;
    email: string | null;
    website: string | null;
    state: string | null;
    npi: string | null;
    practiceName: string | null;
  };
  claimant: { email: string; createdAt: Date; approvedBefore: number; rejectedBefore: number } | null;
  rivals: number;
}

type Reason = Evidence['reasons'][number];

const freeEmailDomains = new Set([
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'ymail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'msn.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'proton.me',
  'protonmail.com',
  'gmx.com',
  'mail.com',
  'zoho.com',
  'comcast.net',
  'verizon.net',
  'att.net',
  'sbcglobal.net',
  'bellsouth.net',
  'cox.net',
]);

const digits = (text: string | null): string =>
  (text ?? '')
    .replace(/\D/g, '')
    .replace(/^1(?=\d{10})/, '')
    .slice(0, 10);

const emailDomain = (email: string): string => email.toLowerCase().split('@').at(-1) ?? '';
function websiteDomain(website: string | null): string | null {
  if (!website) return null;
  const url = /^https?:/i.test(website) ? website : `https://${website}`;
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^www\./, '') : null;
}
/** On a shared domain, such as a website builder's, each subdomain has a different owner, so it proves nothing. */
const isSharedDomain = (domain: string): boolean =>
  getDomain(domain, { allowPrivateDomains: true }) === null || /^example\.(com|net|org)$/.test(domain);
const isSubdomain = (domain: string, parent: string): boolean =>
  domain.endsWith(`.${parent}`) && !isSharedDomain(parent);
const isSameOwner = (a: string, b: string): boolean => a === b || isSubdomain(a, b) || isSubdomain(b, a);

const titleWords = new Set([
  'dr',
  'dds',
  'dmd',
  'ms',
  'md',
  'phd',
  'mr',
  'mrs',
  'jr',
  'sr',
  'ii',
  'iii',
  'dental',
  'dentistry',
  'clinic',
  'practice',
  'the',
  'of',
  'and',
  'pc',
  'llc',
  'pllc',
  'inc',
]);
const nameWords = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !titleWords.has(word));

function nameReason(claimantName: string, listingNames: (string | null)[]): Reason | null {
  const words = nameWords(claimantName);
  const [firstName] = words;
  const lastName = words.at(-1);
  if (firstName === undefined || lastName === undefined) return null;
  for (const name of listingNames) {
    const listingWords = nameWords(name ?? '');
    if (words.length > 1 && listingWords.includes(firstName) && listingWords.includes(lastName))
      return { code: 'name', points: 20, text: `The name matches the listing: ${name}.` };
  }
  for (const name of listingNames)
    if (nameWords(name ?? '').includes(lastName))
      return { code: 'name', points: 10, text: `The last name is in the listing: ${name}.` };
  return null;
}

function emailReason({ claim, listing, claimant }: EvidenceInput): Reason {
  const formEmail = claim.requestorEmail.toLowerCase();
  const accountEmail = claimant?.email.toLowerCase();
  const listingEmail = listing.email?.toLowerCase();
  if (listingEmail && (listingEmail === formEmail || listingEmail === accountEmail))
    return { code: 'email', points: 30, text: `The email matches the listing: ${listing.email}.` };
  const site = websiteDomain(listing.website);
  const isPracticeEmail = (email: string) =>
    site !== null && !freeEmailDomains.has(emailDomain(email)) && isSameOwner(emailDomain(email), site);
  // The account's email counts more than the one in the form, because the person logs in with it.
  if (accountEmail && isPracticeEmail(accountEmail))
    return { code: 'email', points: 30, text: `The account's email is at the practice's domain, ${site}.` };
  if (isPracticeEmail(formEmail))
    return { code: 'email', points: 25, text: `The email is at the practice's domain, ${site}.` };
  const domain = emailDomain(formEmail);
  if (freeEmailDomains.has(domain))
    return {
      code: 'email',
      points: 0,
      text: `The email is from a free provider (${domain}), which proves nothing either way.`,
    };
  if (!site) return { code: 'email', points: 0, text: 'The listing has no website to compare the email with.' };
  return { code: 'email', points: -5, text: `The email is at ${domain}, but the website is at ${site}.` };
}

function phoneReason({ claim, listing }: EvidenceInput): Reason {
  const phone = digits(claim.requestorPhone);
  const listingPhone = digits(listing.phone);
  if (listingPhone.length < 10)
    return { code: 'phone', points: 0, text: 'The listing has no phone number to compare.' };
  if (phone === listingPhone) return { code: 'phone', points: 20, text: 'The phone number matches the listing.' };
  if (phone.slice(0, 6) === listingPhone.slice(0, 6))
    return { code: 'phone', points: 8, text: 'The first six digits of the phone number match the listing.' };
  if (phone.slice(0, 3) === listingPhone.slice(0, 3))
    return {
      code: 'phone',
      points: 3,
      text: `The phone number has the listing's area code, ${listingPhone.slice(0, 3)}.`,
    };
  return { code: 'phone', points: -3, text: "The phone number has a different area code from the listing's." };
}

function numberReasons({ claim, listing }: EvidenceInput): Reason[] {
  const reasons: Reason[] = [];
  const state = findState(listing.state ?? '');
  if (claim.licenseNumber?.trim()) {
    const format = checkLicenseFormat(claim.licenseNumber, state?.code ?? null);
    const where = state?.name ?? '';
    if (format === 'usual')
      reasons.push({
        code: 'license',
        points: 8,
        text: `The license number has the usual format for ${where}. Look it up with the state board.`,
      });
    else if (format === 'unusual')
      reasons.push({
        code: 'license',
        points: 2,
        text: `The license number looks plausible, but it doesn't have the usual format for ${where}.`,
      });
    else if (format === 'unknown')
      reasons.push({
        code: 'license',
        points: 3,
        text: `The license number looks plausible. ${where ? `There's no usual format for ${where}` : 'The listing has no state'}, so look it up with the state board.`,
      });
    else reasons.push({ code: 'license', points: -8, text: "The license number doesn't look like a license number." });
  } else if (claim.relationshipToPractice === 'dentist')
    reasons.push({ code: 'license', points: -3, text: 'The claimant is a dentist but gave no license number.' });
  const npi = claim.npi?.replace(/\D/g, '') ?? '';
  if (npi !== '') {
    if (!isValidNpi(npi))
      reasons.push({ code: 'npi', points: -15, text: 'The NPI is invalid: its check digit is wrong.' });
    else if (listing.npi === npi) reasons.push({ code: 'npi', points: 25, text: 'The NPI matches the listing.' });
    else if (listing.npi)
      reasons.push({ code: 'npi', points: -20, text: 'The NPI is valid, but the listing has a different one.' });
    else
      reasons.push({
        code: 'npi',
        points: 5,
        text: 'The NPI is valid. The listing has none to compare.',
      });
  }
  return reasons;
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
  if (days < 1) reasons.push({ code: 'age', points: -5, text: 'The account was less than a day old.' });
  else if (days >= 30) reasons.push({ code: 'age', points: 5, text: `The account was ${Math.floor(days)} days old.` });
  return reasons;
}

export function scoreEvidence(input: EvidenceInput): Evidence {
  const { claim, listing, rivals } = input;
  const name = nameReason(claim.requestorName, [listing.name, listing.practiceName]);
  const reasons: Reason[] = [
    ...(claim.pinConfirmedAt
      ? [{ code: 'pin', points: 60, text: 'The PIN from the letter to the practice was entered.' }]
      : []),
    emailReason(input),
    phoneReason(input),
    ...(name
      ? [name]
      : [
          {
            code: 'name',
            points: claim.relationshipToPractice === 'owner' || claim.relationshipToPractice === 'dentist' ? -5 : 0,
            text: "The claimant's name isn't in the listing.",
          },
        ]),
    ...numberReasons(input),
    ...(claim.documents > 0 ? [{ code: 'document', points: 5, text: 'Includes a document. Review it.' }] : []),
    ...personReasons(input),
    ...(rivals > 0
      ? [
          {
            code: 'rivals',
            points: 0,
            text: rivals === 1 ? 'Someone else also claims this listing.' : `${rivals} others also claim this listing.`,
          },
        ]
      : []),
  ];
  const score = Math.max(
    0,
    Math.min(
      100,
      reasons.reduce((sum, reason) => sum + reason.points, 0),
    ),
  );
  return {
    score,
    verdict: score >= 60 ? 'strong' : score >= 30 ? 'fair' : 'weak',
    reasons: reasons.toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points)),
  };
}
