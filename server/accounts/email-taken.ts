import { Refusal } from '#server/base/http/errors.ts';

export const emailTaken = (): Refusal => {
  const sentence = 'An account with this email address already exists.';
  return new Refusal(409, 'email_taken', sentence, { fields: { email: sentence } });
};
