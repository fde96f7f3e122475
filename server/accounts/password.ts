import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_MIN_ADMIN } from '#contract/accounts.ts';
import { badRequest, unavailable } from '#server/http/errors.ts';
import { isCommonPassword } from './common-passwords.ts';

/** As strong as OWASP's first choice for scrypt, with a quarter of the memory. Most tests lower it for speed. */
export const cost = { n: 2 ** 15, r: 8, p: 3 };
const BYTES = 32;

/**
 * Hashing is expensive by design and shares the thread pool with files and compression. Few run concurrently, so that
 * logins cannot starve reads. A short queue waits; beyond it, requests get a 503.
 */
const MAX_CONCURRENT = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAX_WAITING = 16 * MAX_CONCURRENT;
let running = 0;
const waiting: (() => void)[] = [];

async function withHashingSlot<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING)
      throw unavailable('Many people are logging in right now. Please try again in a moment.', 3);
    await new Promise<void>((start) => waiting.push(start));
  } else running += 1;
  try {
    if (signal?.aborted) throw unavailable();
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function derive(password: string, salt: Buffer, n: number, r: number, p: number, bytes: number): Promise<Buffer> {
  return new Promise((done, fail) =>
    scrypt(password.normalize('NFKC'), salt, bytes, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  );
}

export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const salt = randomBytes(16);
  const { n, r, p } = cost;
  const key = await withHashingSlot(() => derive(password, salt, n, r, p, BYTES), signal);
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes the same time for an unknown account as for a wrong password, so that the time reveals nothing. */
export async function verifyPassword(stored: string | null, password: string, signal?: AbortSignal): Promise<boolean> {
  const [scheme, n, r, p, salt = '', key = ''] = (stored ?? '').split('$');
  const isHashed = scheme === 'scrypt';
  const expected = isHashed ? Buffer.from(key, 'base64url') : Buffer.alloc(BYTES);
  const actual = await withHashingSlot(
    () =>
      isHashed
        ? derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p), expected.length)
        : derive(password, Buffer.alloc(16), cost.n, cost.r, cost.p, BYTES),
    signal,
  );
  return timingSafeEqual(actual, expected) && isHashed;
}

/** Rejects a new password that is too short, too long, or easy to guess. */
export function checkNewPassword(
  password: string,
  account: { role: 'user' | 'admin'; email: string },
  field = 'password',
): void {
  const refuse = (sentence: string): never => {
    throw badRequest(sentence, { [field]: sentence });
  };
  const minLength = account.role === 'admin' ? PASSWORD_MIN_ADMIN : PASSWORD_MIN;
  if (password.length < minLength) refuse(`Please use at least ${minLength} characters.`);
  if (password.length > PASSWORD_MAX) refuse(`Please use at most ${PASSWORD_MAX} characters.`);
  if (isCommonPassword(password, account.email)) refuse('This password is too easy to guess. Please choose another.');
}
