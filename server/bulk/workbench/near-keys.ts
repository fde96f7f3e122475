const MIN_LENGTH = 5;
const SHARED_LETTERS = 4;
/** A name may have one more edit per this many letters. */
const LETTERS_PER_EDIT = 4;

/** Finds keys that a few edits could turn into another, without comparing it with all of them. */
export class NearKeys<Owner> {
  readonly #radius: number;
  readonly #byForm = new Map<string, Owner[]>();
  constructor(radius: number) {
    this.#radius = radius;
  }

  /** Short keys and numbers have no neighbors. */
  allowedEdits(key: string): number {
    if (key.length < MIN_LENGTH || /\d/.test(key)) return -1;
    return Math.min(this.#radius, Math.floor(key.length / LETTERS_PER_EDIT));
  }

  add(key: string, owner: Owner): void {
    if (this.allowedEdits(key) < 0) return;
    for (const form of this.#listForms(key, 0)) {
      const owners = this.#byForm.get(form);
      if (owners) owners.push(owner);
      else this.#byForm.set(form, [owner]);
    }
  }

  findCandidates(key: string): Set<Owner> {
    const candidates = new Set<Owner>();
    if (this.allowedEdits(key) < 0) return candidates;
    for (const form of this.#listForms(key, this.allowedEdits(key)))
      for (const owner of this.#byForm.get(form) ?? []) candidates.add(owner);
    return candidates;
  }

  /**
   * The key without one of its characters, because keys at one edit share such a form. Keys that allow more edits also share
   * some letters in a row, which the edits may shift.
   */
  *#listForms(key: string, shift: number): Generator<string> {
    yield key;
    for (let at = 0; at < key.length; at++) yield key.slice(0, at) + key.slice(at + 1);
    if (this.allowedEdits(key) < 2) return;
    for (let at = 0; at + SHARED_LETTERS <= key.length; at++)
      for (let by = -shift; by <= shift; by++) yield `${at + by} ${key.slice(at, at + SHARED_LETTERS)}`;
  }
}
