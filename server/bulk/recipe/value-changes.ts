/** Replacements of whole cells, one after the other, as one lookup for each cell. */
export class ValueChanges {
  readonly #results = new Map<string, string>();
  /** The original values of each result. */
  readonly #origins = new Map<string, string[]>();

  /** Adds replacements that happen at once, after the earlier ones. */
  add(values: Readonly<Record<string, string>>): void {
    const moves = Object.entries(values).map(([from, to]) => {
      const origins = this.#origins.get(from) ?? [];
      return { from, to, origins: this.#results.has(from) ? origins : [...origins, from] };
    });
    for (const { from } of moves) this.#origins.delete(from);
    for (const { to, origins } of moves) {
      for (const origin of origins) this.#results.set(origin, to);
      const others = this.#origins.get(to);
      if (others) for (const origin of origins) others.push(origin);
      else this.#origins.set(to, origins);
    }
  }

  get(cell: string): string {
    return this.#results.get(cell) ?? cell;
  }
}
