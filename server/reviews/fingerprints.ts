import { createHmac } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';

const PERIOD = 15 * 86_400_000;

type Origin = 'network' | 'device';

const keyIn = ({ secret }: Pick<Deps, 'secret'>, origin: Origin, value: string, period: number): Buffer =>
  createHmac('sha256', secret.key(`review ${origin} ${period}`))
    .update(value)
    .digest();

const periodOf = (now: Date): number => Math.floor(now.getTime() / PERIOD);

/** The fingerprint of a network or a device. Its key changes every 15 days, so that those of different months can't be compared. */
export const fingerprintOf = (deps: Pick<Deps, 'secret'>, origin: Origin, value: string, now: Date): Buffer =>
  keyIn(deps, origin, value, periodOf(now));

/** The fingerprints that a network or a device had in this period and the one before. */
export const recentFingerprints = (deps: Pick<Deps, 'secret'>, origin: Origin, value: string, now: Date): Buffer[] =>
  [0, 1].map((back) => keyIn(deps, origin, value, periodOf(now) - back));
