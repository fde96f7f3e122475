import type { BackupInfo, BackupRun } from '#contract/bulk/backups.ts';
import type { Tone } from '#ui/kit/display/Badge.tsx';

export const placeNames: Record<BackupInfo['place'], string> = {
  download: 'downloaded',
  folder: 'stored on the server',
  s3: 'stored in S3',
};

export const runLabels: Record<BackupRun['status'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'accent' },
  running: { label: 'Running', tone: 'accent' },
  ready: { label: 'Ready', tone: 'good' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
  discarded: { label: 'Discarded', tone: 'neutral' },
};
export const runNames: Record<BackupRun['kind'], string> = {
  backup: 'Backup',
  restore: 'Restored copy',
  drill: 'Restore drill',
};

export function describeFile({ place, damaged }: Pick<BackupInfo, 'place' | 'damaged'>): { label: string; tone: Tone } {
  if (damaged) return { label: 'Damaged', tone: 'bad' };
  if (damaged === false) return { label: 'OK', tone: 'good' };
  return { label: place === 'download' ? 'Not stored' : 'Not checked', tone: 'neutral' };
}

/** The words of table names that staff know by another name. */
const knownTables: Record<string, string> = { dentists: 'Listings', users: 'Accounts', jobs: 'Background jobs' };
/** "claim_requests" becomes "Claim requests". */
export const formatTableName = (table: string): string =>
  knownTables[table] ?? table.charAt(0).toUpperCase() + table.slice(1).replaceAll('_', ' ');
