import { useRef, type FormEvent } from 'react';
import {
  set,
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form';
import type { ZodType } from 'zod';
import { fieldsOf, sentenceOf } from '#ui/platform/api.ts';

/**
 * The way to build a form:
 *
 *     const form = useAppForm({ defaultValues, schema: contactBody });
 *     const save = useMutation({ …, onError: (error) => form.showError(error, 'name') });
 *     <form noValidate onSubmit={form.submit((values) => save.mutate(values))}>
 *       <Field label="Name" error={form.errors.name}><Input {...form.field('name')} /></Field>
 *
 * `schema` is a schema of the contract, so the browser and the server refuse the same values with the same sentences.
 * `check` adds rules of this form alone. A form over a record that others may edit uses useConflictForm, which adds
 * conflict handling to the same values, fields, and errors.
 *
 * To move a form here: replace useState or useForm by this hook, `register(name)` by `field(name)`, a custom control's
 * value and setter by `values.name` and `setValues({ name })`, and hand-written error state by `errors` and `showError`.
 */
export interface FormOptions<Values extends FieldValues> {
  defaultValues: Values;
  schema?: ZodType;
  check?: (values: Values) => Record<string, string>;
}

/** The name under which an error that belongs to no field is shown. */
export const WHOLE_FORM = 'wholeForm';

/** The error sentence of each field, by its path. */
export type FormErrors = Record<string, string | undefined>;

export function useAppForm<Values extends FieldValues>({ defaultValues, schema, check }: FormOptions<Values>) {
  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: createResolver(schema, check),
  });
  const element = useRef<HTMLFormElement>(null);
  const values = useWatch({ control: form.control }) as Values;
  const errors: FormErrors = flattenErrors(form.formState.errors);

  const setValues = (change: Partial<Values>) => {
    const names = Object.keys(change) as Path<Values>[];
    for (const name of names) form.setValue(name, change[name] as PathValue<Values, Path<Values>>);
    form.clearErrors(names);
  };
  /** Sets or clears the error of one field, which may be a path of the request body such as "dentist.phone". */
  const setError = (name: string, message: string | null) => {
    if (message === null) form.clearErrors(name as Path<Values>);
    else form.setError(name as Path<Values>, { message });
  };
  const showErrors = (sentences: Record<string, string>) => {
    for (const [name, message] of Object.entries(sentences)) setError(name, message);
    focusFirstInvalid(element.current);
  };

  return {
    values,
    errors,
    setValues,
    setError,
    showErrors,
    /** Shows a server's error at the fields it names, or else at `fallback`, or for the whole form. */
    showError(error: unknown, fallback: Path<Values> | typeof WHOLE_FORM = WHOLE_FORM) {
      const sentences = Object.entries(fieldsOf(error)).filter(([name]) => name in values);
      showErrors(sentences.length > 0 ? Object.fromEntries(sentences) : { [fallback]: sentenceOf(error) });
    },
    clearErrors: () => form.clearErrors(),
    reset: (next: Values = defaultValues) => form.reset(next),
    latestValues: () => form.getValues(),
    /** Props for an input, select, or textarea. */
    field: <Name extends Path<Values>>(name: Name) => ({
      name,
      value: values[name] as PathValue<Values, Name>,
      onChange: (event: { target: { value: string } }) =>
        setValues({ [name]: event.target.value } as unknown as Partial<Values>),
    }),
    /** Props for a checkbox. */
    checkbox: (name: Path<Values>) => ({
      name,
      checked: Boolean(values[name]),
      onChange: (event: { target: { checked: boolean } }) =>
        setValues({ [name]: event.target.checked } as unknown as Partial<Values>),
    }),
    submit: (onValid: (values: Values) => void, onInvalid?: (errors: FormErrors) => void) => {
      return (event: FormEvent<HTMLFormElement>) => {
        element.current = event.currentTarget;
        void form.handleSubmit(
          (validValues) => onValid(validValues),
          (problems) => {
            focusFirstInvalid(element.current);
            onInvalid?.(flattenErrors(problems));
          },
        )(event);
      };
    },
  };
}

function createResolver<Values extends FieldValues>(
  schema: ZodType | undefined,
  check: FormOptions<Values>['check'],
): Resolver<Values> {
  return (values) => {
    const sentences = { ...(schema && findProblems(schema, values)), ...check?.(values) };
    const names = Object.keys(sentences);
    if (names.length === 0) return { values, errors: {} };
    const errors = {};
    for (const name of names) set(errors, name, { type: 'invalid', message: sentences[name] });
    return { values: {}, errors };
  };
}

/** Turns react-hook-form's tree of errors into one sentence for each path. */
function flattenErrors(errors: object, prefix = ''): FormErrors {
  return Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]: [string, unknown]): [string, string][] => {
      if (error === null || typeof error !== 'object') return [];
      const path = prefix + name;
      if ('message' in error && typeof error.message === 'string') return [[path, error.message]];
      return Object.entries(flattenErrors(error, `${path}.`)) as [string, string][];
    }),
  );
}

/** The first problem of each path; empty when the value is valid. */
export function findProblems(schema: ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value);
  const problems: Record<string, string> = {};
  if (!parsed.success) for (const issue of parsed.error.issues) problems[issue.path.join('.')] ??= issue.message;
  return problems;
}

/** Focuses the first invalid control, once React has marked it. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
