/** The keys by which a row of a source is matched to listings. */
interface Candidate {
  /** A listing of this directory, which the file got from us. */
  id?: string;
  npi?: string;
  license?: string;
  licenseState?: string;
  name?: string;
  phone?: string;
  address?: string;
  zip?: string;
}

/** A row of a source: its keys, and the values that it states, by listing field. */
export interface SourceRow {
  candidate: Candidate;
  values: Record<string, string>;
  /** Values that are about the building, so they hold only for a listing at the same street address. */
  placeValues?: Record<string, string>;
}

export interface Reader {
  /** The header to give a file without one. */
  header?: string;
  /** The columns without which this isn't a file of the source. */
  needs: readonly string[];
  /** A row may be about a person, an office with several listings, or a listing by its id. */
  about: 'person' | 'office' | 'listing';
  /** Null for a row that isn't about a dentist, or states nothing. */
  read(cell: (column: string) => string, asOf: string): SourceRow | null;
}
