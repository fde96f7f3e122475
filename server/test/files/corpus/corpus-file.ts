/** A messy file, and what an import without any help has to make of it. */
export interface CorpusFile {
  title: string;
  name?: string;
  content: string | Buffer;
  /** `HEADER=field` for each column that is imported, separated by vertical bars. Every other column is left out. */
  fields?: string;
  /** Columns whose name promises a field that their cells don't hold. */
  doubtful?: string[];
  added?: number;
  refused?: number;
  /** How many unusable cells each field loses. */
  blank?: Record<string, number>;
  /** The rows whose state and ZIP code disagree. */
  flagged?: number;
  /** The sentence for a file that can't be imported. */
  says?: RegExp;
  /** Some columns of the first listing by name. */
  first?: Record<string, unknown>;
}
