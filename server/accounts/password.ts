import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_MIN_ADMIN } from '#contract/accounts.ts';
import { badRequest, unavailable } from '#server/http/errors.ts';
import { isCommon } from './common-passwords.ts';

/** As strong as OWASP's first choice for scrypt, with a quarter of its memory. Tests that are not about it make it cheap. */
export const cost = { n: 2 ** 15, r: 8, p: 3 };
const BYTES = 32;

/**
 * Hashing is heavy on purpose. Few at once, so that sign-ins cannot starve reads (they share threads with files and
 * compression); a short queue; beyond it an honest "busy".
 */
const AT_ONCE = Math.max(1, Math.min(2, availableParallelism() - 1));
const MAY_WAIT = 16 * AT_ONCE;
let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT)
      throw unavailable('Many people are signing in right now. Please try again in a moment.', 3);
    await new Promise<void>((go) => waiting.push(go));
  } else running += 1;
  try {
    // Nobody waits for the answer any more.
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
  const key = await inTurn(() => derive(password, salt, n, r, p, BYTES), signal);
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes as long when there is no such account as when the password is wrong. */
export async function verifyPassword(stored: string | null, password: string, signal?: AbortSignal): Promise<boolean> {
  const [scheme, n, r, p, salt = '', key = ''] = (stored ?? '').split('$');
  const known = scheme === 'scrypt';
  const expected = known ? Buffer.from(key, 'base64url') : Buffer.alloc(BYTES);
  const actual = await inTurn(
    () =>
      known
        ? derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p), expected.length)
        : derive(password, Buffer.alloc(16), cost.n, cost.r, cost.p, BYTES),
    signal,
  );
  return timingSafeEqual(actual, expected) && known;
}

/** Refuses a new password that is too short, too long, or among the first that anyone would try. */
export function checkNewPassword(
  password: string,
  who: { role: 'user' | 'admin'; email: string },
  field = 'password',
): void {
  const refuse = (sentence: string): never => {
    throw badRequest(sentence, { [field]: sentence });
  };
  const least = who.role === 'admin' ? PASSWORD_MIN_ADMIN : PASSWORD_MIN;
  if (password.length < least) refuse(`Please use at least ${least} characters.`);
  if (password.length > PASSWORD_MAX) refuse(`Please use at most ${PASSWORD_MAX} characters.`);
  if (isCommon(password, who.email)) refuse('This password is too easy to guess. Please choose another one.');
}
