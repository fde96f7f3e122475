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
} from '#contract/accounts/accounts.ts';
