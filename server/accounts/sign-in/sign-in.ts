import type { Knex } from 'knex';
import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import type { z } from 'zod';
import { isEntitled } from '#shared/billing/entitlement.ts';
import type { login, me, sessionKinds, twoFactorSignIn } from '#contract/accounts/accounts.ts';
import type { LoginMethod } from '#shared/accounts/login-methods.ts';
import { isStaff } from '#shared/roles.ts';
import { findFailedPayment } from '#server/billing/failed-payments.ts';
import { setSessionCookie } from '#server/base/http/callers/authenticate.ts';
import { DEFAULT_IDLE_MINUTES } from '#server/base/http/callers/session-timeout.ts';
import type { Ctx, Deps } from '#server/base/http/context.ts';
import { ifPossible, Refusal } from '#server/base/http/errors.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { hashToken, newToken } from '#server/base/http/callers/token.ts';
import { describeDevice } from './device.ts';
import { emailAdminLogin, emailNewDevice } from '../emails.ts';
import { verifyPassword } from './password.ts';
import { findUserByEmail, findUserById, readAccountState, type User } from '../queries.ts';
import { findLoginHistory, insertSession, saveKnownAddress } from '../queries-sessions.ts';
import { refuseSampleLogin } from './sample-logins.ts';
import { hashNetwork, resetAttempts, startAttempt } from './sign-in-limits.ts';
import { startChallenge, passChallenge } from './two-factor.ts';

const HOUR = 3_600_000;
type Kind = (typeof sessionKinds)[number];
type Description = z.input<typeof me>;
export interface SignedIn {
  token: string;
  user: Description;
}

/** The device or the identity provider has checked a second factor. */
const isStrong = (method: LoginMethod): boolean => method === 'passkey' || method === 'single_sign_on';

/** `mustEnrol` is false for a session that needs no code. */
export async function describeAccount(
  deps: Pick<Deps, 'db' | 'config'>,
  user: User,
  mustEnrol: boolean,
): Promise<Description> {
  const [state, failedPayment] = await Promise.all([
    readAccountState(deps.db, user.id, DEFAULT_IDLE_MINUTES),
    findFailedPayment(deps.db, user.id),
  ]);
  const entitled = isEntitled(user, deps.config.payments);
  return {
    ...user,
    emailVerified: user.emailVerifiedAt !== null,
    pendingEmail: state.pendingEmail,
    failedPayment,
    canClaimPractice: entitled,
    canAddListing: entitled,
    twoFactor: {
      enabled: state.twoFactorEnabled,
      required: isStaff(user.role) && state.twoFactorRequired && (state.twoFactorEnabled || mustEnrol),
      recoveryCodesLeft: state.recoveryCodesLeft,
    },
    idleMinutes: state.idleMinutes,
  };
}

/** A login from a new device right after a registration is no news. */
const REGISTERING_MS = 60_000;

/** True if the account has no recent login from this network and no session on this kind of device. */
async function isNewDevice(trx: Knex, ctx: Ctx, user: User, { device }: { device: string }) {
  const { isKnownAddress, userAgents } = await findLoginHistory(trx, user.id, hashNetwork(ctx));
  return !isKnownAddress && !userAgents.some(({ userAgent, kind }) => describeDevice(userAgent, kind) === device);
}

/** Opens a session. A browser gets a cookie for it besides the token. Joining the staff announces no login. */
export async function openSession(
  ctx: Ctx,
  user: User,
  kind: Kind,
  { req }: Stream,
  { isJoining = false, method = 'password' }: { isJoining?: boolean; method?: LoginMethod } = {},
): Promise<SignedIn> {
  const token = newToken();
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + (isStaff(user.role) ? 12 * HOUR : 30 * 24 * HOUR));
  const sessionId = await ctx.db.transaction(async (trx) => {
    const login = { device: describeDevice(ctx.userAgent, kind), ip: ctx.ip, at };
    const isNew = at.getTime() - user.createdAt.getTime() < REGISTERING_MS;
    if (isStaff(user.role) && !isJoining) await emailAdminLogin(trx, ctx, user, login);
    else if (!isNew && (await isNewDevice(trx, ctx, user, login))) await emailNewDevice(trx, ctx, user, login);
    await saveKnownAddress(trx, user.id, hashNetwork(ctx), at);
    return await insertSession(trx, {
      userId: user.id,
      tokenHash: hashToken(token),
      kind,
      method,
      ipAddress: ctx.ip || null,
      userAgent: ctx.userAgent.slice(0, 500) || null,
      createdAt: at,
      lastSeenAt: at,
      expiresAt,
    });
  });
  if (kind === 'web') await setSessionCookie(ctx, req, { sessionId, expiresAt });
  return { token, user: await describeAccount(ctx, user, !isStrong(method)) };
}

const invalidCredentials = () => new Refusal(401, 'invalid_credentials', 'Invalid email or password.');

/** Runs passport-local, which reads the credentials from the request and calls back to verify them. */
function checkCredentials(
  ctx: Ctx,
  { req, res }: Stream,
  body: { email: string; password: string },
  rank: number,
): Promise<User | null> {
  const check = new Strategy({ usernameField: 'email', session: false }, (email, password, done) => {
    const verify = async () => {
      const user = await findUserByEmail(ctx.db, email);
      const isValid = await verifyPassword(user?.password ?? null, password, { ...ctx, rank });
      return isValid ? user! : false;
    };
    verify().then((user) => done(null, user), done);
  });
  req.body = body;
  return new Promise((done, fail) => {
    const handler = new Passport()
      .use(check)
      .authenticate('local', { session: false }, (error: unknown, user: User | false | null) =>
        error ? fail(error as Error) : done(user || null),
      ) as (...args: unknown[]) => void;
    handler(req, res, fail);
  });
}

export async function signIn(body: z.output<(typeof login)['body']>, ctx: Ctx, stream: Stream) {
  const attempt = await startAttempt(ctx, body);
  const user = await checkCredentials(ctx, stream, body, attempt.rank).catch(async (error: unknown) => {
    // A busy server or database says nothing about the password.
    await ifPossible(attempt.forget());
    throw error;
  });
  if (!user) {
    await attempt.countFailure();
    throw invalidCredentials();
  }
  refuseSampleLogin(ctx.config.PUBLIC_URL, { email: user.email, password: body.password });
  const challenge = await startChallenge(ctx, user.id, body.kind);
  // Attempts are forgiven only after the code too, so that a known password does not allow more guesses at the code.
  if (challenge) return challenge;
  await resetAttempts(ctx, user.email);
  return await openSession(ctx, user, body.kind, stream);
}

export async function signInWithCode(body: z.output<(typeof twoFactorSignIn)['body']>, ctx: Ctx, stream: Stream) {
  const { userId, kind } = await passChallenge(ctx, body.challenge, body.code);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw invalidCredentials();
  await resetAttempts(ctx, user.email);
  return await openSession(ctx, user, kind, stream, { method: 'code' });
}
