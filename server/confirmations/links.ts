import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '#server/base/http/context.ts';

/** The mailing that a link belongs to: its owner and its time. */
export interface Mailing {
  userId: number;
  sentAt: Date;
}

/** The signature covers the address, so a link ends when the account gets another one. */
const sign = ({ secret }: Pick<Deps, 'secret'>, text: string, email: string): string =>
  createHmac('sha256', secret.key('confirmation link')).update(`${text}.${email.toLowerCase()}`).digest('base64url');

export function createConfirmationToken(
  deps: Pick<Deps, 'secret'>,
  { userId, sentAt }: Mailing,
  email: string,
): string {
  const text = `${userId}.${sentAt.getTime()}`;
  return `${text}.${sign(deps, text, email)}`;
}

/** Reads the mailing from a token without verifying it, which is the task of `isSigned`. */
export function readMailing(token: string): Mailing | null {
  const [, user, sent] = /^(\d{1,9})\.(\d{1,15})\.[\w-]+$/.exec(token) ?? [];
  return user && sent ? { userId: Number(user), sentAt: new Date(Number(sent)) } : null;
}

export function isSigned(deps: Pick<Deps, 'secret'>, token: string, mailing: Mailing, email: string): boolean {
  const [given, expected] = [Buffer.from(token), Buffer.from(createConfirmationToken(deps, mailing, email))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
