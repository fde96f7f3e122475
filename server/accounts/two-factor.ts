import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import type { Actor, Ctx, Deps } from '#server/http/context.ts';
import { conflict, Refusal } from '#server/http/errors.ts';
import { enforceLimit, resetLimit } from '#server/http/limits.ts';
import { hashToken, newToken } from '#server/http/token.ts';
import { confirmOwnPassword } from './own-password.ts';
import {
  beginTwoFactor,
  confirmTwoFactor,
  deleteChallenge,
  findTwoFactor,
  insertChallenge,
  removeTwoFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
  tryChallenge,
  type Challenge,
} from './queries-two-factor.ts';
import { deleteSessions } from './queries-sessions.ts';
import { readState } from './queries.ts';

const PERIOD = 30;
const TRIES = 5;
const CHALLENGE_MS = 10 * 60_000;
const RECOVERY_CODES = 10;
/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const totpOf = (secret: string, label?: string) =>
  new TOTP({ issuer: 'Enamel', ...(label ? { label } : {}), period: PERIOD, secret: Secret.fromBase32(secret) });
const invalid = () =>
  new Refusal(400, 'invalid_code', 'This code is not right. Please check it and try again.', {
    fields: { code: 'This code is not right. Please check it and try again.' },
  });
const over = () => new Refusal(410, 'challenge_ended', 'This sign-in step has ended. Please sign in again.');

/** After a right password: null when the account has no second step. */
export async function beginChallenge(ctx: Ctx, userId: number, kind: Challenge['kind']) {
  const state = await findTwoFactor(ctx.db, userId);
  if (!state?.confirmedAt) return null;
  const challenge = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  await insertChallenge(ctx.db, { userId, kind, tokenHash: hashToken(challenge), expiresAt });
  return { twoFactorRequired: true as const, challenge, expiresAt };
}

/** Five tries a challenge, counted before looking; and a limit an account, so that new challenges do not help. */
export async function passChallenge(ctx: Ctx, challenge: string, code: string): Promise<Challenge> {
  const tokenHash = hashToken(challenge);
  const found = await tryChallenge(ctx.db, tokenHash, ctx.clock.now(), TRIES);
  if (!found) throw over();
  if (!(await isRight(ctx, found.userId, code))) throw found.attempts >= TRIES ? over() : invalid();
  if (!(await deleteChallenge(ctx.db, tokenHash))) throw over();
  await resetLimit(ctx, 'LIMIT_LOGIN', `code|${found.userId}`);
  return found;
}

async function isRight(ctx: Deps, userId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!/^\d{6}$/.test(code)) return await takeRecoveryCode(ctx.db, userId, hashCode(ctx, code), ctx.clock.now());
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  await enforceLimit(
    ctx,
    'LIMIT_LOGIN',
    `code|${userId}`,
    'Too many wrong codes. Please wait, or use a recovery code.',
    {
      hits: hits * 4,
      seconds,
    },
  );
  return await takeCode(ctx, userId, code);
}

/** A code of the running half minute or a neighbour, once. */
async function takeCode(ctx: Deps, userId: number, code: string): Promise<boolean> {
  const state = await findTwoFactor(ctx.db, userId);
  if (!state) return false;
  const timestamp = ctx.clock.now().getTime();
  const delta = totpOf(ctx.secret.open('two-factor', state.secret)).validate({ token: code, timestamp, window: 1 });
  return delta !== null && (await takeStep(ctx.db, userId, Math.floor(timestamp / 1000 / PERIOD) + delta));
}

export async function enrol(password: string, ctx: Ctx<Actor>) {
  await confirmOwnPassword(ctx, password);
  const secret = new Secret({ size: 20 }).base32;
  const begun = await beginTwoFactor(ctx.db, ctx.actor.userId, ctx.secret.seal('two-factor', secret), ctx.clock.now());
  if (!begun) throw conflict('Two-factor sign-in is on already.', 'already_on');
  const uri = totpOf(secret, ctx.actor.email).toString();
  return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

/** The first code proves that the app was set up; it is spent by that. Sign-ins made with the password alone end. */
export async function confirm(code: string, ctx: Ctx<Actor>) {
  const { userId, sessionId } = ctx.actor;
  const state = await findTwoFactor(ctx.db, userId);
  if (!state || state.confirmedAt) throw conflict('Please start setting up two-factor sign-in again.', 'not_enrolling');
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  await enforceLimit(ctx, 'LIMIT_LOGIN', `code|${userId}`, 'Too many wrong codes. Please wait a moment.', {
    hits: hits * 4,
    seconds,
  });
  if (!(await takeCode(ctx, userId, code.replace(/\s/g, '')))) throw invalid();
  await resetLimit(ctx, 'LIMIT_LOGIN', `code|${userId}`);
  return await ctx.db.transaction(async (trx) => {
    if (!(await confirmTwoFactor(trx, userId, ctx.clock.now())))
      throw conflict('Please start setting up two-factor sign-in again.', 'not_enrolling');
    await deleteSessions(trx, userId, sessionId);
    const codes = makeCodes();
    await replaceRecoveryCodes(
      trx,
      userId,
      codes.map((one) => hashCode(ctx, one.replace('-', ''))),
    );
    return { recoveryCodes: codes };
  });
}

export async function disable(password: string, ctx: Ctx<Actor>): Promise<void> {
  await confirmOwnPassword(ctx, password);
  const { twoFactorRequired } = await readState(ctx.db, ctx.actor.userId, 0);
  if (twoFactorRequired && ctx.actor.role === 'admin')
    throw conflict('Administrators must use two-factor sign-in, so it stays on.', 'two_factor_required');
  await ctx.db.transaction((trx) => removeTwoFactor(trx, ctx.actor.userId));
}

export async function renewCodes(password: string, ctx: Ctx<Actor>) {
  await confirmOwnPassword(ctx, password);
  const state = await findTwoFactor(ctx.db, ctx.actor.userId);
  if (!state?.confirmedAt) throw conflict('Two-factor sign-in is off.', 'two_factor_off');
  const codes = makeCodes();
  await ctx.db.transaction((trx) =>
    replaceRecoveryCodes(
      trx,
      ctx.actor.userId,
      codes.map((one) => hashCode(ctx, one.replace('-', ''))),
    ),
  );
  return { recoveryCodes: codes };
}

const makeCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
/** Keyed: a stolen database is not enough to try codes against. */
const hashCode = (deps: Pick<Deps, 'secret'>, code: string) =>
  createHmac('sha256', deps.secret.key('recovery codes')).update(code).digest();
