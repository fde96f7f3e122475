import { create } from 'zustand';

export interface ToastAction {
  label: string;
  /** For users who can't reach the button in time: where else to find the action. */
  altText: string;
  onSelect: () => void;
}

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'good' | 'destructive';
  /** In milliseconds; 5000 by default. */
  duration?: number;
  action?: ToastAction;
}

export interface QueuedToast extends ToastMessage {
  id: number;
}

interface ToastState {
  queue: readonly QueuedToast[];
  /** True after the first toast. Until then, the region isn't mounted. */
  used: boolean;
}

/** The queue of toasts. Only the first is on screen. */
export const useToasts = create<ToastState>(() => ({ queue: [], used: false }));

let lastId = 0;

export function toast(message: ToastMessage): number {
  lastId += 1;
  const queued = { ...message, id: lastId };
  useToasts.setState(({ queue }) => ({ queue: [...queue, queued], used: true }));
  return queued.id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ queue }) => ({ queue: queue.filter((waiting) => waiting.id !== id) }));
}
