import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError, sentenceOf } from '#ui/platform/api.ts';

/** Rules of the fields, in the words of the server. */
export const emailRules = {
  required: 'Please enter your email address.',
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'Please enter a valid email address.' },
};
export const requireText = (sentence: string) => ({
  validate: (value: string) => value.trim() !== '' || sentence,
});
export const newPasswordRules = (least = 8) => ({
  required: 'Please choose a password.',
  minLength: { value: least, message: `Please use at least ${least} characters.` },
  maxLength: { value: 128, message: 'Please use at most 128 characters.' },
});
export const passwordHint = (least = 8) => `At least ${least} characters. A few words in a row are easy to remember.`;

/** Puts what the server says where it belongs: at the fields it names, else at `otherwise`. */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  otherwise: Path<Values>,
): void {
  const named = error instanceof ApiError ? error.fields : {};
  const known = fields.filter((field) => named[field]);
  if (known.length === 0) setError(otherwise, { message: sentenceOf(error) }, { shouldFocus: true });
  known.forEach((field, i) => setError(field, { message: named[field]! }, { shouldFocus: i === 0 }));
}
