import { create } from 'zustand';
import { useUser } from '#ui/accounts/session.ts';

const useDrafts = create<Record<string, string>>(() => ({}));

/** An unsent note, kept per reviewer and claim when another claim opens, the list reloads, or the session ends. */
export function useNoteDraft(claimId: number): [note: string, setNote: (note: string) => void] {
  const key = `${useUser()?.id ?? ''} ${claimId}`;
  return [useDrafts((drafts) => drafts[key] ?? ''), (note) => useDrafts.setState({ [key]: note })];
}
