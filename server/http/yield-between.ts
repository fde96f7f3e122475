const PER_TURN = 2;

/** Calls `visit` for a few items per event-loop turn, so that a large batch doesn't delay other requests. */
export async function yieldBetween<T>(items: readonly T[], visit: (item: T) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    visit(item);
    if (index % PER_TURN === PER_TURN - 1) await new Promise((done) => setImmediate(done));
  }
}
