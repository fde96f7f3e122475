import express from 'express';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { Statement } from './reads.ts';

/** A process that answers with given bytes after it has sent the given SQL through pg, with nothing but Express. */
export interface CallFloor {
  statements: Statement[];
  body: string;
}

let floor: CallFloor = { statements: [], body: '' };
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL!,
  max: 10,
  options: '-c jit=off -c max_parallel_workers_per_gather=0',
});
const app = express();
app.use(async (_req, res) => {
  for (const { sql, bindings, options } of floor.statements)
    await pool.query({ text: sql, values: bindings, ...(options?.name ? { name: options.name } : {}) });
  res.type('json').send(floor.body);
});
const server = app.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', (next: CallFloor) => {
  floor = next;
  process.send!('ready');
});
process.once('disconnect', () => process.exit(0));
