import { formatLocalDateTime, formatLocalTime } from '#ui/kit/format.ts';

/** Said wherever it matters that this computer keeps no secrets. */
export const NO_KEYCHAIN =
  'This system keeps no secrets. You will be asked to sign in each time, and what is kept for work without a network is in memory only and gone when the console closes. Decisions that wait to be sent are the exception: they are on the disk, not encrypted, in a file only your account can read, until the server has them.';

const DAY = 86_400_000;

/** When what is kept was fetched; with its day, unless it was just now. */
export const asOfText = (asOf: string, now = Date.now()): string =>
  now - Date.parse(asOf) < DAY / 2 ? formatLocalTime(asOf) : formatLocalDateTime(asOf);
