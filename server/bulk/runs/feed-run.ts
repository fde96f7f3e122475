import { OTHER_FILE } from '#shared/sources/origins.ts';

/** What a file of a source does to one field. */
export interface FieldCounts {
  added: number;
  changed: number;
  /** The source states what the listing already says. */
  confirmed: number;
  /** A better or newer origin keeps its value. */
  kept: number;
}

/** A run keeps this about a file of a source, so that a dry run can be applied later. */
export interface FeedRun {
  source: string;
  /** Such as "Texas State Board of Dental Examiners". */
  name: string;
  /** The day of the data, as 2026-11-08. */
  asOf: string;
  rows: number;
  matched: number;
  /** Rows that may be about a listing, but not for sure. They change nothing. */
  possible: number;
  fields?: Record<string, FieldCounts>;
}

/** Where the values of a file come from. A file that isn't of a source doesn't state their date. */
export interface Origin {
  source: string;
  statedAt: Date | null;
}

/** Noon, so that the day is the same in every time zone of the US. */
export const dayOfFeed = ({ asOf }: FeedRun): Date => new Date(`${asOf}T12:00:00Z`);

export const originOf = (feed: FeedRun | null | undefined): Origin =>
  feed ? { source: feed.source, statedAt: dayOfFeed(feed) } : { source: OTHER_FILE, statedAt: null };

/** The source of every field that the run writes, such as "Overture Maps, Nov 8, 2026". */
export const nameFeed = (feed: FeedRun): string =>
  `${feed.name}, ${dayOfFeed(feed).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })}`;

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export function describeFeed({ rows, matched, possible }: FeedRun): string {
  const share = `${Math.floor((matched / rows) * 100)} %`;
  const unsure =
    possible > 0
      ? ` ${count(possible, 'row may be', 'rows may be')} about a listing, but not for sure, so nothing was taken from ${possible === 1 ? 'it' : 'them'}.`
      : '';
  return `${count(matched, 'row', 'rows')} of ${rows.toLocaleString('en-US')} (${share}) ${matched === 1 ? 'is' : 'are'} about listings.${unsure}`;
}
