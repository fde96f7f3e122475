import {
  forgotPassword,
  login,
  register,
  resetPassword,
  signup,
  twoFactorSignIn,
  undoEmailChange,
  verifyEmail,
} from '#contract/accounts/accounts.ts';
import { unsubscribe } from '#contract/accounts/notifications.ts';
import { sendPrivacyRequest } from '#contract/accounts/privacy.ts';
import { acceptStaffInvitation, joinStaff } from '#contract/accounts/staff.ts';
import { createFirstAdmin } from '#contract/opening/setup.ts';
import {
  answerAsPatient,
  deleteAppointment,
  requestAppointment,
  viewAppointment,
} from '#contract/appointments/appointments.ts';
import { submitClaim } from '#contract/claims/claims.ts';
import type { AnyEndpoint, Endpoint } from '#contract/endpoint.ts';
import { reportProblem } from '#contract/listings/admin-listings.ts';
import { confirmByLink } from '#contract/confirmations.ts';
import { acceptInvitation } from '#contract/listings/managers.ts';
import { appealReview, deleteReview, requestReviewLink, saveReview, viewReview } from '#contract/reviews/reviews.ts';
import { nextPath } from '#shared/next-path.ts';
import { sendContact } from '#contract/site.ts';
import type { z } from 'zod';

/** A call that a form may make without scripts. */
export interface Form {
  endpoint: AnyEndpoint;
  /** The path to open after the call, or null for the page itself, which then shows the reply. */
  next(reply: unknown, page: URL): string | null;
  signsIn: boolean;
}

const form = <R extends z.ZodType>(
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, R>,
  next: (reply: z.output<R>, page: URL) => string | null = toSent,
  { signsIn = false } = {},
): Form => ({ endpoint: endpoint as AnyEndpoint, next: next as Form['next'], signsIn });

/** The same page, which says that the form was sent. */
const toSent = (_reply: unknown, { pathname }: URL): string => `${pathname}?sent=1`;
const toNext = (_reply: unknown, { search }: URL): string => nextPath(search);
const showReply = (): null => null;
const signsIn = { signsIn: true };

export const forms: readonly Form[] = [
  form(login, (reply, page) => ('twoFactorRequired' in reply ? null : toNext(reply, page)), signsIn),
  form(twoFactorSignIn, toNext, signsIn),
  form(signup, toNext, signsIn),
  form(register, toNext, signsIn),
  form(forgotPassword, () => '/auth?reset=sent'),
  form(resetPassword, () => '/auth?changed'),
  form(verifyEmail),
  form(undoEmailChange),
  form(unsubscribe),
  form(sendContact),
  form(sendPrivacyRequest),
  form(reportProblem),
  form(submitClaim, (_reply, { pathname }) => pathname),
  form(acceptInvitation, ({ id, isGroup }) => `/dashboard/${isGroup ? 'groups' : 'listings'}/${id}`),
  form(acceptStaffInvitation, () => '/admin'),
  form(joinStaff, () => '/admin', signsIn),
  form(createFirstAdmin, () => '/admin', signsIn),
  // The reply names what was confirmed, which the address of the page doesn't.
  form(confirmByLink, showReply),
  // A patient's token is never in a URL that a server sees, so these pages show the reply themselves.
  form(requestAppointment, showReply),
  form(viewAppointment, showReply),
  form(answerAsPatient, showReply),
  form(deleteAppointment, showReply),
  form(requestReviewLink),
  // So is an author's.
  form(viewReview, showReply),
  form(saveReview, showReply),
  form(appealReview, showReply),
  form(deleteReview, showReply),
];
