import { createHmac } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';

const PERIOD = 15 * 86_400_000;

const keyIn = ({ secret }: Pick<Deps, 'secret'>, network: string, period: number): Buffer =>
  createHmac('sha256', secret.key(`review network ${period}`))
    .update(network)
    .digest();

const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD);

/** The fingerprint of a network. Its key changes every 15 days, so that fingerprints of different months can't be compared. */
export const networkKeyOf = (deps: Pick<Deps, 'secret'>, network: string, now: Date): Buffer =>
  keyIn(deps, network, periodOf(now));

/** The fingerprints that a network had in this period and the one before. */
export const recentNetworkKeys = (deps: Pick<Deps, 'secret'>, network: string, now: Date): Buffer[] => [
  keyIn(deps, network, periodOf(now)),
  keyIn(deps, network, periodOf(now) - 1),
];
