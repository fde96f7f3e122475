import { detachText, getSlot, type CleanRow } from '../clean/clean-row.ts';

interface Node {
  value: string;
  row: number;
  /** The one of the row before, which is most often that of this one. */
  last: Node | null;
  next: Map<string, Node> | null;
}
const nodeOf = (value: string, row: number): Node => ({ value, row, last: null, next: null });
const MOST_NODES = 20_000;

/** Of rows that say the same in some fields the first is told, so that the database works it out once and joins by a number. */
export class FirstRowIndex {
  readonly #slots: readonly number[];
  readonly #whole: boolean;
  #root = nodeOf('', 0);
  #nodes = 0;
  /** `whole`: a row that leaves one of them open has none. */
  constructor(fields: readonly string[], { whole }: { whole: boolean }) {
    this.#slots = fields.map(getSlot);
    this.#whole = whole;
  }
  /** Null when the row says nothing. Value by value: to put them together for every row would cost ten times as much. */
  of(values: CleanRow['values'], row: number): number | null {
    let node = this.#root;
    let any = false;
    for (const slot of this.#slots) {
      let value = values[slot];
      if (value !== undefined) any = true;
      else if (this.#whole) return null;
      else value = '';
      const { last } = node;
      if (last !== null && last.value === value) node = last;
      else node = node.last = node.next?.get(value) ?? this.#add(node, value, row);
    }
    // To forget costs a little work twice, and nothing else.
    if (this.#nodes > MOST_NODES) [this.#root, this.#nodes] = [nodeOf('', 0), 0];
    return any ? node.row : null;
  }
  #add(node: Node, value: string, row: number): Node {
    const one = nodeOf(detachText(value), row);
    (node.next ??= new Map()).set(one.value, one);
    this.#nodes++;
    return one;
  }
}
