/** The contract's schemas of the account forms. zod is larger than the login page, so they load at the first input. */
const load =
  <Name extends keyof typeof import('./loaded-schemas.ts')>(name: Name) =>
  async () =>
    (await import('./loaded-schemas.ts'))[name];

export const schemas = {
  login: load('loginForm'),
  register: load('registerForm'),
  signup: load('signupForm'),
  forgotPassword: load('forgotPasswordForm'),
  resetPassword: load('resetPasswordForm'),
  name: load('nameForm'),
  changeEmail: load('changeEmailForm'),
  changePassword: load('changePasswordForm'),
  password: load('passwordForm'),
  turnOffTwoFactor: load('turnOffTwoFactorForm'),
  signInCode: load('signInCodeForm'),
  firstAdmin: load('firstAdmin'),
  joinStaff: load('joinForm'),
  setupCode: load('setupCodeForm'),
  apiKey: load('apiKeyForm'),
  webhook: load('webhookForm'),
  passkey: load('passkeyForm'),
};
