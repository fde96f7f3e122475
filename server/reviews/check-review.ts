import type { Knex } from 'knex';
import {
  DECIDE_HOURS,
  FINGERPRINT_DAYS,
  HOLD_HOURS,
  type ReviewFlag,
  type ReviewStatus,
} from '#shared/reviews/review.ts';
import type { Ctx } from '#server/base/http/context.ts';
import {
  emailDomain,
  freeEmailDomains,
  isSameOwner,
  isSharedDomain,
  websiteDomain,
} from '#server/claims/evidence/domains.ts';
import { clientNetwork } from '#server/base/http/limits/client-network.ts';
import { emailKeyOf } from '#server/base/sealed-contacts.ts';
import { openAuthor } from './authors.ts';
import { recentFingerprints } from './fingerprints.ts';
import { isCopy } from './prints.ts';
import * as sql from './queries-checks.ts';
import type { InvitationRow } from './queries.ts';

const link =
  /https?:|www\.|\b[\w-]+\.(?:com|net|org|info|biz|us|io|co|dental|dentist|health|clinic|shop|site|online|app|me|ly)\b/i;
/** Seven digits or more, in groups or words between them, such as "512 555-0100" or "(512) 555.0100". */
const phone = /(?:\d[\s().+–-]{0,3}){7,}/;
const email = /[\w.+-]+\s*(?:@|\(at\)|\[at\]|\sarroba\s)\s*[\w-]+/i;
const street =
  /\b\d{1,6}\s+(?:[NSEW]\.?\s+)?(?:[\p{L}'.]+\s+){1,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|highway|hwy|parkway|pkwy)\b\.?|\b(?:calle|avenida)\s+[\p{L}\s]{2,30}\s\d{1,6}\b/iu;

const insult =
  /\b(?:idiots?|morons?|imbeciles?|scum(?:bags?)?|bastards?|bitch(?:es)?|assholes?|cunts?|dickheads?|fuck\w*|shit(?:ty|head)?|pieces? of trash|retard(?:ed|s)?|nazis?|sluts?|whores?|i(?:'| wi)ll (?:kill|hurt|find) (?:you|him|her|them)|should (?:die|be shot)|imb[eé]cil(?:es)?|idiotas?|est[uú]pid[oa]s?|pendej[oa]s?|cabr[oó]n(?:es)?|put[oa]s?|mierda|malnacid[oa]s?|hij[oa]s? de puta)(?![\p{L}])/iu;

const otherPerson =
  /\b(?:(?:his|her|their|the (?:doctor|dentist|owner|receptionist|hygienist|assistant)|(?:my|our) (?:son|daughter|child|kid|baby|husband|wife|spouse|partner|mother|mom|father|dad|brother|sister|friend|neighbor|coworker|boss|grandmother|grandfather|grandma|grandpa)|another patient|other patients?)|(?:mi|nuestr[oa]) (?:hij[oa]|espos[oa]|marido|mujer|madre|mam[aá]|padre|pap[aá]|herman[oa]|amig[oa]|vecin[oa]|abuel[oa])|(?:el|la) (?:doctora?|dentista|recepcionista)|otr[oa] paciente)(?![\p{L}])/iu;
const condition =
  /\b(?:hiv|aids|cancer|tumou?r|diabet\w*|hepatitis|herpes|epilep\w*|autis\w*|adhd|pregnan\w*|depress(?:ion|ed)|bipolar|schizophren\w*|addict\w*|alcoholic|overdos\w*|dementia|alzheimer\w*|parkinson\w*|seizures?|chemo\w*|std|vih|sida|c[aá]ncer|embaraz\w*|depresi[oó]n|adict[oa]s?|autista|epilepsia|demencia)(?![\p{L}])/iu;

/** A person's relation and a condition within the same sentence. */
const tellsOthersHealth = (text: string): boolean =>
  text.split(/[.!?\n]+/).some((sentence) => otherPerson.test(sentence) && condition.test(sentence));

/** Flags a text for staff by its contents alone. It isn't given the stars. */
function checkText(text: string): ReviewFlag[] {
  const flags: ReviewFlag[] = [];
  if (link.test(text)) flags.push('link');
  if (phone.test(text)) flags.push('phone');
  if (email.test(text) || street.test(text)) flags.push('address');
  if (insult.test(text)) flags.push('insult');
  if (tellsOthersHealth(text)) flags.push('othersHealth');
  return flags;
}

const HOUR = 3_600_000;
const HALF_DAY = 12 * HOUR;
/** A practice's waiting room sends fewer in an hour; more from one network are a burst. */
const MAX_FROM_NETWORK = 10;
/** A family may share a device. */
const MAX_FROM_DEVICE = 3;
/** A busy practice gets fewer in a day; more are a campaign, from however many networks. */
const MAX_OF_LISTING = 20;

interface CheckedReview {
  /** Null before its first version is stored. */
  id: number | null;
  text: string;
  hasPhotos: boolean;
  /** Undefined without scripts. */
  device: string | undefined;
  prints: readonly number[];
}

/** Every reason for staff to look at a review. The stars and the answers aren't passed, so that they can't matter. */
export async function checkReview(
  trx: Knex,
  ctx: Ctx,
  invitation: InvitationRow,
  { id, text, hasPhotos, device, prints }: CheckedReview,
): Promise<ReviewFlag[]> {
  const now = ctx.clock.now();
  const flags = checkText(text);
  if ((await sql.findSimilarPrints(trx, prints, id)).some((other) => isCopy(prints, other))) flags.push('copied');
  const countFrom = (origin: 'network' | 'device', value: string, hours: number) =>
    sql.countFrom(trx, origin, {
      keys: recentFingerprints(ctx, origin, value, now),
      from: new Date(now.getTime() - hours * HOUR),
      to: now,
      exceptId: id,
    });
  if ((await countFrom('network', ctx.network, 1)) >= MAX_FROM_NETWORK) flags.push('burst');
  if (device !== undefined && (await countFrom('device', device, 24)) >= MAX_FROM_DEVICE) flags.push('device');
  const lastDay = { dentistId: invitation.dentistId, from: new Date(now.getTime() - 24 * HOUR), to: now, exceptId: id };
  if ((await sql.countOfListing(trx, lastDay)) >= MAX_OF_LISTING) flags.push('surge');
  flags.push(...(await checkInsider(trx, ctx, invitation)));
  // No check can tell what a photo shows.
  if (hasPhotos) flags.push('photos');
  // Patients who scan the practice's card may be on its Wi-Fi. Staff look at those beyond what a waiting room sends in a day.
  const isFromCard = invitation.isPracticeInvited && flags.includes('sameNetwork');
  return isFromCard && (await countFrom('network', ctx.network, 24)) < MAX_FROM_NETWORK
    ? flags.filter((flag) => flag !== 'sameNetwork')
    : flags;
}

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^dr\.?\s+/, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** True if an address is on the domain of the practice's website, or of an insider's address. Free email providers prove nothing. */
function hasDomainOf(email: string, { emails, websites }: sql.Insiders): boolean {
  const domain = emailDomain(email);
  if (freeEmailDomains.has(domain) || isSharedDomain(domain)) return false;
  return [...emails.map(emailDomain), ...websites.map(websiteDomain)].some(
    (own) => own !== null && isSameOwner(domain, own),
  );
}

async function checkInsider(trx: Knex, ctx: Ctx, invitation: InvitationRow) {
  const { dentistId, practiceId, emailKey } = invitation;
  const since = new Date(ctx.clock.now().getTime() - FINGERPRINT_DAYS * 24 * HOUR);
  const insiders = await sql.findInsiders(trx, { dentistId, practiceId, since });
  const { userIds, emails, names, addresses } = insiders;
  const { name, email } = openAuthor(ctx, invitation);
  const flags: ReviewFlag[] = [];
  if (ctx.actor && userIds.includes(ctx.actor.userId)) flags.push('sameAccount');
  if (emailKey && emails.some((email) => emailKeyOf(ctx.secret, email).equals(emailKey))) flags.push('sameEmail');
  else if (email && hasDomainOf(email, insiders)) flags.push('sameDomain');
  if (name && names.some((own) => plainName(own) === plainName(name))) flags.push('sameName');
  if (addresses.some((address) => clientNetwork(address) === ctx.network)) flags.push('sameNetwork');
  return flags;
}

interface WaitingReview {
  id: number;
  dentistId: number;
  networkKey: Buffer | null;
  deviceKey: Buffer | null;
  sentAt: Date;
}

/** Flags a waiting review if many came from its network within an hour, or from its device or about its practice within half a day. */
export async function checkCrowd(trx: Knex, review: WaitingReview): Promise<ReviewFlag | null> {
  const { id, dentistId, networkKey, deviceKey, sentAt } = review;
  const around = (time: number) => ({
    from: new Date(sentAt.getTime() - time),
    to: new Date(sentAt.getTime() + time),
    exceptId: id,
  });
  const countAround = async (origin: 'network' | 'device', key: Buffer | null, time: number) =>
    key ? sql.countFrom(trx, origin, { keys: [key], ...around(time) }) : 0;
  if ((await countAround('network', networkKey, HOUR)) > MAX_FROM_NETWORK) return 'burst';
  if ((await countAround('device', deviceKey, HALF_DAY)) >= MAX_FROM_DEVICE) return 'device';
  return (await sql.countOfListing(trx, { dentistId, ...around(HALF_DAY) })) >= MAX_OF_LISTING ? 'surge' : null;
}

/** The way that a review takes: to the job that publishes it, or to staff. Only its flags decide. */
export function choosePath(
  flags: readonly ReviewFlag[],
  now: Date,
): { status: ReviewStatus; publishAt: Date | null; dueAt: Date | null } {
  const inHours = (hours: number) => new Date(now.getTime() + hours * HOUR);
  return flags.length === 0
    ? { status: 'waiting', publishAt: inHours(HOLD_HOURS), dueAt: null }
    : { status: 'flagged', publishAt: null, dueAt: inHours(DECIDE_HOURS) };
}
