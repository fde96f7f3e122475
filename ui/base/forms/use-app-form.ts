import { useEffect, useRef, useState, type FormEvent } from 'react';
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
import type { PostedForm } from '#shared/posted-form.ts';
import { fieldsOf, sentenceOf } from '#ui/base/platform/api.ts';
import { fitDraft } from '#ui/base/platform/draft.ts';
import { usePostedForm } from './posted-form.tsx';
import { useDraft, useStartValues, type Keep } from './use-draft.ts';

/**
 * The way to build a form:
 *
 *     const form = useAppForm({ defaultValues, keep: { draft: 'contact' }, schema: contactBody });
 *     const save = useMutation({ …, onSuccess: form.endDraft, onError: (error) => form.showError(error, 'name') });
 *     <Form onSubmit={form.submit((values) => save.mutate(values))}>
 *       <Field label="Name" error={form.errors.name}><Input {...form.field('name')} /></Field>
 *
 * A form that the server renders also works without scripts: pass `call: callOf(endpoint)`, and write
 * `<PostForm call={form.call}` in place of `<Form`.
 *
 * `keep` says what becomes of text that was typed and not sent, and `endDraft` ends its draft once it is sent.
 * `schema` is a schema of the contract, so the browser and the server refuse the same values with the same sentences.
 * `check` adds rules of this form alone. A form over a record that others may edit uses useConflictForm, which adds
 * conflict handling to the same values, fields, and errors.
 *
 * To move a form here: replace useState or useForm by this hook, `register(name)` by `field(name)`, a custom control's
 * value and setter by `values.name` and `setValues({ name })`, and hand-written error state by `errors` and `showError`.
 */
export interface FormOptions<Values extends FieldValues> {
  defaultValues: Values;
  keep: Keep;
  /** A function loads the schema at the first input, for pages that show before zod has loaded. */
  schema?: ZodType | (() => Promise<ZodType>);
  check?: (values: Values) => Record<string, string>;
  /** The call of a form that the browser can also post by itself. See posted-form.tsx. */
  call?: string;
  /** The field that shows an error without one. By default, the whole form does. */
  errorAt?: Path<Values>;
}

/** The key of errors that belong to no field. */
export const WHOLE_FORM = 'wholeForm';

/** The error sentence of each field, by its path. */
export type FormErrors = Record<string, string | undefined>;

export function useAppForm<Values extends FieldValues>({
  defaultValues,
  keep,
  schema,
  check,
  call = '',
  errorAt,
}: FormOptions<Values>) {
  const start = useStartValues(keep, defaultValues);
  const posted = usePostedForm(call);
  const [postedErrors, setPostedErrors] = useState(() => errorsOf(posted, defaultValues, errorAt));
  const form = useForm<Values>({
    defaultValues: {
      ...start.values,
      ...fitDraft(posted?.values as Partial<Values>, defaultValues),
    } as DefaultValues<Values>,
    resolver: createResolver(schema, check),
  });
  const element = useRef<HTMLFormElement>(null);
  const values = useWatch({ control: form.control }) as Values;
  const errors: FormErrors = { ...postedErrors, ...flattenErrors(form.formState.errors) };
  const mustFocus = useRef(false);
  // Focuses the first invalid control once React has marked it, which can be later than the next frame.
  useEffect(() => {
    if (!mustFocus.current || Object.keys(errors).length === 0) return;
    mustFocus.current = false;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });

  const draft = useDraft<Values>(keep, {
    values,
    defaultValues,
    isRestored: start.isRestored,
    show: (next) => form.reset(next, { keepDefaultValues: true }),
  });
  /** The paths that this form's own rules refused, unlike those that the server did. */
  const checkedPaths = useRef<ReadonlySet<string>>(new Set());
  const setValues = (change: Partial<Values>) => {
    if (typeof schema === 'function') void schema().catch(() => {});
    draft.resume();
    const names = Object.keys(change) as Path<Values>[];
    for (const name of names) form.setValue(name, change[name] as PathValue<Values, Path<Values>>);
    if (names.some((name) => name in postedErrors)) setPostedErrors(omit(postedErrors, names));
    const paths = Object.keys(flattenErrors(form.formState.errors));
    if (paths.length === 0) return;
    // A correction can end the error of a path such as "practice.name", or of another field that depends on this one.
    const latestValues = form.getValues();
    const problems = {
      ...(schema && typeof schema !== 'function' && findProblems(schema, latestValues)),
      ...check?.(latestValues),
    };
    const canRecheck = typeof schema !== 'function';
    form.clearErrors(
      paths.filter(
        (path) =>
          names.some((name) => path === name || path.endsWith(`.${name}`)) ||
          (canRecheck && checkedPaths.current.has(path) && !(path in problems)),
      ) as Path<Values>[],
    );
  };
  /** Sets or clears the error of one field, which may be a path of the request body such as "dentist.phone". */
  const setError = (name: string, message: string | null) => {
    if (message === null) form.clearErrors(name as Path<Values>);
    else form.setError(name as Path<Values>, { message });
  };
  const showErrors = (sentences: Record<string, string>) => {
    for (const [name, message] of Object.entries(sentences)) setError(name, message);
    mustFocus.current = true;
  };

  return {
    call,
    values,
    errors,
    setValues,
    setError,
    showErrors,
    /**
     * Shows a server's error at the fields it names, or else at `fallback`, or for the whole form. `otherwise` is for errors
     * without a sentence.
     */
    showError(error: unknown, fallback: Path<Values> | typeof WHOLE_FORM = errorAt ?? WHOLE_FORM, otherwise?: string) {
      const sentences = Object.entries(fieldsOf(error)).filter(([name]) => name in values);
      showErrors(sentences.length > 0 ? Object.fromEntries(sentences) : { [fallback]: sentenceOf(error, otherwise) });
    },
    clearErrors: () => {
      setPostedErrors({});
      form.clearErrors();
    },
    reset(next: Values = defaultValues) {
      setPostedErrors({});
      form.reset(next);
      draft.end();
    },
    /** Call once the values are sent, or discarded on purpose. */
    endDraft: draft.end,
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
        // React passes the event of a dialog's form on to the form that the dialog belongs to.
        event.stopPropagation();
        setPostedErrors({});
        void form.handleSubmit(
          (validValues) => onValid(validValues),
          (problems) => {
            mustFocus.current = true;
            const problemsByPath = flattenErrors(problems);
            checkedPaths.current = new Set(Object.keys(problemsByPath));
            onInvalid?.(problemsByPath);
          },
        )(event);
      };
    },
  };
}

/** The errors of a posted form, at the fields it has. */
function errorsOf(posted: PostedForm | null, fields: object, errorAt: string = WHOLE_FORM): FormErrors {
  if (!posted?.error) return {};
  const known = Object.entries(posted.error.fields).filter(([path]) => Object.hasOwn(fields, path.split('.')[0]!));
  return known.length > 0 ? Object.fromEntries(known) : { [errorAt]: posted.error.message };
}

const omit = (errors: FormErrors, names: readonly string[]): FormErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => !names.includes(path)));

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
