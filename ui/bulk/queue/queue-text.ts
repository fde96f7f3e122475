import type { QueuedImport } from '#contract/bulk/import-queue.ts';
import type { Tone } from '#ui/kit/display/Badge.tsx';
import { formatNumber, formatPercent } from '#ui/kit/format.ts';
import { formatTimeLeft } from './use-rate.ts';

export const stateLabels: Record<QueuedImport['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  reading: { label: 'Reading', tone: 'accent' },
  comparing: { label: 'Comparing', tone: 'accent' },
  applying: { label: 'Applying', tone: 'accent' },
  review: { label: 'Needs review', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'neutral' },
};

/** Such as “1,200 of about 12,000 rows · 3,400 rows per second · 12 seconds left.” */
export function describeRate({ state, share, rowsDone, rowsTotal, rowsPerSecond, secondsLeft }: QueuedImport): string {
  const about = state === 'reading' ? 'about ' : '';
  return [
    rowsTotal !== null
      ? `${formatNumber(rowsDone ?? 0)} of ${about}${formatNumber(rowsTotal)} rows`
      : share !== null && formatPercent(Math.floor(share * 100) / 100),
    rowsPerSecond !== null && rowsPerSecond > 0 && `${formatNumber(rowsPerSecond)} rows per second`,
    secondsLeft !== null && formatTimeLeft(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ');
}
