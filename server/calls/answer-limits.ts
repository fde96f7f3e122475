import { createHmac, randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { dayOf } from '#shared/insights/report-zone.ts';

const MAX_PER_DAY = 10;
const MAX_NETWORKS = 100_000;

/**
 * Limits answers per network without storing addresses: this server remembers for a day, in memory, how often each network
 * answered and for which listings. Networks are hashed with a salt that exists only in memory and changes every day.
 */
export class AnswerLimits {
  #day = '';
  #salt = randomBytes(32);
  readonly #listingsByNetwork = new Map<string, Set<number>>();

  /** "again" if this network has already answered for the listing today. */
  admit(network: string, dentistId: number, now: Date): 'new' | 'again' | 'too many' {
    if (dayOf(now) !== this.#day || this.#listingsByNetwork.size >= MAX_NETWORKS) {
      this.#day = dayOf(now);
      this.#salt = randomBytes(32);
      this.#listingsByNetwork.clear();
    }
    const key = createHmac('sha256', this.#salt).update(network).digest('base64url');
    const listings = this.#listingsByNetwork.get(key) ?? new Set();
    if (listings.has(dentistId)) return 'again';
    if (listings.size >= MAX_PER_DAY) return 'too many';
    this.#listingsByNetwork.set(key, listings.add(dentistId));
    return 'new';
  }
}

const limitsByDatabase = new WeakMap<Knex, AnswerLimits>();
export function answerLimitsOf(db: Knex): AnswerLimits {
  let limits = limitsByDatabase.get(db);
  if (!limits) limitsByDatabase.set(db, (limits = new AnswerLimits()));
  return limits;
}
