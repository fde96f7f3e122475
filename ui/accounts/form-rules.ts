import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiError, sentenceOf } from '#ui/platform/api.ts';

/** Field rules with the same messages as the server. */
export const emailRules = {
  required: 'Please enter your email address.',
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'Please enter a valid email address.' },
};
export const requireText = (sentence: string) => ({
  validate: (value: string) => value.trim() !== '' || sentence,
});
export const newPasswordRules = (minLength = 8) => ({
  required: 'Please choose a password.',
  minLength: { value: minLength, message: `Please use at least ${minLength} characters.` },
  maxLength: { value: 128, message: 'Please use at most 128 characters.' },
});
export const passwordHint = (minLength = 8) => `At least ${minLength} characters. Try a few random words.`;

/** Shows the server's errors at the fields they name, or at `fallback` if they name none of them. */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fields: readonly Path<Values>[],
  fallback: Path<Values>,
): void {
  const serverErrors = error instanceof ApiError ? error.fields : {};
  const fieldsWithErrors = fields.filter((field) => serverErrors[field]);
  if (fieldsWithErrors.length === 0) setError(fallback, { message: sentenceOf(error) }, { shouldFocus: true });
  fieldsWithErrors.forEach((field, i) => setError(field, { message: serverErrors[field]! }, { shouldFocus: i === 0 }));
}
