const INITIAL_SLOTS = 2 ** 16;
/** 16 MB, which are full at a million rows. */
const MAX_SLOTS = 2 ** 21;
const MAX_REPEATS = 10_000;
const EMPTY = 0;

/** FNV-1a. */
function addToHash(hash: number, text: string, length: number): number {
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/**
 * Finds the rows whose name and ZIP code may equal those of another row. It keeps 8 bytes for a hash and a row number instead of the
 * texts, so it may also find rows that differ.
 */
export class RepeatFinder {
  #hashes = new Int32Array(INITIAL_SLOTS);
  #rows = new Int32Array(INITIAL_SLOTS);
  #count = 0;
  /** Null once there are too many. */
  #found: Set<number> | null = new Set();

  add(name: string, zip: string, row: number): void {
    if (this.#found === null) return;
    if (this.#count * 2 >= this.#rows.length) this.#grow();
    const hash = addToHash(addToHash(0x811c9dc5 | 0, name, name.length), zip, Math.min(zip.length, 5));
    const slot = this.#findSlot(hash);
    const first = this.#rows[slot]!;
    if (first === EMPTY) this.#fill(slot, hash, row);
    else if (this.#found.add(first).add(row).size > MAX_REPEATS) this.#stop();
    if (this.#count * 2 >= MAX_SLOTS) this.#stop();
  }
  /** Null if the rows or the repeats are too many. */
  get rows(): number[] | null {
    return this.#found && [...this.#found];
  }

  #stop(): void {
    this.#found = null;
    this.#hashes = this.#rows = new Int32Array(0);
  }

  /** The slot of this hash, or an empty one. */
  #findSlot(hash: number): number {
    const mask = this.#rows.length - 1;
    let slot = hash & mask;
    while (this.#rows[slot] !== EMPTY && this.#hashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }
  #fill(slot: number, hash: number, row: number): void {
    this.#hashes[slot] = hash;
    this.#rows[slot] = row;
    this.#count++;
  }
  #grow(): void {
    const [hashes, rows] = [this.#hashes, this.#rows];
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#rows = new Int32Array(rows.length * 2);
    this.#count = 0;
    rows.forEach((row, slot) => {
      if (row !== EMPTY) this.#fill(this.#findSlot(hashes[slot]!), hashes[slot]!, row);
    });
  }
}
