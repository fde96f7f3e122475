import { Passport } from 'passport';
import { Strategy } from 'passport-local';
import type { z } from 'zod';
import type { login, me, sessionKinds, twoFactorSignIn } from '#contract/accounts.ts';
import { setSessionCookie, DEFAULT_IDLE_MINUTES } from '#server/http/authenticate.ts';
import type { Ctx, Deps } from '#server/http/context.ts';
import { Refusal } from '#server/http/errors.ts';
import { enforceLimit, resetLimit } from '#server/http/limits.ts';
import type { Stream } from '#server/http/serve.ts';
import { hashToken, newToken } from '#server/http/token.ts';
import { deviceOf } from './device.ts';
import { isEntitled } from './entitlement.ts';
import { mailAdminSignIn } from './mails.ts';
import { verifyPassword } from './password.ts';
import { findByEmail, findById, readState, type User } from './queries.ts';
import { insertSession, knowsAddress } from './queries-sessions.ts';
import { beginChallenge, passChallenge } from './two-factor.ts';

const HOUR = 3_600_000;
export type Kind = (typeof sessionKinds)[number];
type Description = z.input<typeof me>;
export interface SignedIn {
  token: string;
  user: Description;
}

/** What a person is told about their own account. */
export async function describe(deps: Pick<Deps, 'db'>, user: User): Promise<Description> {
  const state = await readState(deps.db, user.id, DEFAULT_IDLE_MINUTES);
  const entitled = isEntitled(user);
  return {
    ...user,
    canClaimPractice: entitled,
    canAddListing: entitled,
    twoFactor: {
      enabled: state.twoFactorEnabled,
      required: user.role === 'admin' && state.twoFactorRequired,
      recoveryCodesLeft: state.recoveryCodesLeft,
    },
    idleMinutes: state.idleMinutes,
  };
}

/** One row a sign-in; a browser gets a second way to it, the cookie. */
export async function openSession(ctx: Ctx, user: User, kind: Kind, { req }: Stream): Promise<SignedIn> {
  const token = newToken();
  const at = ctx.clock.now();
  const expiresAt = new Date(at.getTime() + (user.role === 'admin' ? 12 * HOUR : 30 * 24 * HOUR));
  const sessionId = await ctx.db.transaction(async (trx) => {
    if (user.role === 'admin')
      await mailAdminSignIn(trx, ctx, user, { device: deviceOf(ctx.userAgent, kind), ip: ctx.ip, at });
    return await insertSession(trx, {
      userId: user.id,
      tokenHash: hashToken(token),
      kind,
      ipAddress: ctx.ip || null,
      userAgent: ctx.userAgent.slice(0, 500) || null,
      createdAt: at,
      lastSeenAt: at,
      expiresAt,
    });
  });
  if (kind === 'web') await setSessionCookie(ctx, req, { sessionId, expiresAt });
  return { token, user: await describe(ctx, user) };
}

const wrong = () => new Refusal(401, 'invalid_credentials', 'Invalid email or password.');
const busyAccount =
  'There were many failed sign-ins to this account. Please wait a few seconds and try again, or reset your password.';

/**
 * Five tries an address and account. Tries from everywhere are slowed to one in ten seconds beyond fifty, except from
 * addresses where the account is signed in: nobody can lock a person out by guessing.
 */
async function countTry(ctx: Ctx, email: string): Promise<void> {
  const { hits, seconds } = ctx.config.LIMIT_LOGIN;
  await enforceLimit(
    ctx,
    'LIMIT_LOGIN',
    `${email}|${ctx.ip}`,
    'Too many sign-ins that failed. Please wait and try again, or reset your password.',
  );
  try {
    await enforceLimit(ctx, 'LIMIT_LOGIN', email, busyAccount, { hits: hits * 10, seconds });
  } catch (error) {
    if (await knowsAddress(ctx.db, email, ctx.ip)) return;
    if (!(error instanceof Refusal)) throw error;
    await enforceLimit(ctx, 'LIMIT_LOGIN', `${email}|slow`, busyAccount, { hits: 1, seconds: 10 });
  }
}

export async function forgiveTries(ctx: Pick<Ctx, 'db'>, email: string, ip: string): Promise<void> {
  await resetLimit(ctx, 'LIMIT_LOGIN', `${email}|${ip}`);
  await resetLimit(ctx, 'LIMIT_LOGIN', email);
}

/** passport-local takes the credentials from the request and asks us whether they are right. */
function authenticate(ctx: Ctx, { req, res }: Stream, body: { email: string; password: string }): Promise<User | null> {
  const check = new Strategy({ usernameField: 'email', session: false }, (email, password, done) => {
    const verify = async () => {
      const user = await findByEmail(ctx.db, email);
      const right = await verifyPassword(user?.password ?? null, password, ctx.signal);
      return right ? user! : false;
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
  await countTry(ctx, body.email);
  const user = await authenticate(ctx, stream, body);
  if (!user) throw wrong();
  const challenge = await beginChallenge(ctx, user.id, body.kind);
  // Tries are forgiven only when the whole sign-in went well, so a known password does not buy more guesses at the code.
  if (challenge) return challenge;
  await forgiveTries(ctx, user.email, ctx.ip);
  return await openSession(ctx, user, body.kind, stream);
}

export async function signInWithCode(body: z.output<(typeof twoFactorSignIn)['body']>, ctx: Ctx, stream: Stream) {
  const { userId, kind } = await passChallenge(ctx, body.challenge, body.code);
  const user = await findById(ctx.db, userId);
  if (!user) throw wrong();
  await forgiveTries(ctx, user.email, ctx.ip);
  return await openSession(ctx, user, kind, stream);
}
