import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { baseValues, editConflictError } from '../edit-conflict.ts';
import { loginMethods } from '#shared/accounts/login-methods.ts';
import { roles } from '#shared/roles.ts';
import { email, line, ok, sentTime } from '../values.ts';
import { workProof } from '../work.ts';

/** Passwords need a minimum length and must not be common. There are no other rules. */
export const PASSWORD_MIN = 8;
export const PASSWORD_MIN_ADMIN = 15;
export const PASSWORD_MAX = 128;

const newPassword = z
  .string()
  .min(1, 'Please choose a password.')
  .min(PASSWORD_MIN, `Please use at least ${PASSWORD_MIN} characters.`)
  .max(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters.`);
/** A password that is only compared, so it does not have to follow the rules for new passwords. */
const currentPassword = z.string().min(1, 'Please enter your password.').max(1000, "That's not your password.");
const accountEmail = line(254).pipe(z.string().min(1, 'Please enter your email address.')).pipe(email);
const requiredLine = (max: number, sentence: string) => line(max).pipe(z.string().min(1, sentence));
const secretToken = z.string().regex(/^[\w-]{20,200}$/, "This link or login step isn't valid.");

/** Forms check the same schemas as the calls. */
export const loginForm = z.object({ email: accountEmail, password: currentPassword });
export const registerForm = z.object({
  email: accountEmail,
  password: newPassword,
  firstName: requiredLine(100, 'Please enter your first name.'),
  lastName: requiredLine(100, 'Please enter your last name.'),
});
export const signupForm = z.object({
  email: accountEmail,
  password: newPassword,
  name: requiredLine(200, 'Please enter your name.'),
});
export const forgotPasswordForm = z.object({ email: accountEmail });
export const resetPasswordForm = z.object({ password: newPassword });
export const nameForm = signupForm.pick({ name: true });
export const changeEmailForm = loginForm;
export const changePasswordForm = z.object({ currentPassword, newPassword });
export const passwordForm = z.object({ password: currentPassword });
export const turnOffTwoFactorForm = passwordForm.extend({ code: requiredLine(40, 'Please enter a code.') });
export const signInCodeForm = z.object({ code: requiredLine(40, 'Please enter a code.') });
export const setupCodeForm = z.object({ code: requiredLine(40, 'Please enter the code.') });

/** A browser session also gets a cookie. The desktop console only gets the token. */
export const sessionKinds = ['web', 'desktop'] as const;
const kind = z.enum(sessionKinds).default('web');

export const me = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** A new address that takes effect once it is confirmed. */
  pendingEmail: z.string().nullable(),
  role: z.enum(roles),
  subscriptionStatus: z.string(),
  subscriptionPlan: z.string(),
  subscriptionExpiresAt: sentTime.nullable(),
  createdAt: sentTime,
  /** A renewal that couldn't be charged. Paid features end at `featuresUntil`, or ended then. */
  failedPayment: z
    .object({ plan: z.string(), planName: z.string(), cents: z.int(), featuresUntil: sentTime })
    .nullable(),
  canClaimPractice: z.boolean(),
  canAddListing: z.boolean(),
  twoFactor: z.object({
    enabled: z.boolean(),
    /** True if this administrator must set up two-factor login before doing anything else. */
    required: z.boolean(),
    recoveryCodesLeft: z.int(),
  }),
  /** Minutes without activity after which the session ends. */
  idleMinutes: z.int(),
});
export type Me = z.output<typeof me>;

export const signedInReply = z.object({ token: z.string(), user: me });
/** The password is correct, but a code is needed too. POST it with the challenge to /api/auth/two-factor/sign-in. */
const challengeReply = z.object({ twoFactorRequired: z.literal(true), challenge: z.string(), expiresAt: sentTime });

export const getMe = endpoint('GET', '/api/auth/me', { summary: 'Get the signed-in user', reply: me });

export const login = endpoint('POST', '/api/auth/login', {
  summary:
    'Log in. Returns a token, or a challenge if the account has two-factor login. During an attack, a login from a new network answers proof_required with work, and succeeds with its proof',
  body: loginForm.extend({ kind, proof: workProof.optional() }),
  reply: z.union([signedInReply, challengeReply]),
  errors: { invalid_credentials: 401, too_many_requests: 429, proof_required: 429 },
  duringReadOnly: true,
});

export const twoFactorSignIn = endpoint('POST', '/api/auth/two-factor/sign-in', {
  summary: 'Finish a two-factor login with a code from the authenticator app or a recovery code',
  body: signInCodeForm.extend({ challenge: secretToken }),
  reply: signedInReply,
  errors: { invalid_code: 400, challenge_ended: 410 },
  duringReadOnly: true,
});

/** The token of an emailed invitation to manage a listing, which verifies the address that it was sent to. */
const invitation = z.string().max(100).optional();

export const register = endpoint('POST', '/api/auth/register', {
  summary: 'Create an account with first and last name',
  body: registerForm.extend({ invitation }),
  reply: signedInReply,
  errors: { email_taken: 409 },
});

export const signup = endpoint('POST', '/api/auth/signup', {
  summary: 'Create an account with a full name',
  body: signupForm.extend({ invitation }),
  reply: signedInReply,
  errors: { email_taken: 409 },
});

export const forgotPassword = endpoint('POST', '/api/auth/forgot-password', {
  summary: 'Email a reset link if the account exists. The response is the same either way',
  body: forgotPasswordForm,
  reply: z.object({ ok: z.literal(true), message: z.string() }),
});

export const resetPassword = endpoint('POST', '/api/auth/reset-password', {
  summary: 'Set a new password with the token of a reset link. Ends all sessions of the account',
  body: resetPasswordForm.extend({ token: secretToken }),
  reply: ok,
  errors: { invalid_token: 400 },
});

export const logout = endpoint('POST', '/api/auth/logout', {
  summary: 'End this session',
  reply: ok,
  duringReadOnly: true,
});
export const logoutEverywhere = endpoint('POST', '/api/auth/logout-everywhere', {
  summary: 'End all sessions of this account, including this one',
  reply: ok,
});

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  kind: z.enum(sessionKinds),
  /** For example "Firefox on Windows". */
  device: z.string(),
  /** How the person logged in. Null for sessions of earlier versions, which didn't store it. */
  method: z.enum(loginMethods).nullable(),
  ipAddress: z.string().nullable(),
  createdAt: sentTime,
  lastSeenAt: sentTime,
  expiresAt: sentTime,
});
export type Session = z.output<typeof session>;
export const listSessions = endpoint('GET', '/api/auth/sessions', {
  summary: 'List the sessions of this account',
  reply: z.array(session),
});
export const revokeSession = endpoint('DELETE', '/api/auth/sessions/:id', {
  summary: 'End one session of this account',
  params: z.object({ id: z.guid("This isn't a valid id.") }),
  reply: ok,
});

export const changeName = endpoint('PATCH', '/api/auth/me', {
  summary: 'Change the name on the account',
  body: nameForm.extend(baseValues),
  reply: me,
  errors: editConflictError,
});
export const changePassword = endpoint('POST', '/api/auth/change-password', {
  summary: 'Change the password. Ends all other sessions',
  body: changePasswordForm,
  reply: ok,
});
export const changeEmail = endpoint('POST', '/api/auth/change-email', {
  summary: 'Ask for a new email address. It takes effect when the link that we email to it is used',
  body: changeEmailForm,
  reply: me,
  errors: { email_taken: 409 },
});
export const cancelEmailChange = endpoint('POST', '/api/auth/change-email/cancel', {
  summary: 'Keep the current email address, and make the link to the new one useless',
  reply: me,
});
export const undoEmailChange = endpoint('POST', '/api/auth/undo-email-change', {
  summary: 'Return to the former email address with the token of the link that was emailed to it. Ends all sessions',
  body: z.object({ token: secretToken }),
  reply: z.object({ email: z.string() }),
  errors: { invalid_token: 400, email_taken: 409 },
});
export const resendVerification = endpoint('POST', '/api/auth/resend-verification', {
  summary: 'Email the link again that confirms the new address of this account, or verifies its current one',
  reply: ok,
});
export const verifyEmail = endpoint('POST', '/api/auth/verify-email', {
  summary:
    'Verify an email address with the token of the emailed link, or let a new one take effect. Repeating it is harmless',
  body: z.object({ token: secretToken }),
  reply: z.object({ email: z.string() }),
  errors: { invalid_token: 400, email_taken: 409 },
});
export const deleteAccount = endpoint('POST', '/api/auth/delete-account', {
  summary:
    'Delete this account permanently. Listings are released, claims anonymized, and payments kept without a name',
  body: passwordForm,
  reply: ok,
  errors: { last_admin: 409, subscription_running: 409 },
});

export const enrollTwoFactor = endpoint('POST', '/api/auth/two-factor/enrol', {
  summary: 'Start setting up two-factor login. Returns a secret for an authenticator app, as text and as a QR code',
  body: passwordForm,
  reply: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
  errors: { already_on: 409 },
});
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const confirmTwoFactor = endpoint('POST', '/api/auth/two-factor/confirm', {
  summary: 'Turn two-factor login on with the first code. Returns recovery codes, shown once',
  body: setupCodeForm,
  reply: recoveryCodes,
  errors: { invalid_code: 400, not_enrolling: 409 },
});
export const disableTwoFactor = endpoint('POST', '/api/auth/two-factor/disable', {
  summary: 'Turn two-factor login off, with the password and a current code or a recovery code',
  /** The code may be left out only if two-factor login is already off. */
  body: passwordForm.extend({ code: line(40).optional() }),
  reply: ok,
  errors: { invalid_code: 400, two_factor_required: 409 },
});
export const renewRecoveryCodes = endpoint('POST', '/api/auth/two-factor/recovery-codes', {
  summary: 'Replace the recovery codes. The old ones stop working',
  body: passwordForm,
  reply: recoveryCodes,
  errors: { two_factor_off: 409 },
});

/** The session timeouts an administrator can choose, in minutes. */
export const sessionTimeouts = [15, 30, 60, 240] as const;
const security = z.object({
  twoFactorRequired: z.boolean(),
  sessionTimeoutMinutes: z.literal(sessionTimeouts),
});
export const getSecurity = endpoint('GET', '/api/admin/security', {
  summary: 'Get the two-factor setting for administrators and the session timeout',
  reply: security.extend({ admins: z.int(), adminsWithoutTwoFactor: z.int() }),
});
export const saveSecurity = endpoint('PUT', '/api/admin/security', {
  summary:
    'Change the security settings. Omitted fields stay unchanged. A weaker setting needs the password, unless it was entered in the last 10 minutes',
  body: security.partial().extend({ ...baseValues, password: currentPassword.optional() }),
  reply: security.extend({ admins: z.int(), adminsWithoutTwoFactor: z.int() }),
  errors: { ...editConflictError, password_required: 403 },
});
