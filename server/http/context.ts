import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';

/** Who is calling, read from the database at this very request. */
export interface Actor {
  userId: number;
  name: string;
  email: string;
  role: 'user' | 'admin';
  subscriptionPlan: string;
  subscriptionStatus: string;
  /** The auth_sessions row behind the token or cookie. */
  sessionId: string;
  carrier: 'bearer' | 'cookie';
  /** An admin who must enrol in two-factor first can do nothing else. */
  mustEnrol: boolean;
}

/** What the whole server shares. Made once at boot, handed down; nothing reaches for globals. */
export interface Deps {
  db: Knex;
  clock: Clock;
  config: Config & { PUBLIC_URL: string };
  log: Logger;
  secret: Secrets;
  /** Absent where nothing is sold: some tests and commands. */
  payments?: Payments;
}

/** The payment provider: Stripe, or outside production a sandbox that speaks as Stripe does. */
export interface Payments {
  stripe: Stripe;
  publishableKey: string;
  webhookSecret: string;
  sandbox: boolean;
}

export interface Secrets {
  /** A key for one purpose, derived from SECRET_KEY. */
  key(purpose: string): Buffer;
  seal(purpose: string, plain: string): string;
  open(purpose: string, sealed: string): string;
}

export interface Ctx<A extends Actor | null = Actor | null> extends Deps {
  actor: A;
  /** The caller's address behind the configured number of proxies. */
  ip: string;
  userAgent: string;
  header(name: string): string | undefined;
  /** Aborted when the caller goes away. */
  signal: AbortSignal;
}
