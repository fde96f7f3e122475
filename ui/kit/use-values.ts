import { useCallback, useState } from 'react';
import type { ZodType } from 'zod';

export type Errors = Record<string, string | undefined>;

/** The values of a form and their errors. */
export function useValues<V extends object>(initial: V) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const set = useCallback(<K extends keyof V & string>(name: K, value: V[K]) => {
    setValues((previous) => ({ ...previous, [name]: value }));
    setErrors((previous) => (previous[name] === undefined ? previous : { ...previous, [name]: undefined }));
  }, []);
  const setError = useCallback((name: string, sentence?: string) => {
    setErrors((previous) => ({ ...previous, [name]: sentence }));
  }, []);
  const reset = (next: V) => {
    setValues(next);
    setErrors({});
  };
  return { values, set, errors, setErrors, setError, reset };
}

/** The first error message of each invalid path. */
export function findProblems(schema: ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  const problems: Record<string, string> = {};
  if (!parsed.success) for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= issue.message;
  return problems;
}

/** Focuses the first invalid control after the next render has marked it. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
