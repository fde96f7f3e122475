import { create } from 'zustand';

export interface ToastAction {
  label: string;
  /** Told to people who cannot reach the button in time: where else to do it. */
  altText: string;
  onSelect: () => void;
}

export interface ToastMessage {
  title: string;
  description?: string;
  variant?: 'default' | 'good' | 'destructive';
  /** Milliseconds, 5000 when left out. */
  duration?: number;
  action?: ToastAction;
}

export interface QueuedToast extends ToastMessage {
  id: number;
}

interface ToastState {
  queue: readonly QueuedToast[];
  /** Whether anything was ever said: only then is the region needed. */
  used: boolean;
}

/** What waits to be said. Only the head is on screen. */
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
