import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '#server/base/log.ts';
import { freshDatabase } from '#server/test/programs/database.ts';
import { Deliveries } from './deliveries.ts';
import { prepareStore } from './store.ts';

it('delivers an event once, and then leaves the database alone', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.drop());
  const { db } = database;
  await prepareStore(db);
  let received = 0;
  const webhook = createServer((req, res) => {
    received++;
    req.resume().on('end', () => res.end());
  }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  onTestFinished(() => void webhook.close());
  const url = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`;
  const deliveries = new Deliveries({ db, log: createLog('error'), url: () => url, secret: 'whsec_test' });
  onTestFinished(() => deliveries.stop());

  await db.raw(`insert into stripe_sandbox.events (id, type, body) values ('evt_1', 'invoice.paid', '{}')`);
  deliveries.poke();
  await expect
    .poll(async () => (await db.raw('select next_at from stripe_sandbox.events')).rows)
    .toEqual([{ nextAt: null }]);
  await sleep(100);
  let statements = 0;
  db.on('query', () => statements++);
  await sleep(400);
  expect([received, statements]).toEqual([1, 0]);
});
