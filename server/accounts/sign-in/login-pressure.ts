import type { Knex } from 'knex';

const WINDOW_MS = 15_000;
/** More than this many failures in one to two windows are an attack. People of one network can't add more than a few. */
const MOST_FAILURES = 30;
const MOST_PER_NETWORK = 3;
/** Bounds the memory of an attack from very many networks. */
const MOST_NETWORKS = 10_000;

interface Window {
  start: number;
  failures: number;
  byNetwork: Map<string, number>;
}
const newWindow = (start: number): Window => ({ start, failures: 0, byNetwork: new Map() });

/** Counts failed logins from new networks, to notice when many networks try passwords at once. */
export class LoginPressure {
  #current = newWindow(0);
  #previous = newWindow(0);

  count(network: string, now: Date): void {
    this.#rotate(now.getTime());
    const { byNetwork } = this.#current;
    const ownFailures = byNetwork.get(network) ?? 0;
    if (ownFailures >= MOST_PER_NETWORK || byNetwork.size >= MOST_NETWORKS) return;
    byNetwork.set(network, ownFailures + 1);
    this.#current.failures += 1;
  }

  isHigh(now: Date): boolean {
    this.#rotate(now.getTime());
    return this.#current.failures + this.#previous.failures > MOST_FAILURES;
  }

  #rotate(now: number): void {
    const age = now - this.#current.start;
    if (age < WINDOW_MS) return;
    this.#previous = age < 2 * WINDOW_MS ? this.#current : newWindow(0);
    this.#current = newWindow(now);
  }
}

const pressures = new WeakMap<Knex, LoginPressure>();

/** Counted by each server for itself, because each has its own threads for hashing. */
export function loginPressureOf(db: Knex): LoginPressure {
  let pressure = pressures.get(db);
  if (!pressure) pressures.set(db, (pressure = new LoginPressure()));
  return pressure;
}
