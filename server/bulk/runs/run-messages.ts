export interface RunCounts {
  read: number;
  new: number;
  changed: number;
  same: number;
  refused: number;
  /** Rows for deleted listings, which stay deleted. */
  deleted: number;
  /** Owner and staff edits that the import didn't overwrite. */
  kept: number;
  /** Cells that can't be used, and are left blank. */
  blank: number;
  /** Rows whose state and ZIP code disagree. */
  flagged: number;
}

const formatNumber = (n: number) => n.toLocaleString('en-US');
const formatRows = (n: number) => (n === 1 ? '1 row' : `${formatNumber(n)} rows`);

function describeExceptions(counts: RunCounts): string {
  return [
    counts.refused > 0 && `${formatRows(counts.refused)} ${counts.refused === 1 ? 'was' : 'were'} refused.`,
    counts.deleted > 0 &&
      `${formatRows(counts.deleted)} for deleted listings ${counts.deleted === 1 ? 'was' : 'were'} skipped.`,
    counts.blank > 0 &&
      `${counts.blank === 1 ? '1 cell wasn’t usable and is' : `${formatNumber(counts.blank)} cells weren’t usable and are`} left blank.`,
    counts.flagged > 0 &&
      `${counts.flagged === 1 ? '1 row has a ZIP code' : `${formatNumber(counts.flagged)} rows have ZIP codes`} of another state.`,
    counts.kept > 0 &&
      `${formatNumber(counts.kept)} owner or staff ${counts.kept === 1 ? 'edit' : 'edits'} ${counts.kept === 1 ? 'was' : 'were'} kept.`,
  ]
    .filter(Boolean)
    .map((sentence) => ` ${sentence as string}`)
    .join('');
}

const formatChanges = (counts: RunCounts) =>
  `${formatNumber(counts.new)} new, ${formatNumber(counts.changed)} changed, ${formatNumber(counts.same)} unchanged.`;

/** The message of a run by its result. */
export const runMessages = {
  done: (counts: RunCounts) =>
    `Imported ${formatRows(counts.new + counts.changed + counts.same)}: ${formatChanges(counts)}${describeExceptions(counts)}`,
  ready: (counts: RunCounts) =>
    `Nothing has been changed yet. This file has ${formatRows(counts.read)}: ${formatChanges(counts)}${describeExceptions(counts)}`,
  nothing: (counts: RunCounts) =>
    `No row of this file could be imported, so nothing was changed.${describeExceptions(counts)}`,
  strict: (counts: RunCounts) =>
    `Nothing was changed: ${formatRows(counts.refused)} would be refused, and you asked for all or nothing.`,
};
