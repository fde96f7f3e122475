import { createHmac } from 'node:crypto';
import type { Knex } from 'knex';
import type { z } from 'zod';
import { MAX_PASSKEYS, type addPasskey as addPasskeyEndpoint, type passkeyLogin } from '#contract/accounts/passkeys.ts';
import { isStaff } from '#shared/roles.ts';
import { audit } from '#server/audit/audit.ts';
import type { Actor, Ctx, Deps } from '#server/base/http/context.ts';
import { conflict, notFound, Refusal } from '#server/base/http/errors.ts';
import { acceptToken, createToken } from '#server/base/http/limits/human-check.ts';
import { enforceLimit } from '#server/base/http/limits/limits.ts';
import type { Stream } from '#server/base/http/serve.ts';
import { announceStaffChange } from '../announce-security.ts';
import { emailPasskeyAdded, emailPasskeyRemoved } from '../emails.ts';
import { findUserById } from '../queries.ts';
import { confirmOwnPassword } from '../sign-in/own-password.ts';
import { openSession, type SignedIn } from '../sign-in/sign-in.ts';
import { resetAttempts, startPasskeyAttempt } from '../sign-in/sign-in-limits.ts';
import * as sql from './queries.ts';

/** Loads with the first passkey, because it reads many formats of certificates. */
const webAuthn = () => import('@simplewebauthn/server');

/** Browsers tie a passkey to this host, so a page of another site can't ask for it. */
function siteOf({ config }: Pick<Deps, 'config'>): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.PUBLIC_URL);
  return { id: hostname, origin };
}

const enrollClaim = ({ sessionId }: Actor) => `passkey of session ${sessionId}`;
const loginClaim = (page: string) => `passkey login ${page}`;
/** Uses a challenge up, whatever else is wrong with the passkey. */
const acceptChallenge = (ctx: Ctx, claim: string) => (challenge: string) =>
  acceptToken(ctx.db, ctx, Buffer.from(challenge, 'base64url').toString(), claim);

const tooMany = () => conflict(`You have ${MAX_PASSKEYS} passkeys. Please remove one first.`, 'too_many_passkeys');
const invalid = () => new Refusal(400, 'invalid_passkey', "We couldn't check this passkey. Please try again.");

export async function listOwnPasskeys(ctx: Ctx<Actor>) {
  return await sql.listPasskeys(ctx.db, ctx.actor.userId);
}

export async function startPasskey(ctx: Ctx<Actor>, password: string) {
  const user = await confirmOwnPassword(ctx, password);
  const passkeys = await sql.listPasskeys(ctx.db, user.id);
  if (passkeys.length >= MAX_PASSKEYS) throw tooMany();
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: ctx.settings.brand,
    rpID: siteOf(ctx).id,
    userName: user.email,
    userDisplayName: user.name,
    // Devices show this to sites, so it must not be the id of the account.
    userID: new Uint8Array(createHmac('sha256', ctx.secret.key('passkey user')).update(String(user.id)).digest()),
    challenge: createToken(ctx, enrollClaim(ctx.actor)),
    excludeCredentials: passkeys.map(({ credentialId: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { ...options };
}

export async function addPasskey(ctx: Ctx<Actor>, { name, credential }: z.output<(typeof addPasskeyEndpoint)['body']>) {
  await enforceLimit(ctx, 'LIMIT_LOGIN', `passkey of ${ctx.actor.userId}`, 'Please wait a moment and try again.', {
    hits: ctx.config.LIMIT_LOGIN.hits * 4,
    seconds: ctx.config.LIMIT_LOGIN.seconds,
  });
  const site = siteOf(ctx);
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as never,
    expectedChallenge: acceptChallenge(ctx, enrollClaim(ctx.actor)),
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch((error: unknown) => {
    ctx.log.debug({ error }, 'a new passkey was refused');
    throw invalid();
  });
  if (!registrationInfo) throw invalid();
  const { id, publicKey, counter } = registrationInfo.credential;
  return ctx.db.transaction(async (trx) => {
    if ((await sql.lockAndCountPasskeys(trx, ctx.actor.userId)) >= MAX_PASSKEYS) throw tooMany();
    const passkey = await sql.insertPasskey(trx, {
      userId: ctx.actor.userId,
      name,
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      uses: counter,
      transports: credential.response.transports,
      canSync: registrationInfo.credentialDeviceType === 'multiDevice',
      isSynced: registrationInfo.credentialBackedUp,
      createdAt: ctx.clock.now(),
    });
    if (!passkey) throw conflict('This passkey is already in use.', 'passkey_exists');
    await emailPasskeyAdded(trx, ctx, ctx.actor, name);
    await record(trx, ctx, passkey.id, 'passkey_added', 'A passkey was added to this account.');
    return passkey;
  });
}

export async function removePasskey(ctx: Ctx<Actor>, id: number): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const passkey = await sql.deletePasskey(trx, ctx.actor.userId, id);
    if (!passkey) throw notFound('This passkey was already removed.');
    await emailPasskeyRemoved(trx, ctx, ctx.actor, passkey.name);
    await record(trx, ctx, id, 'passkey_removed', 'A passkey was removed from this account.');
  });
}

async function record(trx: Knex, ctx: Ctx<Actor>, passkey: number, verb: string, sentence: string): Promise<void> {
  const { userId, role } = ctx.actor;
  const entry = { action: `user.${verb}`, after: { passkey } };
  if (isStaff(role)) return await announceStaffChange(trx, ctx, { ...ctx.actor, id: userId }, entry, sentence);
  await audit(trx, ctx.actor, { ...entry, at: ctx.clock.now(), subject: 'user', subjectId: userId });
}

export async function startPasskeyLogin(ctx: Ctx, page: string) {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(ctx).id,
    challenge: createToken(ctx, loginClaim(page)),
    userVerification: 'required',
  });
  return { ...options };
}

const refusal = (code: string, sentence: string) => new Refusal(401, code, sentence);

/** Needs no code, because a passkey is on a device that has checked a fingerprint, a face, or a PIN. */
export async function logInWithPasskey(
  { page, credential }: z.output<(typeof passkeyLogin)['body']>,
  ctx: Ctx,
  stream: Stream,
): Promise<SignedIn> {
  const passkey = await sql.findPasskey(ctx.db, credential.id);
  const user = passkey && (await findUserById(ctx.db, passkey.userId));
  const attempt = await startPasskeyAttempt(ctx, user?.email);
  if (!passkey || !user) {
    await attempt.countFailure();
    throw refusal(
      'unknown_passkey',
      "This passkey doesn't belong to an account here. Log in with your password, and remove it from your device.",
    );
  }
  const used = await verifyLogin(ctx, page, credential, passkey);
  if (!used) {
    await attempt.countFailure();
    throw refusal(
      'invalid_passkey',
      "We couldn't log you in with this passkey. Please try again, or use your password.",
    );
  }
  const isCounted = await sql.countUse(ctx.db, passkey.id, {
    uses: used.newCounter,
    isSynced: used.credentialBackedUp,
    at: ctx.clock.now(),
  });
  if (!isCounted) {
    await attempt.countFailure();
    ctx.log.warn({ passkey: passkey.id, userId: user.id }, 'a copied passkey was refused');
    throw refusal(
      'passkey_copied',
      'This passkey seems to have been copied, so we refused it. Log in with your password, remove it, and add a new one.',
    );
  }
  await resetAttempts(ctx, user.email);
  return await openSession(ctx, user, 'web', stream, { method: 'passkey' });
}

async function verifyLogin(
  ctx: Ctx,
  page: string,
  credential: z.output<(typeof passkeyLogin)['body']>['credential'],
  { credentialId, publicKey }: { credentialId: string; publicKey: Buffer },
) {
  const site = siteOf(ctx);
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge: acceptChallenge(ctx, loginClaim(page)),
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      requireUserVerification: true,
      // The statement that counts this use compares the count, so that two concurrent logins can't both pass.
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified ? authenticationInfo : null;
  } catch (error) {
    ctx.log.debug({ error }, 'a passkey was refused');
    return null;
  }
}
