import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_MIN_ADMIN } from '#contract/accounts/accounts.ts';
import { isStaff, type Role } from '#shared/roles.ts';
import { badRequest, unavailable } from '#server/base/http/errors.ts';
import { FairQueue } from '#server/base/http/slots/fair-queue.ts';
import { isCommonPassword } from './common-passwords.ts';

/** As strong as OWASP's first choice for scrypt, with a quarter of the memory. Most tests lower it for speed. */
export const cost = { n: 2 ** 15, r: 8, p: 3 };
const BYTES = 32;

/**
 * Hashing is expensive by design and shares the four threads of Node's pool with files and compression. Few run
 * concurrently, so that logins cannot starve reads.
 */
const slots = Math.max(1, Math.min(3, availableParallelism() - 1));
const queue = new FairQueue({
  slots,
  placesPerClient: 8 * slots,
  places: 16 * slots,
  refuse: () => unavailable('Many people are logging in right now. Please try again in a moment.', 3),
});

/** The ranks of hashes: a flood of logins from new networks, or of registrations, can't take the places of the first. */
export const hashRanks = { trusted: 0, untrusted: 1, registration: 2 } as const;

/** True while logins of several new networks wait for their hash. */
export const isHashingCrowded = (): boolean => queue.isCrowded(hashRanks.untrusted);

/** The client that asked for a hash. Commands have none. */
interface Caller {
  network: string;
  signal?: AbortSignal;
  rank?: number;
}
const inTurn = <T>(work: () => Promise<T>, caller?: Caller): Promise<T> =>
  queue.run(caller?.network ?? '', work, caller?.signal, caller?.rank);

function derive(password: string, salt: Buffer, n: number, r: number, p: number, bytes: number): Promise<Buffer> {
  return new Promise((done, fail) =>
    scrypt(password.normalize('NFKC'), salt, bytes, { N: n, r, p, maxmem: 256 * n * r }, (error, key) =>
      error ? fail(error) : done(key),
    ),
  );
}

export async function hashPassword(password: string, caller?: Caller): Promise<string> {
  const salt = randomBytes(16);
  const { n, r, p } = cost;
  const key = await inTurn(() => derive(password, salt, n, r, p, BYTES), caller);
  return ['scrypt', n, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Takes the same time for an unknown account as for a wrong password, so that the time reveals nothing. */
export async function verifyPassword(stored: string | null, password: string, caller?: Caller): Promise<boolean> {
  const [scheme, n, r, p, salt = '', key = ''] = (stored ?? '').split('$');
  const isHashed = scheme === 'scrypt';
  const expected = isHashed ? Buffer.from(key, 'base64url') : Buffer.alloc(BYTES);
  const actual = await inTurn(
    () =>
      isHashed
        ? derive(password, Buffer.from(salt, 'base64url'), Number(n), Number(r), Number(p), expected.length)
        : derive(password, Buffer.alloc(16), cost.n, cost.r, cost.p, BYTES),
    caller,
  );
  return timingSafeEqual(actual, expected) && isHashed;
}

/** Rejects a new password that is too short, too long, or easy to guess. */
export function checkNewPassword(password: string, account: { role: Role; email: string }, field = 'password'): void {
  const refuse = (sentence: string): never => {
    throw badRequest(sentence, { [field]: sentence });
  };
  const minLength = isStaff(account.role) ? PASSWORD_MIN_ADMIN : PASSWORD_MIN;
  if (password.length < minLength) refuse(`Please use at least ${minLength} characters.`);
  if (password.length > PASSWORD_MAX) refuse(`Please use at most ${PASSWORD_MAX} characters.`);
  if (isCommonPassword(password, account.email)) refuse('This password is too easy to guess. Please choose another.');
}
