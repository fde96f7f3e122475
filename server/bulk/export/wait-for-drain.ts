import type { Writable } from 'node:stream';

/** Resolves when a stream takes more, and when it never will again. */
export function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((done) => {
    const clear = () => {
      for (const event of ['drain', 'error', 'close']) stream.off(event, clear);
      done();
    };
    for (const event of ['drain', 'error', 'close']) stream.once(event, clear);
    if (stream.destroyed) clear();
  });
}
