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
export { joinForm } from '#contract/accounts/staff.ts';
