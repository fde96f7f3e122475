import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Role } from '#shared/roles.ts';
import type { Clock } from '#server/base/clock.ts';
import type { Config } from '#server/base/config.ts';
import type { Replicas } from '#server/base/db/replicas.ts';
import type { LiveSettings } from '#server/base/live-settings.ts';

/** The caller, read from the database on every request. */
export interface Actor {
  userId: number;
  name: string;
  email: string;
  emailVerified: boolean;
  role: Role;
  subscriptionPlan: string;
  subscriptionStatus: string;
  /** May claim practices and add listings. */
  entitled: boolean;
  /** The auth_sessions row behind the token or cookie. */
  sessionId: string;
  carrier: 'bearer' | 'cookie' | 'key';
  /** The group of an API key. Such a key acts as the group's owner, but reaches only the group's locations. */
  groupId?: number;
  /** Names the API key of the call in histories, such as: API key “Front desk” of Bright Smiles. Absent for a login. */
  madeWith?: string;
  /** This staff member must set up two-factor before doing anything else. */
  mustEnrol: boolean;
}

/** Shared by the whole server: created once at boot and passed down, so nothing uses globals. */
export interface Deps {
  db: Knex;
  /** A few connections of their own for downloads and reports. Absent in commands, which serve no pages. */
  exportDb?: Knex;
  /** Two connections for short queries that must not wait for others. Absent in commands. */
  statusDb?: Knex;
  /** Connections on which the database refuses writes, for the time when the site is read-only. Absent in commands. */
  readOnlyDb?: Knex;
  /** Replicas for public reads. Absent without DATABASE_REPLICA_URL. */
  replicas?: Replicas;
  clock: Clock;
  config: Config & { PUBLIC_URL: string };
  log: Logger;
  /** The settings of the site: its brand, contacts, and operator. */
  settings: LiveSettings;
  secret: Secrets;
  /** Absent in commands and tests that take no payments. */
  payments?: Payments;
}

/** The payment provider: Stripe, or outside production a sandbox with the same API. */
export interface Payments {
  stripe: Stripe;
  publishableKey: string;
  webhookSecret: string;
  sandbox: boolean;
}

export interface Secrets {
  /** Derives a key for one purpose from SECRET_KEY. */
  key(purpose: string): Buffer;
  seal(purpose: string, plain: string): string;
  open(purpose: string, sealed: string): string;
}

export interface Ctx<A extends Actor | null = Actor | null> extends Deps {
  actor: A;
  /** A replica that has the caller's own changes. */
  replica?: Knex | undefined;
  /** The client's IP address, after the configured number of proxies. */
  ip: string;
  /** The address, or its network, that limits count. */
  network: string;
  userAgent: string;
  header(name: string): string | undefined;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}
