import type { HistoryEntry } from '#contract/listings/listing-history.ts';
import type { ListingNames } from '../listing-names.ts';
import { listPlanNames } from '../plan-choices.ts';
import { fieldName } from './listing-fields.ts';

interface Photo {
  hash: string;
  alt: string;
}

/** A line of the history: a change, or the changes of one session at the gallery. */
interface HistoryLine {
  /** The entry whose earlier value "Restore" brings back. */
  restoreId: number | null;
  at: string;
  by: string;
  field: string;
  sentence: string;
  /** The photos after the change. */
  photos: string[];
}

const SESSION_MILLISECONDS = 30 * 60_000;
const LONG_TEXT = 80;

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const countOf = (n: number, one: string): string => `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`;
const listWords = (words: readonly string[]): string => new Intl.ListFormat('en-US').format(words);
const photosOf = (value: unknown): Photo[] => (Array.isArray(value) ? (value as Photo[]) : []);

function describePhotos(before: Photo[], after: Photo[]): string {
  const hashesBefore = before.map(({ hash }) => hash);
  const hashesAfter = after.map(({ hash }) => hash);
  const added = hashesAfter.filter((hash) => !hashesBefore.includes(hash)).length;
  const removed = hashesBefore.filter((hash) => !hashesAfter.includes(hash)).length;
  const kept = hashesAfter.filter((hash) => hashesBefore.includes(hash));
  const isReordered = kept.join(' ') !== hashesBefore.filter((hash) => hashesAfter.includes(hash)).join(' ');
  const altBefore = new Map(before.map(({ hash, alt }) => [hash, alt]));
  const described = after.filter(({ hash, alt }) => altBefore.has(hash) && altBefore.get(hash) !== alt).length;
  const parts = [
    added > 0 && `added ${countOf(added, 'photo')}`,
    removed > 0 && `removed ${countOf(removed, 'photo')}`,
    isReordered && 'reordered the photos',
    described > 0 && `described ${countOf(described, 'photo')}`,
  ].filter((part) => part !== false);
  return capitalize(parts.length > 0 ? listWords(parts) : 'changed the photos');
}

function describeServices(before: unknown, after: unknown, names: ListingNames): string {
  const [idsBefore, idsAfter] = [before, after].map((value) => (Array.isArray(value) ? (value as number[]) : []));
  const nameOf = (id: number) => names.services.get(id) ?? `service ${id}`;
  const added = idsAfter!.filter((id) => !idsBefore!.includes(id)).map(nameOf);
  const removed = idsBefore!.filter((id) => !idsAfter!.includes(id)).map(nameOf);
  const parts = [
    added.length > 0 && `added ${listWords(added)}`,
    removed.length > 0 && `removed ${listWords(removed)}`,
  ];
  return capitalize(parts.filter(Boolean).join('; '));
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A change in words, such as "Changed Phone from “555-0100” to “555-0142”". */
export function describeChange(
  { field, before, after }: Pick<HistoryEntry, 'field' | 'before' | 'after'>,
  names: ListingNames,
): string {
  if (field === 'created') return 'Added the listing';
  if (field === 'deletedAt') return isEmpty(after) ? 'Restored the listing' : 'Deleted the listing';
  if (field === 'heldAt')
    return isEmpty(after)
      ? 'Ended the comparison with a similar listing'
      : 'Held the listing, because it matches another one';
  if (field === 'userId')
    return after ? (before ? 'Changed the owner' : 'Gave the listing an owner') : 'Released the listing from its owner';
  if (field === 'isVerified') return after ? 'Verified the owner' : 'Removed the verification';
  if (field === 'confirmedAt') return 'Confirmed that everything is correct';
  if (field === 'ownershipReviewedAt')
    return isEmpty(after) ? 'Removed the date of the review' : 'Recorded the review of the owner';
  if (field === 'identityChangedAt')
    return isEmpty(after) ? 'Ended the review of changes' : 'Started a review of changes';
  if (field === 'photos') return describePhotos(photosOf(before), photosOf(after));
  if (field === 'serviceIds') return describeServices(before, after, names);
  const name = fieldName(field);
  if (field === 'practiceImage' || field === 'profileImage' || field === 'logo') {
    if (isEmpty(after)) return `Removed the ${name.toLowerCase()}`;
    return `${isEmpty(before) ? 'Added' : 'Changed'} the ${name.toLowerCase()}`;
  }
  if (typeof after === 'boolean' && typeof before === 'boolean') return `Turned ${after ? 'on' : 'off'} “${name}”`;
  if (typeof after === 'boolean') return `Set “${name}” to ${after ? 'yes' : 'no'}`;
  if (typeof before === 'boolean') return `Set “${name}” to not known`;
  const textOf = (value: unknown): string =>
    field === 'practiceTypeId'
      ? (names.types.get(Number(value)) ?? `type ${Number(value)}`)
      : field === 'insurancePlans'
        ? listPlanNames(String(value as string), names.plans).join('; ')
        : String(value as string | number);
  if (isEmpty(after) && isEmpty(before)) return `Changed ${name}`;
  const longest = Math.max(...[before, after].map((value) => (isEmpty(value) ? 0 : textOf(value).length)));
  if (longest > LONG_TEXT) {
    if (isEmpty(before)) return `Wrote ${name} (${countOf(textOf(after).length, 'character')})`;
    if (isEmpty(after)) return `Removed ${name} (${countOf(textOf(before).length, 'character')})`;
    return `Rewrote ${name} (${countOf(textOf(before).length, 'character')} before, ${countOf(textOf(after).length, 'character')} now)`;
  }
  if (isEmpty(before)) return `Set ${name} to “${textOf(after)}”`;
  if (isEmpty(after)) return `Removed ${name} “${textOf(before)}”`;
  return `Changed ${name} from “${textOf(before)}” to “${textOf(after)}”`;
}

/** The history as lines, newest first. Changes of the gallery by one person in half an hour are one line. */
export function toHistoryLines(entries: readonly HistoryEntry[], names: ListingNames): HistoryLine[] {
  const galleryTimes = new Set(entries.filter(({ field }) => field === 'photos').map(({ at }) => at));
  const lines: { newest: HistoryEntry; oldest: HistoryEntry }[] = [];
  for (const entry of entries) {
    // The cover follows the gallery.
    if (entry.field === 'practiceImage' && galleryTimes.has(entry.at)) continue;
    const last = lines.at(-1);
    const isSameSession =
      entry.field === 'photos' &&
      last?.newest.field === 'photos' &&
      last.newest.by === entry.by &&
      last.newest.source === entry.source &&
      Date.parse(last.oldest.at) - Date.parse(entry.at) <= SESSION_MILLISECONDS;
    if (isSameSession) last.oldest = entry;
    else lines.push({ newest: entry, oldest: entry });
  }
  return lines.map(({ newest, oldest }) => ({
    restoreId: oldest.canPutBack ? oldest.id : null,
    at: newest.at,
    by: newest.by ?? (newest.sourceName ? `Import of ${newest.sourceName}` : capitalize(newest.source)),
    field: newest.field,
    sentence: describeChange({ field: newest.field, before: oldest.before, after: newest.after }, names),
    photos: newest.field === 'photos' ? photosOf(newest.after).map(({ hash }) => `/media/${hash}`) : [],
  }));
}
