import { createHmac } from 'node:crypto';

/** `t=SECONDS,v1=HEX`, with a `v1` for each secret: the HMAC-SHA256 of the time, a dot, and the body, as Stripe made it known. */
export function signBody(body: string, secrets: readonly string[], at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  const sign = (secret: string) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return [`t=${time}`, ...secrets.map((secret) => `v1=${sign(secret)}`)].join(',');
}
