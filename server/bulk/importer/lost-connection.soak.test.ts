import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKnex } from '#server/base/db/knex.ts';
import { testApp } from '#server/test/app.ts';
import { stateOf } from '#server/test/crashes/crash-import.ts';
import { startImport } from './importer.ts';
import type { RunRow } from '../runs/queries-runs.ts';
import { reapRuns } from '../runs/runs.ts';
import { inspectFile } from '../read/spool.ts';

/** Starts a proxy to Postgres that counts messages and closes every connection at message `cutAt`. */
async function startProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const { hostname, port } = target;
  const sockets = new Set<Socket>();
  const state = { messages: 0, cutAt: Infinity };
  const countMessage = (): boolean => {
    if (++state.messages !== state.cutAt) return true;
    for (const socket of sockets) socket.destroy();
    return false;
  };
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => (sockets.delete(socket), client.destroy(), database.destroy()));
    }
    client.on('data', (part: Buffer) => void (countMessage() && database.write(part)));
    let buffer: Buffer = Buffer.alloc(0);
    database.on('data', (part: Buffer) => {
      buffer = Buffer.concat([buffer, part]);
      // A message of Postgres is a letter, the length, and the body.
      while (buffer.length >= 5 && buffer.length > buffer.readInt32BE(1)) {
        const length = buffer.readInt32BE(1) + 1;
        if (!countMessage()) return;
        client.write(buffer.subarray(0, length));
        buffer = buffer.subarray(length);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.port = String((server.address() as AddressInfo).port);
  return { url: target.href, state, close: () => void server.close() };
}

it('an import that loses its connections leaves the old or the new state, is marked as failed, and can be repeated', async () => {
  const app = await testApp();
  const proxy = await startProxy(app.databaseUrl);
  const db = openKnex(proxy.url, { max: 4 });
  try {
    const rows = Array.from({ length: 1_500 }, (_, n) => `Person ${n},Boston,MA,${10_000 + n},Veneers`);
    const path = join(app.deps.config.DATA_DIR, 'listings.csv');
    await writeFile(path, `name,city,state,zip,services\n${rows.join('\n')}\n`);
    const importListings = async (): Promise<RunRow | null> => {
      const file = await inspectFile(path, 'listings.csv');
      const run = await startImport({ ...app.deps, db }, { file, actor: null, options: {} }).catch(() => null);
      return run && run.finished.catch(() => null);
    };
    const reset = () =>
      app.deps.db.raw(
        `delete from dentists; delete from listing_tombstones; select setval('dentists_id_seq', 1, false)`,
      );
    const oldState = await stateOf(app.deps.db);
    expect((await importListings())?.status).toBe('done');
    const { messages } = proxy.state;
    const newState = await stateOf(app.deps.db);
    expect(newState).not.toBe(oldState);
    const outcomes = { old: 0, new: 0, between: 0, silent: 0, notAgain: 0 };
    const ROUNDS = 4;
    for (let round = 0; round < ROUNDS; round++) {
      await reset();
      Object.assign(proxy.state, { messages: 0, cutAt: randomInt(1, messages) });
      await importListings();
      proxy.state.cutAt = Infinity;
      let running = 1;
      for (const end = Date.now() + 10_000; running > 0 && Date.now() < end;) {
        await reapRuns(app.deps);
        running = (await app.deps.db('importRuns').where({ status: 'running' })).length;
        if (running > 0) await new Promise((done) => setTimeout(done, 100));
      }
      outcomes.silent += running;
      const state = await stateOf(app.deps.db);
      outcomes[state === oldState ? 'old' : state === newState ? 'new' : 'between'] += 1;
      if ((await importListings())?.status !== 'done') outcomes.notAgain += 1;
    }
    expect(outcomes).toMatchObject({ between: 0, silent: 0, notAgain: 0 });
    expect(outcomes.old).toBeGreaterThan(0);
  } finally {
    await db.destroy();
    proxy.close();
    await app.stop();
  }
}, 120_000);
