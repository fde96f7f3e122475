import * as contract from '#contract/accounts/accounts.ts';
import * as delivery from '#contract/accounts/email-delivery.ts';
import * as notifications from '#contract/accounts/notifications.ts';
import { clearSessionCookie } from '#server/base/http/callers/authenticate.ts';
import { admin, anyone, enrolling, signedIn } from '#server/base/http/guards.ts';
import { serve, type Route } from '#server/base/http/serve.ts';
import {
  changePassword,
  deleteAccount,
  endOwnSession,
  getOwnAccount,
  listOwnSessions,
  renameAccount,
} from './account.ts';
import { getOwnDelivery, retryOwnDelivery } from './email-delivery.ts';
import { findOwnNotifications, saveOwnNotifications, unsubscribe } from './notifications.ts';
import { deleteSession, deleteSessions } from './queries-sessions.ts';
import { createAccount } from './register.ts';
import { requestPasswordReset, resetPassword } from './sign-in/reset.ts';
import { saveSecuritySettings, getSecuritySettings } from './security.ts';
import { signIn, signInWithCode } from './sign-in/sign-in.ts';
import { confirmTwoFactor, disableTwoFactor, enrollTwoFactor, renewRecoveryCodes } from './sign-in/two-factor.ts';
import { cancelEmailChange, changeEmail, undoEmailChange } from './change-email.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

const ok = { ok: true } as const;

export const routes: Route[] = [
  serve(contract.getMe, enrolling, (_input, ctx) => getOwnAccount(ctx)),
  serve(contract.login, anyone, ({ body }, ctx, stream) => signIn(body, ctx, stream)),
  serve(contract.twoFactorSignIn, anyone, ({ body }, ctx, stream) => signInWithCode(body, ctx, stream)),
  serve(contract.register, anyone, ({ body: { firstName, lastName, ...body } }, ctx, stream) =>
    createAccount({ ...body, name: `${firstName} ${lastName}` }, ctx, stream),
  ),
  serve(contract.signup, anyone, ({ body }, ctx, stream) => createAccount(body, ctx, stream)),
  serve(contract.forgotPassword, anyone, async ({ body }, ctx) => {
    await requestPasswordReset(body.email, ctx);
    return { ...ok, message: "If there is an account with this address, we've emailed a reset link." };
  }),
  serve(contract.resetPassword, anyone, async ({ body }, ctx) => {
    await resetPassword(body, ctx);
    return ok;
  }),
  serve(contract.logout, enrolling, async (_input, ctx, { req }) => {
    await deleteSession(ctx.db, ctx.actor.userId, ctx.actor.sessionId);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(contract.logoutEverywhere, enrolling, async (_input, ctx, { req }) => {
    await deleteSessions(ctx.db, ctx.actor.userId);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(contract.listSessions, signedIn, (_input, ctx) => listOwnSessions(ctx)),
  serve(contract.revokeSession, signedIn, async ({ params }, ctx) => {
    await endOwnSession(params.id, ctx);
    return ok;
  }),
  serve(notifications.getNotifications, signedIn, (_input, ctx) => findOwnNotifications(ctx)),
  serve(notifications.saveNotifications, signedIn, ({ body }, ctx) => saveOwnNotifications(body, ctx)),
  serve(notifications.unsubscribe, anyone, async ({ body }, ctx) => ({
    ...ok,
    kind: await unsubscribe(body.token, ctx),
  })),
  serve(delivery.getEmailDelivery, signedIn, (_input, ctx) => getOwnDelivery(ctx)),
  serve(delivery.retryEmailDelivery, signedIn, (_input, ctx) => retryOwnDelivery(ctx)),
  serve(contract.changeName, signedIn, ({ body }, ctx) => renameAccount(body, ctx)),
  serve(contract.changePassword, enrolling, async ({ body }, ctx) => {
    await changePassword(body, ctx);
    return ok;
  }),
  serve(contract.changeEmail, signedIn, async ({ body }, ctx) => {
    await changeEmail(body, ctx);
    return await getOwnAccount(ctx);
  }),
  serve(contract.cancelEmailChange, signedIn, async (_input, ctx) => {
    await cancelEmailChange(ctx);
    return await getOwnAccount(ctx);
  }),
  serve(contract.undoEmailChange, anyone, ({ body }, ctx) => undoEmailChange(body.token, ctx)),
  serve(contract.resendVerification, signedIn, async (_input, ctx) => {
    await resendVerification(ctx);
    return ok;
  }),
  serve(contract.verifyEmail, anyone, ({ body }, ctx) => verifyEmail(body.token, ctx)),
  serve(contract.deleteAccount, signedIn, async ({ body }, ctx, { req }) => {
    await deleteAccount(body.password, ctx);
    clearSessionCookie(ctx, req);
    return ok;
  }),
  serve(contract.enrollTwoFactor, enrolling, ({ body }, ctx) => enrollTwoFactor(body.password, ctx)),
  serve(contract.confirmTwoFactor, enrolling, ({ body }, ctx) => confirmTwoFactor(body.code, ctx)),
  serve(contract.disableTwoFactor, signedIn, async ({ body }, ctx) => {
    await disableTwoFactor(body, ctx);
    return ok;
  }),
  serve(contract.renewRecoveryCodes, signedIn, ({ body }, ctx) => renewRecoveryCodes(body.password, ctx)),
  serve(contract.getSecurity, admin, (_input, ctx) => getSecuritySettings(ctx)),
  serve(contract.saveSecurity, admin, ({ body }, ctx) => saveSecuritySettings(body, ctx)),
];
