import type { Request, RequestHandler } from 'express';
import session from 'express-session';
import { Passport } from 'passport';
import { isEntitled } from '#shared/billing/entitlement.ts';
import { FORM_LOGIN_COOKIE } from '#shared/posted-form.ts';
import { isStaff } from '#shared/roles.ts';
import { rows } from '#server/base/db/knex.ts';
import type { Actor, Deps } from '../context.ts';
import { ifPossible, Refusal, unauthorized } from '../errors.ts';
import { authenticateKey, looksLikeKey } from './api-key.ts';
import { AuthSessionStore } from './session-store.ts';
import { DEFAULT_IDLE_MINUTES, endIfExpired } from './session-timeout.ts';
import { hashToken } from './token.ts';

export { hashToken } from './token.ts';

/** Browsers accept a cookie with the prefix `__Host-` only over HTTPS and only from this host, so no sister site can plant one. */
export const getCookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-enamel' : 'enamel');
const cookieNameFor = ({ config }: Deps) => getCookieName(config.PUBLIC_URL);
const isHttps = ({ config }: Deps) => config.PUBLIC_URL.startsWith('https:');
/** `last_seen_at` is updated at most this often. */
const TOUCH_MS = 30_000;

/**
 * Authenticates a request. A bearer token wins, even over a good cookie; an unknown cookie is anonymous. A cross-site write
 * is refused, or treated as anonymous where `allowAnonymous` permits that. `call` lets API keys make it, if they may.
 */
export async function authenticate(
  deps: Deps,
  req: Request,
  allowAnonymous = false,
  call?: string,
): Promise<Actor | null> {
  const header = req.get('authorization');
  if (header !== undefined) {
    const token = /^Bearer ([\w-]{4,200})$/i.exec(header)?.[1];
    if (token && looksLikeKey(token)) return authenticateKey(deps, req, token, call);
    return admitBearer(deps, req, token ? await findSignIn(deps, 's.token_hash = :key', hashToken(token)) : null);
  }
  if (!hasCookie(deps, req)) return null;
  await openCookie(deps, req);
  const id = req.session.passport?.user;
  const row = id ? await findSignIn(deps, 's.id = :key', id) : null;
  if (!row || (await endIfExpired(deps, row))) return null;
  if (!['GET', 'HEAD'].includes(req.method) && !isSameOrigin(deps, req)) {
    if (allowAnonymous) return null;
    throw crossSite();
  }
  return await admit(deps, req, row, 'cookie');
}

/** Authenticates the download of a link, which names the session that asked for it. */
export const authenticateSession = async (deps: Deps, req: Request, sessionId: string): Promise<Actor> =>
  admitBearer(deps, req, await findSignIn(deps, 's.id = :key', sessionId));

async function admitBearer(deps: Deps, req: Request, row: SignIn | null): Promise<Actor> {
  const endReason = row ? await endIfExpired(deps, row) : 'Your session has ended. Please log in again.';
  if (!row || endReason) throw unauthorized(endReason ?? undefined);
  return await admit(deps, req, row, 'bearer');
}

const hasCookie = (deps: Deps, req: Request) =>
  (req.get('cookie') ?? '').split(/;\s*/).some((pair) => pair.startsWith(`${cookieNameFor(deps)}=`));

const crossSite = () => new Refusal(403, 'cross_site', 'This request came from another site, so it was refused.');

/** Refuses forms of other sites, even without a cookie, because such a form could log the visitor in to someone else's account. */
export function requireSameOrigin(deps: Deps, req: Request): void {
  if (!isSameOrigin(deps, req)) throw crossSite();
}

/** Browsers attach cookies to any site's requests, so a write must prove that our own page sent it. */
function isSameOrigin(deps: Deps, req: Request): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  return req.get('origin') === new URL(deps.config.PUBLIC_URL).origin;
}

interface SignIn extends Omit<Actor, 'carrier' | 'entitled' | 'mustEnrol'> {
  lastSeenAt: Date;
  expiresAt: Date;
  idleMinutes: number;
  twoFactorRequired: boolean;
  twoFactorOn: boolean;
}

/** Reads the session, its account, and the settings that apply to both in one query. */
async function findSignIn(deps: Deps, where: string, key: Buffer | string): Promise<SignIn | null> {
  const [row] = await rows<SignIn>(
    deps.db,
    `select u.id as user_id, u.name, u.email, u.email_verified_at is not null as email_verified, u.role, u.subscription_plan, u.subscription_status,
       s.id as session_id, s.last_seen_at, s.expires_at,
       coalesce((select cast(value #>> '{}' as integer) from system_settings where name = 'session_timeout_minutes'), :idle) as idle_minutes,
       coalesce((select value = 'true' from system_settings where name = 'admin_two_factor_required'), false) as two_factor_required,
       coalesce(s.method in ('passkey', 'single_sign_on'), false)
         or exists (select from two_factor t where t.user_id = u.id and t.confirmed_at is not null) as two_factor_on
     from auth_sessions s join users u on u.id = s.user_id where ${where}`,
    { key, idle: DEFAULT_IDLE_MINUTES },
  );
  return row ?? null;
}

async function admit(deps: Deps, req: Request, row: SignIn, carrier: Actor['carrier']): Promise<Actor> {
  const now = deps.clock.now();
  if (now.getTime() - row.lastSeenAt.getTime() >= TOUCH_MS && !isBackground(req))
    await ifPossible(
      deps.db('authSessions').where({ id: row.sessionId }).where('lastSeenAt', '<', now).update({ lastSeenAt: now }),
    );
  const { lastSeenAt: _seen, expiresAt: _expires, idleMinutes: _idle, twoFactorRequired, twoFactorOn, ...actor } = row;
  const entitled = isEntitled(actor, deps.config.payments);
  return { ...actor, entitled, carrier, mustEnrol: isStaff(actor.role) && twoFactorRequired && !twoFactorOn };
}

/** Polling and tracking do not count as activity. */
export const isBackground = (req: Request) =>
  req.get('x-enamel-background') !== undefined || req.path.startsWith('/api/analytics/');

const sessionHandlers = new WeakMap<Deps, RequestHandler>();
const passport = new Passport();
passport.serializeUser((user, done) => done(null, (user as { sessionId: string }).sessionId));
const initialize = passport.initialize() as RequestHandler;

function sessionHandlerFor(deps: Deps): RequestHandler {
  let handler = sessionHandlers.get(deps);
  if (!handler) {
    const https = isHttps(deps);
    handler = session({
      name: cookieNameFor(deps),
      secret: deps.secret.key('session cookie').toString('base64url'),
      store: new AuthSessionStore(deps.db),
      resave: false,
      saveUninitialized: false,
      // Allows a Secure cookie to be set behind a proxy that terminates TLS.
      proxy: https,
      cookie: { httpOnly: true, sameSite: 'lax', secure: https, path: '/' },
    });
    sessionHandlers.set(deps, handler);
  }
  return handler;
}

const runMiddleware = (handler: RequestHandler, req: Request) =>
  new Promise<void>((done, fail) => {
    void handler(req, req.res!, (error?: unknown) => (error ? fail(error as Error) : done()));
  });
const openCookie = (deps: Deps, req: Request) => runMiddleware(sessionHandlerFor(deps), req);

/** Sets the session cookie. `req.login` always creates a new session id, which prevents session fixation. */
export async function setSessionCookie(
  deps: Deps,
  req: Request,
  signIn: { sessionId: string; expiresAt: Date },
): Promise<void> {
  await openCookie(deps, req);
  await runMiddleware(initialize, req);
  await new Promise<void>((done, fail) =>
    req.login(signIn as unknown as Express.User, (error?: unknown) => (error ? fail(error as Error) : done())),
  );
  req.session.cookie.maxAge = signIn.expiresAt.getTime() - deps.clock.now().getTime();
}

/** Lets the page's scripts know that a form has logged in. They can't read the session cookie, and the form got no token. */
export function markFormLogin(deps: Deps, req: Request): void {
  const { maxAge } = req.session.cookie;
  req.res!.cookie(FORM_LOGIN_COOKIE, '1', {
    path: '/',
    sameSite: 'lax',
    secure: isHttps(deps),
    ...(maxAge ? { maxAge } : {}),
  });
}

export function clearSessionCookie(deps: Deps, req: Request): void {
  req.res!.clearCookie(cookieNameFor(deps), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(deps),
  });
}
