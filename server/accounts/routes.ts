import * as call from '#contract/accounts.ts';
import { clearSessionCookie } from '#server/http/authenticate.ts';
import { admin, anyone, enrolling, signedIn } from '#server/http/guards.ts';
import { Answer, serve, type Route } from '#server/http/serve.ts';
import { changePassword, deleteAccount, endSession, mySessions, rename, whoAmI } from './account.ts';
import { deleteSession, deleteSessions } from './queries-sessions.ts';
import { createAccount } from './register.ts';
import { askForReset, resetPassword } from './reset.ts';
import { changeSecurity, security } from './security.ts';
import { signIn, signInWithCode } from './sign-in.ts';
import { confirm, disable, enrol, renewCodes } from './two-factor.ts';

const ok = { ok: true } as const;
/** What holds a token or is about one person stays out of every cache. */
const own = <T>(value: T) => new Answer(value, { 'Cache-Control': 'no-store' });

export const routes: Route[] = [
  serve(call.getMe, enrolling, async (_input, ctx) => own(await whoAmI(ctx))),
  serve(call.login, anyone, async ({ body }, ctx, stream) => own(await signIn(body, ctx, stream))),
  serve(call.twoFactorSignIn, anyone, async ({ body }, ctx, stream) => own(await signInWithCode(body, ctx, stream))),
  serve(call.register, anyone, async ({ body: { firstName, lastName, ...body } }, ctx, stream) =>
    own(await createAccount({ ...body, name: `${firstName} ${lastName}` }, ctx, stream)),
  ),
  serve(call.signup, anyone, async ({ body }, ctx, stream) => own(await createAccount(body, ctx, stream))),
  serve(call.forgotPassword, anyone, async ({ body }, ctx) => {
    await askForReset(body.email, ctx);
    return { ...ok, message: 'If there is an account with this address, a mail with a reset link is on its way.' };
  }),
  serve(call.resetPassword, anyone, async ({ body }, ctx) => {
    await resetPassword(body, ctx);
    return ok;
  }),
  serve(call.logout, enrolling, async (_input, ctx, { req }) => {
    await deleteSession(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(call.logoutEverywhere, enrolling, async (_input, ctx, { req }) => {
    await deleteSessions(ctx.db, ctx.actor.userId);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(call.listSessions, signedIn, async (_input, ctx) => own(await mySessions(ctx))),
  serve(call.revokeSession, signedIn, async ({ params }, ctx) => {
    await endSession(params.id, ctx);
    return ok;
  }),
  serve(call.changeName, signedIn, ({ body }, ctx) => rename(body, ctx)),
  serve(call.changePassword, enrolling, async ({ body }, ctx) => {
    await changePassword(body, ctx);
    return ok;
  }),
  serve(call.deleteAccount, signedIn, async ({ body }, ctx, { req }) => {
    await deleteAccount(body.password, ctx);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(call.enrolTwoFactor, enrolling, async ({ body }, ctx) => own(await enrol(body.password, ctx))),
  serve(call.confirmTwoFactor, enrolling, async ({ body }, ctx) => own(await confirm(body.code, ctx))),
  serve(call.disableTwoFactor, signedIn, async ({ body }, ctx) => {
    await disable(body.password, ctx);
    return ok;
  }),
  serve(call.renewRecoveryCodes, signedIn, async ({ body }, ctx) => own(await renewCodes(body.password, ctx))),
  serve(call.getSecurity, admin, (_input, ctx) => security(ctx)),
  serve(call.saveSecurity, admin, ({ body }, ctx) => changeSecurity(body, ctx)),
];
