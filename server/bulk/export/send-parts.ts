import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToRequests } from 'node:timers/promises';
import type { Client } from 'pg';
import { openCopy } from '#server/base/db/copy-stream.ts';
import { guardCells } from './guard-cells.ts';

async function readPart(connection: Client, statement: string): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of openCopy(connection, statement)) chunks.push(chunk as Buffer);
  return chunks;
}

/**
 * Sends the results of COPY statements in their order. Each connection reads its next part while earlier ones are sent, so
 * that two processes of Postgres work at once. At most one part more than there are connections is in memory.
 */
export async function sendParts(
  connections: readonly Client[],
  statements: readonly string[],
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true });
  });
  aborted.catch(() => {});
  const reads: Promise<Buffer[]>[] = [];
  let next = 0;
  const startRead = (): void => {
    const statement = statements[next];
    if (statement === undefined) return;
    const read = readPart(connections[next % connections.length]!, statement);
    // A later part may fail while an earlier one is awaited.
    read.catch(() => {});
    reads.push(read);
    next += 1;
  };
  for (const _ of connections) startRead();
  // A statement that fails before its first row is answered with a status, because nothing was sent yet.
  await Promise.race([reads[0]!, aborted]);
  const guard = guardCells();
  const sent = pipeline(guard, output, { signal });
  sent.catch(() => {});
  try {
    for (let read = reads.shift(); read; read = reads.shift()) {
      const chunks = (await Promise.race([read, sent])) ?? [];
      startRead();
      for (const chunk of chunks) {
        if (!guard.write(chunk)) await Promise.race([once(guard, 'drain'), sent]);
        // A whole part at once would keep requests waiting.
        await yieldToRequests();
      }
    }
  } catch (error) {
    // Breaks the output off, because a file that just ended would look complete.
    guard.destroy(error as Error);
    throw error;
  }
  guard.end();
  await sent;
}
