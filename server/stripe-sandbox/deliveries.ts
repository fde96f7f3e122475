import { createHmac } from 'node:crypto';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { rows } from '#server/base/db/knex.ts';

interface PendingEvent {
  id: string;
  body: string;
  attempts: number;
}

/** Signs like Stripe, with an HMAC of the time and the body. */
export function signEvent(body: string, secret: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** Delivers events to the webhook. Retries failed deliveries with growing delays, even after a restart. */
export class Deliveries {
  private readonly db: Knex;
  private readonly log: Logger;
  private readonly url: () => string | null;
  private readonly secret: string;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private stopped = false;
  private hasNewEvents = false;
  constructor(options: { db: Knex; log: Logger; url: () => string | null; secret: string }) {
    this.db = options.db;
    this.log = options.log;
    this.url = options.url;
    this.secret = options.secret;
  }

  /** Starts delivering pending events. */
  poke(): void {
    if (this.stopped) return;
    this.hasNewEvents = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.hasNewEvents) this.poke();
    });
  }

  private async run(): Promise<void> {
    this.hasNewEvents = false;
    clearTimeout(this.timer);
    try {
      while (!this.stopped && this.url() !== null && (await this.sendOne()));
      if (this.stopped || this.url() === null) return;
      const [next] = await rows<{ wait: number | null }>(
        this.db,
        `select (extract(epoch from min(next_at) - now()) * 1000)::int as wait from stripe_sandbox.events where next_at is not null`,
      );
      if (next?.wait != null)
        this.timer = setTimeout(() => this.poke(), Math.min(Math.max(0, next.wait) + 20, 30_000)).unref();
    } catch (error) {
      this.log.warn({ err: error }, 'the payment sandbox could not deliver events');
      if (!this.stopped) this.timer = setTimeout(() => this.poke(), 2_000).unref();
    }
  }

  /** Reserves one event for 30 seconds, so that no other server sends it, and sends it outside a transaction. */
  private async sendOne(): Promise<boolean> {
    const [event] = await rows<PendingEvent>(
      this.db,
      `update stripe_sandbox.events set next_at = now() + interval '30 seconds', attempts = attempts + 1
       where id = (select id from stripe_sandbox.events where next_at <= now() order by seq limit 1 for update skip locked)
       returning id, body, attempts`,
    );
    if (!event) return false;
    let isAccepted = false;
    try {
      const response = await fetch(this.url()!, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signEvent(event.body, this.secret),
        },
        body: event.body,
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      isAccepted = response.ok;
    } catch {
      // Scheduled for a retry below.
    }
    const wait = Math.min(30, 2 ** (event.attempts - 1));
    await this.db.raw(
      `update stripe_sandbox.events set next_at = case when ? then null else now() + make_interval(secs => ?) end where id = ?`,
      [isAccepted || event.attempts > 200, wait, event.id],
    );
    return true;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }
}
