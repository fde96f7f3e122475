import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openKnex } from '#server/db/knex.ts';
import { testApp } from '#server/test/app.ts';
import { stateOf } from '#server/test/crash-import.ts';
import { startImport } from './importer.ts';
import type { RunRow } from './queries-runs.ts';
import { reapRuns } from './runs.ts';
import { inspectFile } from '../read/spool.ts';

/** A line to Postgres that counts what passes, and tears every connection at a message of one's choice. */
async function line(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const { hostname, port } = target;
  const sockets = new Set<Socket>();
  const state = { messages: 0, cutAt: Infinity };
  const passed = (): boolean => {
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
    client.on('data', (part: Buffer) => void (passed() && database.write(part)));
    let rest: Buffer = Buffer.alloc(0);
    database.on('data', (part: Buffer) => {
      rest = Buffer.concat([rest, part]);
      // Each message of the database: a letter, its length, its body.
      while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
        const length = rest.readInt32BE(1) + 1;
        if (!passed()) return;
        client.write(rest.subarray(0, length));
        rest = rest.subarray(length);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  target.port = String((server.address() as AddressInfo).port);
  return { url: target.href, state, close: () => void server.close() };
}

it('an import whose connections are torn at a random message leaves the old or the new state, says that it failed, and can be sent again', async () => {
  const app = await testApp();
  const torn = await line(app.databaseUrl);
  const db = openKnex(torn.url, { max: 4 });
  try {
    const rows = Array.from({ length: 1_500 }, (_, n) => `Person ${n},Boston,MA,${10_000 + n},Veneers`);
    const path = join(app.deps.config.DATA_DIR, 'listings.csv');
    await writeFile(path, `name,city,state,zip,services\n${rows.join('\n')}\n`);
    const send = async (): Promise<RunRow | null> => {
      const file = await inspectFile(path, 'listings.csv');
      const run = await startImport({ ...app.deps, db }, { file, actor: null, options: {} }).catch(() => null);
      return run && run.finished.catch(() => null);
    };
    const reset = () =>
      app.deps.db.raw(
        `delete from dentists; delete from listing_tombstones; select setval('dentists_id_seq', 1, false)`,
      );
    const old = await stateOf(app.deps.db);
    expect((await send())?.status).toBe('done');
    const { messages } = torn.state;
    const fresh = await stateOf(app.deps.db);
    expect(fresh).not.toBe(old);
    const found = { old: 0, new: 0, between: 0, silent: 0, notAgain: 0 };
    const TIMES = 4;
    for (let time = 0; time < TIMES; time++) {
      await reset();
      Object.assign(torn.state, { messages: 0, cutAt: randomInt(1, messages) });
      await send();
      torn.state.cutAt = Infinity;
      let running = 1;
      for (const end = Date.now() + 10_000; running > 0 && Date.now() < end;) {
        await reapRuns(app.deps);
        running = (await app.deps.db('importRuns').where({ status: 'running' })).length;
        if (running > 0) await new Promise((done) => setTimeout(done, 100));
      }
      found.silent += running;
      const state = await stateOf(app.deps.db);
      found[state === old ? 'old' : state === fresh ? 'new' : 'between'] += 1;
      if ((await send())?.status !== 'done') found.notAgain += 1;
    }
    expect(found).toMatchObject({ between: 0, silent: 0, notAgain: 0 });
    expect(found.old).toBeGreaterThan(0);
  } finally {
    await db.destroy();
    torn.close();
    await app.stop();
  }
}, 120_000);
