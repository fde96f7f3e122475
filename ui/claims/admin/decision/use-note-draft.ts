import { create } from 'zustand';
import { useUser } from '#ui/base/session.ts';
import { deleteDraft, readDraft, saveDraft } from '#ui/base/platform/draft.ts';

const useDrafts = create<Record<string, string>>(() => ({}));

/** An unsent note, kept per reviewer and claim when another claim opens, the page reloads, or the session ends. */
export function useNoteDraft(about: number | string): [note: string, setNote: (note: string) => void] {
  const userId = useUser()?.id ?? null;
  const name = `claim note ${about}`;
  const key = `${userId ?? ''} ${about}`;
  const typedNote = useDrafts((drafts) => drafts[key]);
  const note = typedNote ?? readDraft<{ note: string }>(name, userId)?.note ?? '';
  const setNote = (next: string) => {
    useDrafts.setState({ [key]: next });
    if (next === '') deleteDraft(name, userId);
    else saveDraft(name, userId, { note: next });
  };
  return [note, setNote];
}
