import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { examine, type CheckResult } from '#server/doctor/examine.ts';
import { surroundingsOf, type Machine, type Surroundings } from '#server/doctor/surroundings.ts';
import type { TestApp } from './app.ts';

/** A machine without faults. */
export const goodMachine: Machine = {
  nodeVersion: '24.11.0',
  readTime: () => Date.now(),
  readDisk: () => Promise.resolve({ free: 90e9, total: 200e9 }),
  readMemory: () => ({ free: 3e9, total: 8e9 }),
};

const goodRecords: Record<string, string[]> = {
  'bright.example': ['v=spf1 include:mail.example ~all'],
  'google._domainkey.bright.example': ['v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3'],
  '_dmarc.bright.example': ['v=DMARC1; p=quarantine'],
};

/** Answers of DNS. A name without records exists if a longer name does. */
export const dnsWith = (changes: Record<string, string[] | string> = {}): Surroundings['dns'] => ({
  resolveTxt(name: string) {
    const records: Record<string, string[] | string> = { ...goodRecords, ...changes };
    const found = records[name];
    if (Array.isArray(found) && found.length > 0) return Promise.resolve(found.map((text) => [text]));
    const hasLonger = Object.keys(records).some((other) => other.endsWith(`.${name}`) && records[other]!.length > 0);
    const code = typeof found === 'string' ? found : hasLonger ? 'ENODATA' : 'ENOTFOUND';
    return Promise.reject(Object.assign(new Error(`queryTxt ${code} ${name}`), { code }));
  },
});

export type Changes = Partial<Surroundings>;

/** The surroundings of a test's server, with some changes. */
export const surroundingsFor = (app: TestApp, changes: Changes = {}): Surroundings => ({
  ...surroundingsOf(app.deps),
  machine: goodMachine,
  dns: dnsWith(),
  ...changes,
});

/** Runs one check. */
export async function check(app: TestApp, key: string, changes: Changes = {}): Promise<CheckResult> {
  const [result] = await examine(surroundingsFor(app, changes), { keys: [key] });
  return result!;
}

/** Starts an HTTP server until the test ends, and returns its URL. */
export async function listenUntilTestEnds(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((done) => server.close(() => done()));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that adds its client to X-Forwarded-For, as nginx does. */
export const startForwardingProxy = (upstream: string, headers: Record<string, string> = {}): Promise<string> =>
  listenUntilTestEnds((req, res) => {
    const forwarded = [req.headers['x-forwarded-for'], req.socket.remoteAddress].filter(Boolean).join(', ');
    const onward = request(
      new URL(req.url!, upstream),
      { method: req.method, headers: { ...req.headers, ...headers, 'x-forwarded-for': forwarded } },
      (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      },
    );
    req.pipe(onward);
  });
