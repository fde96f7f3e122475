import { createHmac, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import QRCode from 'qrcode';
import { isStaff } from '#shared/roles.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { badRequest, conflict, Refusal } from '#server/base/http/errors.ts';
import { enforceLimit, resetLimit } from '#server/base/http/limits/limits.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { announceStaffChange } from '../announce-security.ts';
import { emailTwoFactorChanged } from '../emails.ts';
import { confirmOwnPassword } from './own-password.ts';
import {
  startTwoFactor,
  activateTwoFactor,
  deleteChallenge,
  findTwoFactor,
  insertChallenge,
  removeTwoFactor,
  replaceRecoveryCodes,
  consumeRecoveryCode,
  consumeTimeStep,
  countChallengeAttempt,
  type Challenge,
} from './queries-two-factor.ts';
import { deleteSessions } from '../queries-sessions.ts';
import { readAccountState } from '../queries.ts';

const PERIOD = 30;
const MAX_ATTEMPTS = 5;
const CHALLENGE_MS = 10 * 60_000;
const RECOVERY_CODES = 10;
/** Excludes letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

const createTotp = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, period: PERIOD, secret: Secret.fromBase32(secret) });
const invalid = () =>
  new Refusal(400, 'invalid_code', "That code isn't right. Please check it and try again.", {
    fields: { code: "That code isn't right. Please check it and try again." },
  });
const challengeEnded = () => new Refusal(410, 'challenge_ended', 'This login step has expired. Please log in again.');

/** Called after a correct password. Null if the account has no two-factor login. */
export async function startChallenge(ctx: Ctx, userId: number, kind: Challenge['kind']) {
  const state = await findTwoFactor(ctx.db, userId);
  if (!state?.confirmedAt) return null;
  const challenge = newToken();
  const expiresAt = new Date(ctx.clock.now().getTime() + CHALLENGE_MS);
  await insertChallenge(ctx.db, { userId, kind, tokenHash: hashToken(challenge), expiresAt });
  return { twoFactorRequired: true as const, challenge, expiresAt };
}

/** Allows five attempts per challenge, counted before checking, plus a limit per account across challenges. */
export async function passChallenge(ctx: Ctx, challenge: string, code: string): Promise<Challenge> {
  const tokenHash = hashToken(challenge);
  const attempt = await countChallengeAttempt(ctx.db, tokenHash, ctx.clock.now(), MAX_ATTEMPTS);
  if (!attempt) throw challengeEnded();
  if (!(await isCodeValid(ctx, attempt.userId, code)))
    throw attempt.attempts >= MAX_ATTEMPTS ? challengeEnded() : invalid();
  if (!(await deleteChallenge(ctx.db, tokenHash))) throw challengeEnded();
  await resetLimit(ctx, 'LIMIT_LOGIN', `code|${attempt.userId}`);
  return attempt;
}

async function isCodeValid(ctx: Deps, userId: number, typed: string): Promise<boolean> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!/^\d{6}$/.test(code))
    return await consumeRecoveryCode(ctx.db, userId, hashRecoveryCode(ctx, code), ctx.clock.now());
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
  return await consumeCode(ctx, userId, code);
}

/** Accepts a code of the current, previous, or next 30 seconds, once. */
async function consumeCode(ctx: Deps, userId: number, code: string): Promise<boolean> {
  const state = await findTwoFactor(ctx.db, userId);
  if (!state) return false;
  const timestamp = ctx.clock.now().getTime();
  const delta = createTotp(ctx.secret.open('two-factor', state.secret)).validate({ token: code, timestamp, window: 1 });
  return delta !== null && (await consumeTimeStep(ctx.db, userId, Math.floor(timestamp / 1000 / PERIOD) + delta));
}

export async function enrollTwoFactor(password: string, ctx: Ctx<Actor>) {
  await confirmOwnPassword(ctx, password);
  const secret = new Secret({ size: 20 }).base32;
  const hasStarted = await startTwoFactor(
    ctx.db,
    ctx.actor.userId,
    ctx.secret.seal('two-factor', secret),
    ctx.clock.now(),
  );
  if (!hasStarted) throw conflict('Two-factor login is already on.', 'already_on');
  const uri = createTotp(secret, { issuer: ctx.settings.brand, label: ctx.actor.email }).toString();
  return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

/** Turns two-factor login on with the first code, and ends sessions opened with the password alone. */
export async function confirmTwoFactor(code: string, ctx: Ctx<Actor>) {
  const { userId, sessionId } = ctx.actor;
  const state = await findTwoFactor(ctx.db, userId);
  if (!state || state.confirmedAt) throw conflict('Please start setting up two-factor login again.', 'not_enrolling');
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  await enforceLimit(ctx, 'LIMIT_LOGIN', `code|${userId}`, 'Too many wrong codes. Please wait a moment.', {
    hits: hits * 4,
    seconds,
  });
  if (!(await consumeCode(ctx, userId, code.replace(/\s/g, '')))) throw invalid();
  await resetLimit(ctx, 'LIMIT_LOGIN', `code|${userId}`);
  return await ctx.db.transaction(async (trx) => {
    if (!(await activateTwoFactor(trx, userId, ctx.clock.now())))
      throw conflict('Please start setting up two-factor login again.', 'not_enrolling');
    await deleteSessions(trx, userId, sessionId);
    const codes = generateRecoveryCodes();
    await replaceRecoveryCodes(
      trx,
      userId,
      codes.map((code) => hashRecoveryCode(ctx, code.replace('-', ''))),
    );
    await emailTwoFactorChanged(trx, ctx, ctx.actor, true);
    return { recoveryCodes: codes };
  });
}

const CODE_MISSING = 'Please enter a code from your app, or a recovery code.';

/** Needs a code besides the password, because two-factor login protects against a stolen password. */
export async function disableTwoFactor(
  { password, code }: { password: string; code?: string | undefined },
  ctx: Ctx<Actor>,
): Promise<void> {
  const user = await confirmOwnPassword(ctx, password);
  const { twoFactorRequired } = await readAccountState(ctx.db, ctx.actor.userId, 0);
  if (twoFactorRequired && isStaff(ctx.actor.role))
    throw conflict('Administrators must use two-factor login.', 'two_factor_required');
  if ((await findTwoFactor(ctx.db, user.id))?.confirmedAt) {
    if (!code) throw badRequest(CODE_MISSING, { code: CODE_MISSING });
    if (!(await isCodeValid(ctx, user.id, code))) throw invalid();
    await resetLimit(ctx, 'LIMIT_LOGIN', `code|${user.id}`);
  }
  await ctx.db.transaction(async (trx) => {
    if (!(await removeTwoFactor(trx, user.id))) return;
    await emailTwoFactorChanged(trx, ctx, ctx.actor, false);
    await announceStaffChange(
      trx,
      ctx,
      user,
      { action: 'user.two_factor_off', before: { twoFactor: true }, after: { twoFactor: false } },
      'Two-factor login is off for this account.',
    );
  });
}

export async function renewRecoveryCodes(password: string, ctx: Ctx<Actor>) {
  const user = await confirmOwnPassword(ctx, password);
  const state = await findTwoFactor(ctx.db, ctx.actor.userId);
  if (!state?.confirmedAt) throw conflict('Two-factor login is off.', 'two_factor_off');
  const codes = generateRecoveryCodes();
  await ctx.db.transaction(async (trx) => {
    await replaceRecoveryCodes(
      trx,
      ctx.actor.userId,
      codes.map((code) => hashRecoveryCode(ctx, code.replace('-', ''))),
    );
    await announceStaffChange(
      trx,
      ctx,
      user,
      { action: 'user.recovery_codes_renewed' },
      'The recovery codes of this account were replaced.',
    );
  });
  return { recoveryCodes: codes };
}

const generateRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
    return `${letters.slice(0, 5)}-${letters.slice(5)}`;
  });
/** Keyed, so that codes cannot be guessed offline from a stolen database. */
const hashRecoveryCode = (deps: Pick<Deps, 'secret'>, code: string) =>
  createHmac('sha256', deps.secret.key('recovery codes')).update(code).digest();
