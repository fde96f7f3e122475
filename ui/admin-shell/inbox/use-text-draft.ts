import { useEffect, useState } from 'react';
import { useUser } from '#ui/accounts/session.ts';

/** Unsent texts of this window. They stay when another item opens, and when the session ends for the same person. */
const drafts = new Map<string, string>();

/** The text that the person left in this field before. */
export function useTextDraft(field: string): { initialText: string; keep: (text: string) => void } {
  const key = `${useUser()?.id ?? ''} ${field}`;
  const [initialText] = useState(() => drafts.get(key) ?? '');
  return { initialText, keep: (text) => void (text === '' ? drafts.delete(key) : drafts.set(key, text)) };
}

/** Keeps a form's text as the draft of this field while it changes. */
export function useKeptText(text: string, keep: (text: string) => void): void {
  useEffect(() => keep(text));
}
