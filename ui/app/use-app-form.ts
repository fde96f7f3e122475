import { useEffect, useRef, type FormEvent } from 'react';
import {
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
  /** A function loads the schema at the first input, for pages that show before zod has loaded. */
  schema?: ZodType | (() => Promise<ZodType>);
  check?: (values: Values) => Record<string, string>;
}

export function useAppForm<Values extends FieldValues>({ defaultValues, schema, check }: FormOptions<Values>) {
  const form = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver: createResolver(schema, check),
  });
  const element = useRef<HTMLFormElement>(null);
  const mustFocus = useRef(false);
  // The errors are known before React has marked their controls.
  useEffect(() => {
    const control = mustFocus.current && element.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!control) return;
    mustFocus.current = false;
    control.focus();
  });
  const values = useWatch({ control: form.control }) as Values;
  const errors: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(form.formState.errors).map(([name, error]) => [name, error?.message as string | undefined]),
  );

  const setValues = (change: Partial<Values>) => {
    if (typeof schema === 'function') void schema().catch(() => {});
    const names = Object.keys(change) as Path<Values>[];
    for (const name of names) form.setValue(name, change[name] as PathValue<Values, Path<Values>>);
    form.clearErrors(names);
  };
  const showErrors = (sentences: Record<string, string>) => {
    for (const [name, message] of Object.entries(sentences)) form.setError(name as Path<Values>, { message });
    mustFocus.current = true;
  };

  return {
    values,
    errors,
    setValues,
    showErrors,
    /** Shows a server's error at the fields it names, or else at `fallback`. `otherwise` is for errors without a sentence. */
    showError(error: unknown, fallback: Path<Values>, otherwise?: string) {
      const sentences = Object.entries(fieldsOf(error)).filter(([name]) => name in values);
      showErrors(sentences.length > 0 ? Object.fromEntries(sentences) : { [fallback]: sentenceOf(error, otherwise) });
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
    submit: (onValid: (values: Values) => void, onInvalid?: (errors: Record<string, string>) => void) => {
      return (event: FormEvent<HTMLFormElement>) => {
        element.current = event.currentTarget;
        void form.handleSubmit(
          (validValues) => onValid(validValues),
          (problems) => {
            mustFocus.current = true;
            onInvalid?.(
              Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, String(problem?.message)])),
            );
          },
        )(event);
      };
    },
  };
}

function createResolver<Values extends FieldValues>(
  schema: FormOptions<Values>['schema'],
  check: FormOptions<Values>['check'],
): Resolver<Values> {
  return async (values) => {
    // If the schema can't be loaded, the server still checks the values.
    const rules = typeof schema === 'function' ? await schema().catch(() => undefined) : schema;
    const sentences = { ...(rules && findProblems(rules, values)), ...check?.(values) };
    const names = Object.keys(sentences);
    if (names.length === 0) return { values, errors: {} };
    const errors = Object.fromEntries(names.map((name) => [name, { type: 'invalid', message: sentences[name] }]));
    return { values: {}, errors: errors as never };
  };
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
