import type { ServerResponse } from 'node:http';
import { webhookReceiver, type WebhookReceiver } from '../doubles/webhook-receiver.ts';
import { rows } from '#server/base/db/knex.ts';
import type { TestApp } from '../app.ts';

/** A subject has this many events. */
const PER_SUBJECT = 20;

interface Storm {
  receiver: WebhookReceiver;
  /** Requests that came before an earlier event of their subject was accepted. */
  disorders: string[];
  /** How many events were accepted, and how many requests it took. */
  accepted(): number;
  requests(): number;
  /** Answers each way of failing, counted. */
  failures: Record<string, number>;
  /** All requests are refused until this is false. */
  isDown: boolean;
  stop(): Promise<void>;
}

type Fault = (res: ServerResponse, url: string) => void;
/** Refusals and silence, which must be retried. */
const refusing: Record<string, Fault> = {
  fails: (res) => void res.writeHead(500).end('no'),
  hangs: () => {},
  'hangs up': (res) => void res.destroy(),
  redirects: (res, url) => void res.writeHead(302, { location: `${url}/stolen` }).end(),
};
/** Statuses that accept, with replies that lie about their size. */
const lying: Record<string, Fault> = {
  'promises more': (res) => {
    res.writeHead(200, { 'content-length': 1_000_000 }).write('short');
    setTimeout(() => res.destroy(), 5);
  },
  'promises less': (res) => {
    res.writeHead(200, { 'content-length': 2 });
    res.socket?.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n${'x'.repeat(100_000)}`);
    res.destroy();
  },
  'never ends': (res) => {
    res.writeHead(200);
    const pour = () => {
      while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      res.once('drain', pour);
    };
    pour();
  },
};

/** Starts a receiver that misbehaves in every way, and writes events for it as changes do, each with its place in its subject. */
export async function startStorm(app: TestApp, events: number): Promise<Storm> {
  const accepted = new Map<string, number>();
  let requests = 0;
  const storm: Storm = {
    receiver: await webhookReceiver(),
    disorders: [],
    accepted: () => [...accepted.values()].reduce((sum, n) => sum + n, 0),
    requests: () => requests,
    failures: {},
    isDown: false,
    stop: () => storm.receiver.stop(),
  };
  const misbehave = (name: string, fault: Fault, res: ServerResponse) => {
    storm.failures[name] = (storm.failures[name] ?? 0) + 1;
    fault(res, storm.receiver.url);
  };
  storm.receiver.behave = (res, { path, event }) => {
    const number = ++requests;
    storm.receiver.received.length = 0;
    if (path !== '/hook') return void storm.disorders.push(`A request to ${path}`);
    const { subject, place } = event.data as { subject: string; place: number };
    const last = accepted.get(subject) ?? 0;
    if (place > last + 1) storm.disorders.push(`${subject}: ${place} after ${last}`);
    const faults = Object.entries(number % 25 === 3 || storm.isDown ? refusing : number % 100 === 7 ? lying : {});
    const [name, fault] = faults[Math.floor(number / 100) % Math.max(1, faults.length)] ?? [];
    if (name === undefined || name in lying) accepted.set(subject, Math.max(last, place));
    if (name && fault) misbehave(name, fault, res);
    else res.writeHead(200).end('ok');
  };
  const admin = await app.signIn({ role: 'admin' });
  const secret = app.deps.secret.seal('webhook-secret', 'whsec_storm');
  const createdAt = app.deps.clock.now();
  const [{ id: endpointId }] = await app.deps.db('webhookEndpoints')
    .insert({ userId: admin.userId, url: `${storm.receiver.url}/hook`, events: ['listing'], secret, createdAt }).returning('id'); // prettier-ignore
  await rows(
    app.deps.db,
    `insert into webhook_deliveries (endpoint_id, type, subject, data, created_at, due_at)
     select :endpointId, 'listing.updated', 'listing:' || subject,
       jsonb_build_object('subject', 'listing:' || subject, 'place', place, 'path', '/'), :createdAt, :createdAt
     from generate_series(1, ${PER_SUBJECT}) place, generate_series(1, :subjects) subject`,
    { endpointId, createdAt, subjects: Math.ceil(events / PER_SUBJECT) },
  );
  return storm;
}

export const countWaiting = async (app: TestApp): Promise<number> =>
  (await rows<{ n: number }>(app.deps.db, `select count(*) as n from webhook_deliveries where state <> 'delivered'`))[0]!.n; // prettier-ignore
