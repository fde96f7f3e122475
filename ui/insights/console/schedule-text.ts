import type { ReportTime, ScheduledReport } from '#ui/base/platform/console.ts';

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export const formatNames: Record<ScheduledReport['formats'][number], string> = { pdf: 'PDF', csv: 'CSV' };

/** “08:05” becomes “8:05 AM.” */
function formatTimeOfDay(time: string): string {
  const [hour, minute] = time.split(':') as [string, string];
  return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

/** “Every Monday at 8:00 AM”. */
export const describeTime = ({ weekday, time }: ReportTime): string =>
  `Every ${weekday === null ? 'day' : weekdays[weekday]!} at ${formatTimeOfDay(time)}`;
