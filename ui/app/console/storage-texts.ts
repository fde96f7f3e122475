import { formatLocalDateTime, formatLocalTime } from '#ui/kit/format.ts';

export const NO_KEYCHAIN =
  'This computer has no secure key storage. You’ll have to log in each time, and the offline copy stays in memory until the console closes. Unsent decisions are the exception: they’re saved on disk without encryption, in a file only your account can read, until the server has them.';

const DAY_MS = 86_400_000;

/** The time of the last sync, with its date if that was more than half a day ago. */
export const formatSyncTime = (syncedAt: string, now = Date.now()): string =>
  now - Date.parse(syncedAt) < DAY_MS / 2 ? formatLocalTime(syncedAt) : formatLocalDateTime(syncedAt);
