import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { net } from '../../e2e/harness/electron/net.ts';
import { StaffConsole } from '../console.ts';
import { resolveRedirects } from '../shell/net-fetch.ts';
import { FakeServer, json } from '../../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { selfSigned } from '../../e2e/harness/main/test-certificate.ts';
import { makeFolder } from '../../e2e/harness/main/test-folder.ts';

let folder: string;
let server: FakeServer;
let elsewhere: FakeServer;
/** Chromium's name of the certificate problem that every connection has. */
let certificateProblem: string | null;
let staffConsole: StaffConsole;

const openConsole = () =>
  StaffConsole.open(
    createTestHost(folder, {
      fetch: resolveRedirects((url, init) =>
        certificateProblem ? Promise.reject(new Error(certificateProblem)) : net.fetch(url, init),
      ),
      findCertificateOwner: () => 'wifi.example.com',
    }),
  );
const call = (method: string, path: string, body: object) =>
  staffConsole.protocol(
    new Request(`app://enamel${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const decide = (id: number) => call('PATCH', `/api/admin/claim-requests/${id}`, { status: 'approved' });
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });

beforeEach(async () => {
  folder = makeFolder();
  [server, elsewhere, certificateProblem] = [new FakeServer(), new FakeServer(), null];
  await elsewhere.open();
  staffConsole = await openConsole();
  await staffConsole.chooseServer(await server.open());
  await call('POST', '/api/auth/login', { email: 'staff@example.com', password: 'a long password' });
});
afterEach(async () => {
  await staffConsole.stop();
  await Promise.all([server.close(), elsewhere.close()]);
});

type Answering = (req: IncomingMessage, res: ServerResponse) => unknown;
/** Something else answers every request in place of the server. */
const answerInstead = (answering: Answering) => () =>
  void (server.intercept = (_path, req, res) => (answering(req, res), true));
const endImpostor = () => void (server.intercept = () => false);
const redirect =
  (status: number): Answering =>
  (req, res) =>
    res.writeHead(status, { location: elsewhere.url + req.url! }).end();

const anotherAnswers = 'Something other than our server answered. Check your network, or the server’s address.';
const redirected = 'The server redirected the console to another address, so the response was rejected.';
interface Fault {
  name: string;
  /** The sentence that explains why the server is out of reach. */
  problem: string | null;
  begin(): void;
  end(): void;
}
const faults: Fault[] = [
  {
    name: 'moved for good',
    problem: redirected,
    begin: answerInstead(redirect(308)),
    end: endImpostor,
  },
  {
    name: 'behind a captive portal that redirects',
    problem: redirected,
    begin: answerInstead(redirect(302)),
    end: endImpostor,
  },
  {
    name: 'behind a captive portal that answers itself',
    problem: anotherAnswers,
    begin: answerInstead((_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>')),
    end: endImpostor,
  },
  {
    name: 'shown with a certificate for another address',
    problem: 'This server’s certificate is for wifi.example.com, not 127.0.0.1.',
    begin: () => (certificateProblem = 'net::ERR_CERT_COMMON_NAME_INVALID'),
    end: () => (certificateProblem = null),
  },
  { name: 'newer', problem: null, begin: () => server.version++, end: () => server.version-- },
  { name: 'older', problem: null, begin: () => server.version--, end: () => server.version++ },
];

it.each(faults)(
  'a decision waits while its server is $name, and arrives once',
  { timeout: 60_000 },
  async ({ problem, begin, end }) => {
    // The connection is lost before the fault begins, as after sleep.
    answerInstead((req) => req.destroy())();
    await decide(1);
    expect(staffConsole.state()).toMatchObject({ link: 'offline', problem: null });
    endImpostor();
    begin();
    expect(staffConsole.state().outbox).toMatchObject({ waiting: 1, conflicts: [] });
    // It stays queued after a restart, which tries to send it.
    await staffConsole.stop();
    staffConsole = await openConsole();
    staffConsole.start();
    await eventually(() => {
      const { link, update } = staffConsole.state();
      expect(link === 'offline' || update !== null).toBe(true);
    });
    expect(staffConsole.state()).toMatchObject({ signedIn: true, problem, outbox: { waiting: 1, conflicts: [] } });
    expect([server.decisions, elsewhere.calls]).toEqual([[], []]);

    end();
    await staffConsole.resume();
    await eventually(() => expect(staffConsole.state().outbox.waiting).toBe(0));
    expect(server.decisions).toEqual([expect.stringMatching(/^\/api\/admin\/claim-requests\/1 [\da-f-]{36}$/)]);
    expect(staffConsole.state()).toMatchObject({ link: 'online', problem: null, outbox: { conflicts: [] } });
  },
);

it('says what is wrong with the certificate of a new server', async () => {
  const tlsServer = createTlsServer(selfSigned, (_req, res) => json(res, { product: 'enamel' }));
  await new Promise<void>((done) => tlsServer.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(tlsServer.address() as AddressInfo).port}`;
  await expect(staffConsole.chooseServer(url)).rejects.toMatchObject({
    code: 'not_our_server',
    message: 'This computer doesn’t trust this server’s certificate. Ask your administrator.',
  });
  expect(staffConsole.state().servers).toHaveLength(1);
  tlsServer.closeAllConnections();
  await new Promise((done) => tlsServer.close(done));
});
