import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useSession } from '#ui/base/session.ts';
import { toast } from '#ui/kit/overlays/toast.ts';
import { ApiError, sentenceOf } from '#ui/base/platform/api.ts';
import { deleteDraft, fitDraft, readDraft, saveDraft } from '#ui/base/platform/draft.ts';
import { useAppForm, type FormOptions } from './use-app-form.ts';

/** The record a form was opened on, and the form's values now. */
interface FormState<Base, Values> {
  base: Base;
  values: Values;
}

/** Lists are sets here: their order does not count. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item: unknown) => b.some((other) => isSame(item, other)));
  if (isPlainObject(a) && isPlainObject(b)) {
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => isSame(a[name], b[name]));
  }
  return a === b;
}
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;

/** The names of the fields that differ. */
export const findChangedFields = <F extends object>(before: F, after: F): (keyof F & string)[] =>
  (Object.keys(after) as (keyof F & string)[]).filter((field) => !isSame(before[field], after[field]));
export const pickFields = <F extends object>(from: F, fields: readonly (keyof F)[]): Partial<F> =>
  Object.fromEntries(fields.map((field) => [field, from[field]])) as Partial<F>;

/** Unsaved forms of this window, with fields that are too large or too secret for the storage of the browser. */
const drafts = new Map<string, FormState<unknown, unknown> & { userId: number }>();

/** A picture would fill the storage. It stays in this window. */
const MAX_STORED_FIELD = 150_000;

const storageKey = (key: string): string => `record:${key}`;

/** The unsaved state of a form that was closed, reloaded, or whose session ended. */
function findDraft<R, F extends object>(key: string, valuesOf: (base: R) => F): FormState<R, F> | null {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) return null;
  const draft = drafts.get(key);
  if (draft?.userId === userId) return draft as FormState<R, F>;
  const stored = readDraft<{ base: string; changes: string }>(storageKey(key), userId);
  if (!stored?.base || !stored.changes) return null;
  try {
    const base = JSON.parse(stored.base) as R;
    const values = valuesOf(base);
    return { base, values: { ...values, ...fitDraft(JSON.parse(stored.changes) as Partial<F>, values) } };
  } catch {
    // The record has another shape since an update.
    return null;
  }
}
export const hasDraft = (key: string): boolean => {
  const userId = useSession.getState().user?.id;
  if (userId === undefined) return false;
  return drafts.get(key)?.userId === userId || readDraft(storageKey(key), userId) !== null;
};

function storeDraft(key: string, draft: FormState<unknown, object> & { userId: number }, changes: object): void {
  drafts.set(key, draft);
  const values = { base: JSON.stringify(draft.base), changes: JSON.stringify(changes) };
  saveDraft(storageKey(key), draft.userId, values);
}
function removeDraft(key: string, userId: number | undefined): void {
  if (drafts.get(key)?.userId === userId) drafts.delete(key);
  if (userId !== undefined) deleteDraft(storageKey(key), userId);
}

/** Why a save was refused: someone else changed the record, or deleted it (`record` is null). */
interface Conflict<R> {
  sentence: string;
  record: R | null;
}

/**
 * A form over a record that others may edit too. It saves against the record it was opened on (`base`), so the server
 * can refuse to overwrite a change the user hasn't seen. A refetched record replaces `base` only while nothing is
 * edited. Edits survive a refused save, Escape, a reload, and the end of the session. Call `endDraft` after a save that
 * closes the form.
 */
export function useConflictForm<R extends object | null, F extends FieldValues>(
  key: string,
  record: R,
  toValues: (record: R) => F,
  rules: {
    schema?: FormOptions<F>['schema'];
    check?: (values: F, base: R) => Record<string, string>;
    secrets?: readonly string[];
  } = {},
) {
  const [draft] = useState(() => findDraft<R, F>(key, toValues));
  const [base, setBase] = useState<R>(() => draft?.base ?? record);
  const [defaultValues] = useState<F>(() => draft?.values ?? toValues(record));
  const [conflict, setConflict] = useState<Conflict<R> | null>(null);
  const [tookTheirs, setTookTheirs] = useState(false);
  const form = useAppForm<F>({
    ...rules,
    defaultValues,
    keep: 'record',
    check: (values) => rules.check?.(values, base) ?? {},
  });
  const { values } = form;
  const baseValues = toValues(base);
  const changedFields = findChangedFields(baseValues, values);
  const isDirty = changedFields.length > 0;

  const replaceState = (next: FormState<R, F>) => {
    setBase(next.base);
    setConflict(null);
    form.reset(next.values);
  };

  const adoptRecord = useEffectEvent((next: R) => {
    if (next !== base && !isDirty && !conflict) replaceState({ base: next, values: toValues(next) });
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the values in react-hook-form's store change along with it
  useEffect(() => adoptRecord(record), [record]);

  const [userId] = useState(() => useSession.getState().user?.id);
  const hasEnded = useRef(false);
  const keepDraft = useEffectEvent((state: FormState<R, F>) => {
    if (userId === undefined) return;
    if (!isDirty || hasEnded.current || useSession.getState().left) return removeDraft(key, userId);
    const storedFields = changedFields.filter(
      (field) =>
        !rules.secrets?.includes(field) && JSON.stringify(state.values[field] ?? null).length < MAX_STORED_FIELD,
    );
    storeDraft(key, { ...state, userId }, pickFields(state.values, storedFields));
  });
  useEffect(() => {
    const timer = setTimeout(() => keepDraft({ base, values }), 300);
    return () => clearTimeout(timer);
  }, [values, base]);
  const announceDraft = useEffectEvent(() => {
    const { user, left } = useSession.getState();
    if (!isDirty || hasEnded.current || left || userId === undefined) return;
    const sentence = user ? 'Reopen the form to continue.' : 'Log in again and reopen the form to continue.';
    toast({ title: 'Your changes are kept', description: `${sentence} They have not been saved.` });
  });
  const endForm = useEffectEvent(() => {
    keepDraft({ base, values });
    announceDraft();
  });
  // A reload doesn't unmount the form, so `pagehide` saves what was typed last.
  const keepBeforeReload = useEffectEvent(() => keepDraft({ base, values }));
  useEffect(() => {
    const keep = () => keepBeforeReload();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      endForm();
    };
  }, []);

  /** Starts over from the stored record, keeping the user's values of these fields. */
  const rebase = (keptFields: readonly (keyof F)[]): FormState<R, F> => {
    const storedRecord = conflict?.record ?? base;
    const next = { base: storedRecord, values: { ...toValues(storedRecord), ...pickFields(values, keptFields) } };
    replaceState(next);
    return next;
  };
  const storedValues = conflict?.record ? toValues(conflict.record) : baseValues;
  const otherFields = findChangedFields(baseValues, storedValues);

  return {
    ...form,
    formState: { base, values },
    base,
    changedFields,
    isDirty,
    conflict,
    /** The fields someone else changed. `myValue` is set where the user changed the field too, to something else. */
    otherChanges: otherFields.map((field) => ({
      field,
      theirValue: storedValues[field] as unknown,
      myValue:
        changedFields.includes(field) && !isSame(values[field], storedValues[field])
          ? { value: values[field] as unknown }
          : null,
    })),
    isRestored: draft !== null && isDirty,
    /** Call after a save that closes the form, and when the user discards the edits on purpose. */
    endDraft() {
      hasEnded.current = true;
      removeDraft(key, userId);
    },
    /** Shows the stored record again, without the edits. */
    discardDraft: () => replaceState({ base: record, values: toValues(record) }),
    tookTheirs,
    /** Handles conflict and not-found errors; false otherwise. */
    handleConflict(error: unknown): boolean {
      if (!(error instanceof ApiError) || base === null) return false;
      const isDeleted = error.status === 404;
      if (!isDeleted && error.code !== 'changed_meanwhile') return false;
      setTookTheirs(false);
      setConflict({ sentence: sentenceOf(error), record: isDeleted ? null : ({ ...base, ...error.now } as R) });
      return true;
    },
    /** For saving the user's values over the others'. Fields only the others changed keep their change. */
    keepMyValues: (): FormState<R, F> => rebase(changedFields),
    takeTheirValues() {
      rebase(changedFields.filter((field) => !otherFields.includes(field)));
      setTookTheirs(true);
    },
    /** Call after a save. Text typed during the request stays. */
    markSaved(sentValues: F, storedRecord: R) {
      const latestValues = form.latestValues();
      setTookTheirs(false);
      replaceState({
        base: storedRecord,
        values: {
          ...toValues(storedRecord),
          ...pickFields(latestValues, findChangedFields(sentValues, latestValues)),
        },
      });
    },
  };
}
export type ConflictForm<R extends object | null, F extends FieldValues> = ReturnType<typeof useConflictForm<R, F>>;
