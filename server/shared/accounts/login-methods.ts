/** How someone logged in. */
export const loginMethods = ['password', 'code', 'passkey', 'single_sign_on'] as const;
export type LoginMethod = (typeof loginMethods)[number];

export const loginMethodLabels: Record<LoginMethod, string> = {
  password: 'Password',
  code: 'Password and code',
  passkey: 'Passkey',
  single_sign_on: 'Single sign-on',
};
