export {
  changeEmailForm,
  changePasswordForm,
  forgotPasswordForm,
  loginForm,
  nameForm,
  passwordForm,
  registerForm,
  resetPasswordForm,
  setupCodeForm,
  signInCodeForm,
  signupForm,
  turnOffTwoFactorForm,
} from '#contract/accounts/accounts.ts';
export { apiKeyForm } from '#contract/accounts/api-keys.ts';
export { webhookForm } from '#contract/accounts/webhooks.ts';
export { passkeyForm } from '#contract/accounts/passkeys.ts';
export { joinForm } from '#contract/accounts/staff.ts';
export { firstAdmin } from '#contract/opening/setup.ts';
