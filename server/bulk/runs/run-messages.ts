export interface RunCounts {
  read: number;
  new: number;
  changed: number;
  same: number;
  refused: number;
  /** Rows about listings that were deleted here; they stay so. */
  deleted: number;
  /** Values that owners or staff wrote and that were left as they are. */
  kept: number;
}

const number = (n: number) => n.toLocaleString('en-US');
const rows = (n: number) => (n === 1 ? '1 row' : `${number(n)} rows`);

function rest(counts: RunCounts): string {
  return [
    counts.refused > 0 && `${rows(counts.refused)} ${counts.refused === 1 ? 'was' : 'were'} refused.`,
    counts.deleted > 0 &&
      `${rows(counts.deleted)} about deleted listings ${counts.deleted === 1 ? 'was' : 'were'} left out.`,
    counts.kept > 0 &&
      `${number(counts.kept)} ${counts.kept === 1 ? 'value' : 'values'} written by owners or staff ${counts.kept === 1 ? 'was' : 'were'} kept.`,
  ]
    .filter(Boolean)
    .map((sentence) => ` ${sentence as string}`)
    .join('');
}

const tally = (counts: RunCounts) =>
  `${number(counts.new)} new, ${number(counts.changed)} changed, ${number(counts.same)} unchanged.`;

/** What is said about a run, in one place. */
export const runMessages = {
  done: (counts: RunCounts) =>
    `Imported ${rows(counts.new + counts.changed + counts.same)}: ${tally(counts)}${rest(counts)}`,
  ready: (counts: RunCounts) =>
    `Nothing has been changed yet. This file has ${rows(counts.read)}: ${tally(counts)}${rest(counts)}`,
  nothing: (counts: RunCounts) => `No row of this file could be imported, so nothing was changed.${rest(counts)}`,
  strict: (counts: RunCounts) =>
    `Nothing was changed: ${rows(counts.refused)} would be refused, and you asked for all or nothing.`,
};
