import type { ImportRun } from '#contract/bulk/bulk.ts';

export const statusLabels: Record<
  ImportRun['status'],
  { label: string; tone: 'neutral' | 'accent' | 'good' | 'warn' | 'bad' }
> = {
  running: { label: 'Running', tone: 'accent' },
  ready: { label: 'Needs review', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  cancelled: { label: 'Canceled', tone: 'neutral' },
  undone: { label: 'Undone', tone: 'neutral' },
};

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB'];
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]!}`;
}

export function formatAgo(at: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - new Date(at).getTime()) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 36) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  return `${Math.round(hours / 24)} days ago`;
}

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};
export const formatEncoding = (name: string | null): string => (name ? (encodings[name] ?? name) : '—');
