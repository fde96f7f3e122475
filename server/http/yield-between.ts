const AT_ONCE = 2;

/** Lets many waiting requests go on, a few in each turn of the event loop, so that others are answered in between. */
export async function inTurns<T>(all: readonly T[], each: (one: T) => void): Promise<void> {
  for (const [at, one] of all.entries()) {
    each(one);
    if (at % AT_ONCE === AT_ONCE - 1) await new Promise((done) => setImmediate(done));
  }
}
