import { formatLocalDateTime, formatLocalTime } from '#ui/kit/format.ts';

export const NO_KEYCHAIN =
  'This computer has no secure key storage. You’ll have to log in each time, and the offline copy stays in memory until the console closes. Unsent decisions wait in memory too. If you quit before the server has them, they’re lost, so the console asks first.';

const DAY_MS = 86_400_000;

/** The time of the last sync, with its date if that was more than half a day ago. */
export const formatSyncTime = (syncedAt: string, now = Date.now()): string =>
  now - Date.parse(syncedAt) < DAY_MS / 2 ? formatLocalTime(syncedAt) : formatLocalDateTime(syncedAt);
