import { hasNameColumn, holdsNames } from '#shared/bulk/fields.ts';
import type { ReferenceIds } from '../clean/clean-cell.ts';
import { detectSource, headerKey, isFieldName, type Column, type MatchKind } from '../read/headers.ts';
import { createFieldTest, listTellingCells, measureFit, type Fit } from './fit-values.ts';
import { exactNames, findAlias, findAmbiguous } from './header-aliases.ts';
import { isAboutSomethingElse, matchWords } from './header-words.ts';

type Mapping = Readonly<Record<string, string | null>>;
interface MappingInput {
  /** The operator's choice of a field for each header. Null skips the column. */
  chosen?: Mapping | null;
  /** The mapping of the last file with these headers. */
  saved?: Mapping | null;
  /** The first rows of the file. Without them, columns are mapped by their names alone. */
  rows?: readonly (readonly string[])[];
  references?: ReferenceIds;
}

const noReferences: ReferenceIds = { services: new Map(), practiceTypes: new Map() };
/** Names that the directory may lack. An unknown one is offered to be added, so it doesn't contradict the header. */
const catalogFields = new Set(['services', 'insurancePlans', 'practiceType']);
/** Fewer cells prove nothing. */
const MIN_CELLS = 3;
/** Below this share, the cells contradict a clear header. */
const CONTRADICTED = 0.2;
/** From this share on, the cells confirm an unclear header. */
const CONFIRMED = 0.8;
/** From this share on, cells name their field alone. */
const TELLING = 0.9;
const SAMPLED_ROWS = 300;

type Level = 'own' | 'clear' | 'unclear' | 'partial';

/** Maps columns to fields: by the operator's choice, a saved mapping, their names, and their cells, in this order. */
export function mapColumns(headers: readonly string[], input: MappingInput = {}): Column[] {
  const mapper = new ColumnMapper(headers, input);
  const { chosen, saved } = input;
  if (chosen) mapper.assign((header) => list(chosen[header]), 'chosen');
  if (saved) mapper.assign((header) => list(saved[header]), 'remembered', 'clear');
  // The id column of another source holds its ids. Read as ours, they would overwrite unrelated listings.
  const isForeign = detectSource(headers) !== null;
  const keys = new Set(headers.map(headerKey));
  mapper.assign((header) => {
    const key = headerKey(header);
    return key === 'id' ? undefined : list(exactNames.get(key));
  }, 'exact', 'own'); // prettier-ignore
  if (!isForeign) mapper.assign((header) => (headerKey(header) === 'id' ? ['id'] : undefined), 'exact', 'unclear');
  mapper.assign((header) => {
    const key = headerKey(header);
    // A full address is used only if the file has no column for the street.
    if (key === 'fulladdress' && (keys.has('street') || keys.has('address1'))) return undefined;
    return list(findAlias(key));
  }, 'known', 'clear'); // prettier-ignore
  mapper.assign((header) => {
    const key = headerKey(header);
    if (key === 'type' && keys.has('placeid')) return undefined;
    return findAmbiguous(key);
  }, 'known', 'unclear'); // prettier-ignore
  for (const isMailing of [false, true])
    mapper.assign((header) => {
      const match = matchWords(header);
      return match?.isMailing === isMailing ? [match.field] : undefined;
    }, 'known', 'partial'); // prettier-ignore
  mapper.assignByCells();
  mapper.refine();
  return mapper.columns;
}

const list = (field: string | null | undefined): readonly (string | null)[] | undefined =>
  field === undefined ? undefined : [field];

class ColumnMapper {
  readonly columns: Column[];
  readonly #cells: string[][];
  readonly #references: ReferenceIds;
  readonly #hasRows: boolean;
  readonly #used = new Set<string>();
  readonly #fits = new Map<string, Fit | null>();

  constructor(headers: readonly string[], { rows, references = noReferences }: MappingInput) {
    this.columns = headers.map((header) => ({ header, field: null, how: 'none' }));
    this.#hasRows = rows !== undefined && rows.length > 0;
    this.#cells = headers.map((_, index) => listTellingCells((rows ?? []).slice(0, SAMPLED_ROWS), index));
    this.#references = references;
  }

  /** Gives each open column the first of its fields that is free and that its cells don't speak against. */
  assign(
    listFields: (header: string) => readonly (string | null)[] | undefined,
    how: MatchKind,
    level: Level | null = null,
  ): void {
    this.columns.forEach((column, index) => {
      if (column.how !== 'none' && column.how !== 'doubtful') return;
      const fields = listFields(column.header)?.filter((field) => field === null || isFieldName(field));
      if (fields === undefined || fields.length === 0) return;
      if (fields[0] === null) return void Object.assign(column, { how });
      const suiting = (fields as string[]).filter((field) => level === null || this.#suits(index, field, level));
      const free = suiting.find((field) => !this.#used.has(field));
      if (free !== undefined) this.#take(index, free, how);
      else if (suiting.length > 0 && level !== 'partial') Object.assign(column, { how: 'repeated' });
      else if (level !== 'partial' && suiting.length === 0) {
        const suggested = (fields as string[]).find((field) => !this.#used.has(field));
        if (suggested !== undefined && this.#cells[index]!.length > 0)
          Object.assign(column, { how: 'doubtful', suggested, confidence: this.#fit(index, suggested)?.share ?? null });
      }
    });
  }

  /** Maps what has an unmistakable form: phone numbers, addresses of email and websites, NPIs, and whole addresses. */
  assignByCells(): void {
    for (const [field, form] of Object.entries(tellingForms)) {
      if (this.#used.has(field) || (field === 'fullAddress' && this.#used.has('address'))) continue;
      const index = this.columns.findIndex(({ how, header }, at) => {
        const cells = this.#cells[at]!;
        if (how !== 'none' || cells.length < MIN_CELLS || isAboutSomethingElse(header)) return false;
        return (
          cells.filter((cell) => form.test(cell)).length >= TELLING * cells.length && this.#suits(at, field, 'unclear')
        );
      });
      if (index !== -1) this.#take(index, field, 'values');
    }
  }

  /** Splits what one column holds together, and takes the practice's name if the file names no person. */
  refine(): void {
    for (const [field, whole, ...others] of [
      ['name', 'lastFirst'],
      ['address', 'fullAddress', 'city', 'zipCode'],
      ['city', 'cityStateZip', 'zipCode'],
    ] as const) {
      const index = this.#findFound(field);
      if (index === -1 || this.#used.has(whole) || others.some((other) => this.#used.has(other))) continue;
      const fit = this.#fit(index, whole);
      if (!fit || fit.cells < MIN_CELLS || fit.share < CONFIRMED) continue;
      this.#used.delete(field);
      this.#take(index, whole, 'values');
    }
    const practice = this.#findFound('practice');
    if (practice === -1 || holdsNames(this.columns) || hasNameColumn(this.columns)) return;
    this.#used.delete('practice');
    this.#take(practice, 'name', this.columns[practice]!.how);
  }

  /** The column whose field was found here, not chosen or remembered. */
  #findFound(field: string): number {
    return this.columns.findIndex((column) => column.field === field && found.has(column.how));
  }

  #take(index: number, field: string, how: MatchKind): void {
    this.#used.add(field);
    const column = this.columns[index]!;
    delete column.suggested;
    Object.assign(column, { field, how, confidence: this.#fit(index, field)?.share ?? null });
  }

  #suits(index: number, field: string, level: Level): boolean {
    const { header } = this.columns[index]!;
    // Exports spell it this way. “ID” is more often an id of another program.
    if (field === 'id' && header !== 'id' && headerKey(header) === 'id') return false;
    if (!this.#hasRows) return level !== 'partial';
    const fit = this.#fit(index, field);
    const isBlank = this.#cells[index]!.length === 0;
    // Exports spell fields this way, so the column is ours whatever it holds.
    if (level === 'own' && header === field) return true;
    if (level === 'own') return !fit || fit.cells < MIN_CELLS || catalogFields.has(field) || fit.share > 0;
    if (level === 'clear')
      return !fit || fit.cells < MIN_CELLS || catalogFields.has(field) || fit.share >= CONTRADICTED;
    if (isBlank) return level === 'unclear' && field === 'id';
    if (fit) return fit.share >= (field === 'id' ? TELLING : CONFIRMED);
    return level === 'partial' && freeEnds.has(field);
  }

  #fit(index: number, field: string): Fit | null {
    const key = `${index} ${field}`;
    let fit = this.#fits.get(key);
    if (fit === undefined) {
      fit = measureFit(this.#cells[index]!, createFieldTest(field, this.#references));
      this.#fits.set(key, fit);
    }
    return fit;
  }
}

const found = new Set<MatchKind>(['exact', 'known', 'values']);
/** Fields of free text that the last words of a header name well enough. */
const freeEnds = new Set(['address2']);

/** Forms that nothing else has, so digits alone are no phone number. */
const tellingForms: Record<string, RegExp> = {
  phone: /^\+?1?[-. ]?\(?[2-9]\d\d\)?[-. /]\s?\d{3}[-. ]\d{4}\b/,
  email: /^(?:mailto:)?[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
  website: /^(?:https?:\/\/|www\.)\S+\.[a-z]{2,}/i,
  fullAddress: /,\s*[A-Z]{2}\.?,?\s+\d{5}/,
};
