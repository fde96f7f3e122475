import express from 'express';
import type { AddressInfo } from 'node:net';
import { cpuMs } from './cpu.ts';

/** A process that sends given bytes with nothing but Express. Its parent says which. */
export interface BareResponse {
  encoding: string | null;
  body: string;
}

let response = { encoding: null as string | null, body: Buffer.alloc(0) };
let text = '';
const app = express();
app.disable('etag');
// As Express sends a page that was just rendered: it encodes the text and adds an ETag.
app.use(
  '/text',
  express().use((_req, res) => void res.type('html').send(text)),
);
app.use((_req, res) => {
  res.set('Content-Type', 'text/html; charset=utf-8');
  if (response.encoding) res.set('Content-Encoding', response.encoding);
  res.send(response.body);
});
const server = app.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }));
process.on('message', (next: BareResponse | 'report') => {
  if (next !== 'report') {
    response = { encoding: next.encoding, body: Buffer.from(next.body, 'base64') };
    text = next.encoding === null ? response.body.toString() : '';
  }
  process.send!({ cpuMs: cpuMs() });
});
process.once('disconnect', () => process.exit(0));
