import type { LicenseStatus } from '#shared/listings/source-facts.ts';

/** A column with yes or no, which staff read with this label, or the action and its days. */
export type DisciplineColumns = { flag: string; label: string } | { action: string; from: string; until: string };

/** How a state publishes its licenses. */
export interface BoardFile {
  state: string;
  license: string;
  /** The column with the whole name, or the columns of its parts, first name first. */
  name: readonly string[];
  status: string;
  expires: string;
  zip?: string;
  /** The column that distinguishes dentists from others, and its words for dentists. */
  profession?: { column: string; words: RegExp };
  /** The words of each status. A status that isn't here isn't read. */
  statuses: readonly (readonly [RegExp, LicenseStatus])[];
  /** The columns about discipline. A file without them states nothing about it. */
  discipline?: DisciplineColumns;
  /** Such as "20270131". Otherwise dates are written as people do. */
  dates?: 'yyyymmdd';
}
