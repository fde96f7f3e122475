import { dateRegistry } from '#server/bulk/runs/registry-run.ts';
import { OTHER_FILE } from '#shared/sources/origins.ts';

/** How many values of one field a file of a source adds, changes, and leaves. */
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

/** The origin of the values of a file. A file that isn't of a source doesn't state their date. */
export interface Origin {
  source: string;
  statedAt: Date | null;
}

export const originOf = (feed: FeedRun | null | undefined): Origin =>
  feed ? { source: feed.source, statedAt: dateRegistry(feed) } : { source: OTHER_FILE, statedAt: null };

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export function describeFeed({ rows, matched, possible }: FeedRun): string {
  const share = `${Math.floor((matched / rows) * 100)} %`;
  const unsure =
    possible > 0
      ? ` ${count(possible, 'row may be', 'rows may be')} about a listing, but not for sure, so nothing was taken from ${possible === 1 ? 'it' : 'them'}.`
      : '';
  return `${count(matched, 'row', 'rows')} of ${rows.toLocaleString('en-US')} (${share}) ${matched === 1 ? 'is' : 'are'} about listings.${unsure}`;
}
