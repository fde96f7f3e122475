import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';
import type { Deps, Secrets } from './context.ts';

/** Only servers with the same SECRET_KEY answer this header, so that strangers don't learn about the proxies. */
const HEADER = 'x-enamel-probe';

/** How a request reached the server. */
export interface ProbeAnswer {
  /** The number of proxies that added an address to X-Forwarded-For. */
  hops: number;
  trustedHops: number;
  protocol: string | null;
}

const sign = (secret: Secrets, nonce: string): Buffer =>
  createHmac('sha256', secret.key('probe')).update(nonce).digest();

export function createProbe(secret: Secrets): Record<string, string> {
  const nonce = randomBytes(12).toString('base64url');
  return { [HEADER]: `${nonce}.${sign(secret, nonce).toString('base64url')}` };
}

export function answerProbe({ config, secret }: Pick<Deps, 'config' | 'secret'>, req: Request): ProbeAnswer | null {
  const [nonce = '', signature = ''] = (req.get(HEADER) ?? '').split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(secret, nonce);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return {
    hops: (req.get('x-forwarded-for') ?? '').split(',').filter((address) => address.trim() !== '').length,
    trustedHops: config.TRUST_PROXY,
    protocol: req.get('x-forwarded-proto') ?? null,
  };
}
