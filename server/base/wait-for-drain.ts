import type { Writable } from 'node:stream';

/** Resolves when a stream can take more data, or when it has failed or closed. */
export function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      for (const event of ['drain', 'error', 'close']) stream.off(event, finish);
      done();
    };
    for (const event of ['drain', 'error', 'close']) stream.once(event, finish);
    if (stream.destroyed) finish();
  });
}
