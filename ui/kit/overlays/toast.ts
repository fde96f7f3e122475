import { create } from 'zustand';

interface ToastAction {
  label: string;
  /** For users who can't reach the button in time: where else to find the action. */
  altText: string;
  onSelect: () => void;
}

interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'good' | 'destructive';
  /** In milliseconds; 5000 by default. */
  duration?: number;
  action?: ToastAction;
}

export interface ShownToast extends ToastMessage {
  id: number;
  /** How often the same message came again while it was shown. Each time its duration starts over. */
  repeats: number;
  /** It was closed and is fading out. */
  isLeaving: boolean;
}

interface ToastState {
  current: ShownToast | null;
  /** A toast with an action that a newer toast replaced. It is shown again after it. */
  replaced: ShownToast | null;
  /** True after the first toast. Until then, the region isn't mounted. */
  used: boolean;
}

export const useToasts = create<ToastState>(() => ({ current: null, replaced: null, used: false }));

let lastId = 0;

const isSame = (a: ToastMessage, b: ToastMessage): boolean =>
  a.title === b.title && a.description === b.description && a.variant === b.variant && !a.action && !b.action;

/**
 * Shows a toast in place of the current one, because only the newest message is of interest. A message that is already
 * shown stays, so that screen readers don't repeat it. A toast with an action returns after the toast that replaced it,
 * because its action (undo) may be offered nowhere else.
 */
export function toast(message: ToastMessage): number {
  const { current, replaced } = useToasts.getState();
  if (current && !current.isLeaving && isSame(current, message)) {
    useToasts.setState({ current: { ...current, repeats: current.repeats + 1 } });
    return current.id;
  }
  lastId += 1;
  useToasts.setState({
    current: { ...message, id: lastId, repeats: 0, isLeaving: false },
    replaced: current?.action && !current.isLeaving ? current : replaced,
    used: true,
  });
  return lastId;
}

/** Starts to fade a toast out. */
export function closeToast(id: number): void {
  useToasts.setState(({ current }) => (current?.id === id ? { current: { ...current, isLeaving: true } } : {}));
}

export function dismissToast(id: number): void {
  useToasts.setState(({ current, replaced }) => {
    if (replaced?.id === id) return { replaced: null };
    return current?.id === id ? { current: replaced, replaced: null } : {};
  });
}
