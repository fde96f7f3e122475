import { useCallback, useState } from 'react';
import type { ZodType } from 'zod';

export type Errors = Record<string, string | undefined>;

/** The values of a form, what is wrong with them, and whether anything was changed. */
export function useValues<V extends object>(initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const set = useCallback(<K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => (before[name] === undefined ? before : { ...before, [name]: undefined }));
  }, []);
  const clearError = useCallback((name: string, sentence?: string) => {
    setErrors((before) => ({ ...before, [name]: sentence }));
  }, []);
  const reset = (next: V) => {
    setValues(next);
    setErrors({});
  };
  return { values, set, errors, setErrors, setError: clearError, reset };
}

/** One sentence for each path that is wrong; empty when all is well. */
export function findProblems(schema: ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  const found: Record<string, string> = {};
  if (!parsed.success) for (const issue of parsed.error.issues) found[issue.path.join('.')] ??= issue.message;
  return found;
}

/** Leads to the first control that is marked as wrong, after the page has marked it. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
