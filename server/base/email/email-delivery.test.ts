import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { emailReceipt } from '#server/billing/emails.ts';
import { emailResetLink } from '#server/accounts/emails.ts';
import { createLog } from '../log.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const DAY = 86_400_000;
const password = 'smtp-password-4711';
const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode });
const noUser = () => refuse(550, '5.1.1 No such user here');

interface Mailbox {
  /** The reply to RCPT TO, by address. Accepted without one. */
  rejects: Record<string, Error>;
  /** The reply to the message. */
  rejectsMessage: Error | null;
  tried: string[];
  accepted: string[];
}

/** A real SMTP server that the app sends to. */
async function startSmtp(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const box: Mailbox = { rejects: {}, rejectsMessage: null, tried: [], accepted: [] };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(null, { user: auth.username }),
    onRcptTo({ address }, _session, done) {
      box.tried.push(address);
      done(box.rejects[address]);
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        if (box.rejectsMessage) return done(box.rejectsMessage);
        box.accepted.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise<void>((done) => server.close(done)));
  const { port } = listening.address() as AddressInfo;
  app.deps.config = { ...app.deps.config, SMTP_URL: `smtp://mailer:${password}@localhost:${port}` };
  return box;
}

let lines: Record<string, unknown>[];
beforeEach(async () => {
  await app.deps.db('jobs').delete();
  await app.deps.db('undeliverableEmails').delete();
  lines = [];
  app.deps.log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
});

const to = (email: string) => ({ email, name: 'Ana Silva' });
const sendRoutine = async (email: string) => {
  await emailReceipt(app.deps.db, app.deps, to(email), { description: 'Professional', cents: 6_000, date: app.deps.clock.now(), number: null, url: null, card: null, period: null, renews: null }); // prettier-ignore
  await app.jobs();
};
const sendSecurity = async (email: string) => {
  await emailResetLink(app.deps.db, app.deps, to(email), 'token');
  await app.jobs();
};
const waiting = () => app.deps.db('jobs').where({ name: 'mail' }).select('attempts', 'maxAttempts', 'lastError');
const marks = () => app.deps.db('undeliverableEmails').select('email', 'reason');
/** Runs the due jobs hour after hour until all retries are over. */
async function passHours(hours: number) {
  for (let hour = 0; hour < hours; hour++) {
    app.deps.clock.advance(3_600_000);
    await app.jobs();
  }
}

it('tries a mailbox that does not exist once, marks it, and pauses routine email', async () => {
  const box = await startSmtp();
  box.rejects['gone@example.com'] = noUser();
  await sendRoutine('gone@example.com');
  await passHours(20);
  expect(box.tried).toEqual(['gone@example.com']);
  expect(await waiting()).toEqual([]);
  expect(await marks()).toEqual([{ email: 'gone@example.com', reason: '550 5.1.1 No such user here' }]);
  await sendRoutine('gone@example.com');
  await sendRoutine('other@example.com');
  expect(box.tried).toEqual(['gone@example.com', 'other@example.com']);
  expect(box.accepted).toEqual(['other@example.com']);
});

it('still tries emails about security, and clears the mark once one is delivered', async () => {
  const box = await startSmtp();
  box.rejects['full@example.com'] = refuse(552, '5.2.2 Mailbox full');
  await sendRoutine('full@example.com');
  await sendSecurity('full@example.com');
  expect(box.tried).toHaveLength(2);
  expect(await marks()).toMatchObject([{ email: 'full@example.com' }]);
  delete box.rejects['full@example.com'];
  await sendSecurity('full@example.com');
  await sendRoutine('full@example.com');
  expect(box.accepted).toEqual(['full@example.com', 'full@example.com']);
  expect(await marks()).toEqual([]);
});

it('tries a marked address again after thirty days, and support always', async () => {
  const box = await startSmtp();
  box.rejects['gone@example.com'] = noUser();
  await sendRoutine('gone@example.com');
  app.deps.clock.advance(30 * DAY + 1);
  await sendRoutine('gone@example.com');
  expect(box.tried).toHaveLength(2);
  const support = app.deps.config.SUPPORT_EMAIL;
  box.rejects[support] = noUser();
  await sendRoutine(support);
  await sendRoutine(support);
  expect(box.tried.filter((address) => address === support)).toHaveLength(2);
});

it('retries temporary refusals, and reports no others as temporary', async () => {
  const box = await startSmtp();
  box.rejects['busy@example.com'] = refuse(451, '4.7.1 Greylisted, try again later');
  await sendRoutine('busy@example.com');
  await passHours(1);
  expect(await waiting()).toMatchObject([{ attempts: expect.any(Number) }]);
  expect(box.tried.length).toBeGreaterThan(1);
  delete box.rejects['busy@example.com'];
  await passHours(2);
  expect(box.accepted).toEqual(['busy@example.com']);
  expect(await marks()).toEqual([]);
});

it.each([
  ['the recipient by policy', (box: Mailbox) => (box.rejects['ana@example.com'] = refuse(554, '5.7.1 Relay denied'))],
  ['the message', (box: Mailbox) => (box.rejectsMessage = refuse(554, '5.6.0 Message refused'))],
])('shows staff an email whose server rejects %s, and marks no address', async (_what, reject) => {
  const box = await startSmtp();
  reject(box);
  await sendRoutine('ana@example.com');
  await passHours(20);
  expect(box.tried).toHaveLength(1);
  expect(await waiting()).toMatchObject([
    { attempts: 12, maxAttempts: 12, lastError: expect.stringContaining('554 5.') },
  ]);
  expect(await marks()).toEqual([]);
  const { token } = await app.signIn({ role: 'admin' });
  const { body } = await app.get('/api/admin/home', { token });
  expect(body.failed).toMatchObject([{ kind: 'mails', count: 1, detail: expect.stringContaining('554 5.') }]);
});

it('shows the problem to the owner and staff, and sends again when the owner asks', async () => {
  const box = await startSmtp();
  const owner = await app.signIn({ email: 'owner@example.com', emailVerifiedAt: new Date() });
  const { token: staff } = await app.signIn({ role: 'admin' });
  box.rejects['owner@example.com'] = refuse(550, '5.1.1 See https://mail.example/help');
  await sendRoutine('owner@example.com');
  const problem = {
    email: 'owner@example.com',
    reason: '550 5.1.1 See (link removed)',
    since: app.deps.clock.now().toISOString(),
  };
  const own = () => app.get('/api/user/email-delivery', { token: owner.token });
  expect((await own()).body).toEqual({ problem });
  expect((await app.get(`/api/admin/users/${owner.userId}`, { token: staff })).body.user.emailProblem).toEqual(problem);

  const retry = () => app.post('/api/user/email-delivery/retry', undefined, { token: owner.token });
  expect((await retry()).body).toEqual({ problem: null });
  await app.jobs();
  expect(box.tried).toHaveLength(2);
  expect((await own()).body.problem).not.toBeNull();
  delete box.rejects['owner@example.com'];
  await retry();
  await retry();
  await app.jobs();
  expect(box.accepted).toEqual(['owner@example.com']);
  expect((await own()).body).toEqual({ problem: null });

  // A new address starts without a problem, and the server doesn't try the old one.
  box.rejects['owner@example.com'] = noUser();
  await sendRoutine('owner@example.com');
  await app.deps.db('users').where({ id: owner.userId }).update({ email: 'new@example.com' });
  expect((await own()).body).toEqual({ problem: null });
  expect((await app.get('/api/user/email-delivery')).status).toBe(401);
});

it('retries a refused login and a refused sender, because the operator can correct them', async () => {
  const box = await startSmtp({
    onAuth: (_auth, _session, done) => done(refuse(535, '5.7.8 Authentication failed')),
    authOptional: false,
  });
  await sendRoutine('ana@example.com');
  await passHours(2);
  expect(box.tried).toEqual([]);
  expect((await waiting())[0].attempts).toBeGreaterThan(1);
  await app.deps.db('jobs').delete();
  await startSmtp({ onMailFrom: (_from, _session, done) => done(refuse(553, '5.7.1 Sender rejected')) });
  await sendRoutine('ana@example.com');
  await passHours(2);
  expect((await waiting())[0].attempts).toBeGreaterThan(1);
  expect(await marks()).toEqual([]);
  expect(JSON.stringify(lines)).toContain('Authentication failed');
  expect(JSON.stringify(lines)).not.toContain(password);
});

it('logs why a TLS connection failed, and no secret', async () => {
  // The package's own certificate has expired.
  await startSmtp({ disabledCommands: [] });
  await sendRoutine('ana@example.com');
  const [failure] = lines.filter(({ job }) => job === 'mail');
  expect(failure).toMatchObject({
    err: {
      errorCode: 'ESOCKET',
      message: expect.stringContaining('certificate'),
    },
  });
  expect(JSON.stringify(lines)).not.toContain(password);
  app.deps.log.warn({ code: '123456', body: { code: '123456' } }, 'a two-factor code');
  expect(JSON.stringify(lines.at(-1))).not.toContain('123456');
});
