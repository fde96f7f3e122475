import type { NoticeState, StatusReply } from '#contract/status.ts';
import type { Tone } from '#ui/kit/display/Badge.tsx';
import { formatDateTime } from '#ui/kit/format.ts';

export const noticeStateLabels: Record<NoticeState, string> = {
  planned: 'Planned',
  ongoing: 'Ongoing',
  watching: 'Fixed, being watched',
  resolved: 'Over',
};
export const noticeTones: Record<NoticeState, Tone> = {
  planned: 'neutral',
  ongoing: 'warn',
  watching: 'accent',
  resolved: 'good',
};

/** "From Nov 28, 2026, 2:00 AM ET to Nov 28, 2026, 4:00 AM ET". */
export const describePeriod = (
  { startsAt, endsAt }: { startsAt: string; endsAt: string | null },
  format: (at: string) => string = formatDateTime,
): string => (endsAt === null ? `Since ${format(startsAt)}` : `From ${format(startsAt)} to ${format(endsAt)}`);

export const partLabels: Record<StatusReply['parts'][number]['part'], string> = {
  directory: 'Directory and search',
  background: 'Background work',
  email: 'Email',
  payments: 'Payments',
  imports: 'Imports of listings',
};
export const partStates: Record<StatusReply['parts'][number]['state'], { label: string; tone: Tone }> = {
  up: { label: 'Working', tone: 'good' },
  delayed: { label: 'Late', tone: 'warn' },
  paused: { label: 'Paused', tone: 'neutral' },
  down: { label: 'Down', tone: 'bad' },
};

/** The state of the site in a sentence. */
export function describeStatus({ state, until, parts }: StatusReply): string {
  const late = parts.filter((part) => part.state === 'delayed').map(({ part }) => partLabels[part].toLowerCase());
  if (state === 'up') return 'Everything we check is working';
  if (state === 'delayed') return `Late right now: ${late.join(', ')}`;
  if (state === 'incident') return 'We’re working on a problem';
  if (state === 'down') return 'We can’t reach the database';
  return `Read-only for maintenance${until ? ` until ${formatDateTime(until)}` : ''}`;
}
