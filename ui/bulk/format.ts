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

const encodings: Record<string, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};
export const formatEncoding = (name: string | null): string => (name ? (encodings[name] ?? name) : '—');
