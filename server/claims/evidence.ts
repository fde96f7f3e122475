import { getDomain } from 'tldts';
import type { Evidence } from '#contract/claims.ts';
import { findState } from '#contract/states.ts';
import { licenceForm } from './license.ts';
import { isNpi } from './npi.ts';

/** Everything the score is made of. It is worked out here and now; nothing is asked of anyone. */
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

const freeMail = new Set([
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

const domainOfMail = (email: string): string => email.toLowerCase().split('@').at(-1) ?? '';
function domainOfSite(website: string | null): string | null {
  if (!website) return null;
  const whole = /^https?:/i.test(website) ? website : `https://${website}`;
  return URL.canParse(whole) ? new URL(whole).hostname.toLowerCase().replace(/^www\./, '') : null;
}
/** Under such a one every house is somebody else's, as with the makers of web sites; nobody owns those of the examples. */
const shared = (domain: string): boolean =>
  getDomain(domain, { allowPrivateDomains: true }) === null || /^example\.(com|net|org)$/.test(domain);
const within = (part: string, whole: string): boolean => part.endsWith(`.${whole}`) && !shared(whole);
const sameDomain = (mail: string, site: string): boolean => mail === site || within(mail, site) || within(site, mail);

const noWords = new Set([
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
const words = (name: string): string[] =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1 && !noWords.has(word));

function nameReason(claim: string, names: (string | null)[]): Reason | null {
  const mine = words(claim);
  const last = mine.at(-1);
  for (const name of names) {
    const theirs = new Set(words(name ?? ''));
    if (mine.length > 1 && mine[0] !== undefined && theirs.has(mine[0]) && last !== undefined && theirs.has(last))
      return { code: 'name', points: 20, text: `The name matches the listing: ${name}.` };
  }
  for (const name of names)
    if (last !== undefined && words(name ?? '').includes(last))
      return { code: 'name', points: 10, text: `The family name is in the listing: ${name}.` };
  return null;
}

function mailReason({ claim, listing, claimant }: EvidenceInput): Reason {
  const mails = [claim.requestorEmail.toLowerCase(), claimant?.email.toLowerCase()].filter(
    (mail) => mail !== undefined,
  );
  const site = domainOfSite(listing.website);
  // The address of the account was used to sign in; the one in the form is only said. Either is worth a look, the first more.
  const account = claimant?.email.toLowerCase();
  if (listing.email && mails.includes(listing.email.toLowerCase()))
    return { code: 'email', points: 30, text: `The e-mail address is the one on the listing: ${listing.email}.` };
  if (site && account && !freeMail.has(domainOfMail(account)) && sameDomain(domainOfMail(account), site))
    return { code: 'email', points: 30, text: `The account's e-mail is at the practice's own domain, ${site}.` };
  const said = domainOfMail(claim.requestorEmail);
  if (site && !freeMail.has(said) && sameDomain(said, site))
    return { code: 'email', points: 25, text: `The e-mail is at the practice's own domain, ${site}.` };
  if (freeMail.has(said))
    return {
      code: 'email',
      points: 0,
      text: `The e-mail is from a free provider (${said}), which says nothing either way.`,
    };
  if (!site) return { code: 'email', points: 0, text: 'The listing has no website to compare the e-mail with.' };
  return { code: 'email', points: -5, text: `The e-mail is at ${said}, the website at ${site}.` };
}

function phoneReason({ claim, listing }: EvidenceInput): Reason {
  const mine = digits(claim.requestorPhone);
  const theirs = digits(listing.phone);
  if (theirs.length < 10) return { code: 'phone', points: 0, text: 'The listing has no phone number to compare.' };
  if (mine === theirs) return { code: 'phone', points: 20, text: 'The phone number is the one on the listing.' };
  if (mine.slice(0, 6) === theirs.slice(0, 6))
    return { code: 'phone', points: 8, text: 'The phone number is from the same exchange as the listing.' };
  if (mine.slice(0, 3) === theirs.slice(0, 3))
    return { code: 'phone', points: 3, text: `The phone number has the listing's area code, ${theirs.slice(0, 3)}.` };
  return { code: 'phone', points: -3, text: 'The phone number is from another area.' };
}

function numberReasons({ claim, listing }: EvidenceInput): Reason[] {
  const reasons: Reason[] = [];
  const state = findState(listing.state ?? '');
  if (claim.licenseNumber?.trim()) {
    const form = licenceForm(claim.licenseNumber, state?.code ?? null);
    const where = state?.name ?? '';
    if (form === 'usual')
      reasons.push({
        code: 'licence',
        points: 8,
        text: `The license number has the usual form of ${where}. Look it up at the board.`,
      });
    else if (form === 'unusual')
      reasons.push({
        code: 'licence',
        points: 2,
        text: `The license number looks like one, though not in the usual form of ${where}.`,
      });
    else if (form === 'unknown')
      reasons.push({
        code: 'licence',
        points: 3,
        text: `The license number looks like one. ${where ? `We know no usual form for ${where}` : 'The listing names no state'}: look it up at the board.`,
      });
    else reasons.push({ code: 'licence', points: -8, text: 'The license number does not look like one.' });
  } else if (claim.relationshipToPractice === 'dentist')
    reasons.push({ code: 'licence', points: -3, text: 'A dentist who gave no license number.' });
  const npi = claim.npi?.replace(/\D/g, '') ?? '';
  if (npi !== '') {
    if (!isNpi(npi))
      reasons.push({ code: 'npi', points: -15, text: 'The NPI is not a valid number: its check digit is wrong.' });
    else if (listing.npi === npi) reasons.push({ code: 'npi', points: 25, text: 'The NPI is the one on the listing.' });
    else if (listing.npi)
      reasons.push({ code: 'npi', points: -20, text: 'The NPI is valid but differs from the one on the listing.' });
    else
      reasons.push({
        code: 'npi',
        points: 5,
        text: 'The NPI has a right check digit; the listing has none to compare.',
      });
  }
  return reasons;
}

function personReasons({ claim, claimant }: EvidenceInput): Reason[] {
  if (!claimant) return [{ code: 'account', points: -10, text: 'The account behind this claim is gone.' }];
  const reasons: Reason[] = [];
  const count = (n: number, word: string) => `${n} earlier ${word}${n === 1 ? '' : 's'}`;
  if (claimant.approvedBefore > 0)
    reasons.push({
      code: 'earlier',
      points: 10,
      text: `${count(claimant.approvedBefore, 'claim')} of this person approved.`,
    });
  if (claimant.rejectedBefore > 0)
    reasons.push({
      code: 'earlier',
      points: -Math.min(30, 15 * claimant.rejectedBefore),
      text: `${count(claimant.rejectedBefore, 'claim')} of this person rejected.`,
    });
  const days = (claim.submittedAt.getTime() - claimant.createdAt.getTime()) / 86_400_000;
  if (days < 1) reasons.push({ code: 'age', points: -5, text: 'The account was made within a day of the claim.' });
  else if (days >= 30) reasons.push({ code: 'age', points: 5, text: `The account was ${Math.floor(days)} days old.` });
  return reasons;
}

export function weighEvidence(input: EvidenceInput): Evidence {
  const { claim, listing, rivals } = input;
  const name = nameReason(claim.requestorName, [listing.name, listing.practiceName]);
  const reasons: Reason[] = [
    ...(claim.pinConfirmedAt
      ? [{ code: 'pin', points: 60, text: 'The PIN from the letter to the practice was entered.' }]
      : []),
    mailReason(input),
    phoneReason(input),
    ...(name
      ? [name]
      : [
          {
            code: 'name',
            points: claim.relationshipToPractice === 'owner' || claim.relationshipToPractice === 'dentist' ? -5 : 0,
            text: 'The name is not in the listing.',
          },
        ]),
    ...numberReasons(input),
    ...(claim.documents > 0 ? [{ code: 'document', points: 5, text: 'A document came with the claim. Read it.' }] : []),
    ...personReasons(input),
    ...(rivals > 0
      ? [
          {
            code: 'rivals',
            points: 0,
            text: rivals === 1 ? 'Someone else claims this listing too.' : `${rivals} others claim this listing too.`,
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
