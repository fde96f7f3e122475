import type { CallTap } from './call-tap.ts';

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** Later, people no longer remember the call. */
const MAX_AGE = 30 * MINUTE;
/** A shorter absence was no call. */
const MIN_AWAY = 10_000;
/** A computer starts a call without hiding the page. */
const DESKTOP_WAIT = 20_000;

const ASKED_KEY = 'call-questions';

function readQuestions(now: number): Record<string, number> {
  try {
    const questions = JSON.parse(localStorage.getItem(ASKED_KEY) ?? '{}') as Record<string, number>;
    return Object.fromEntries(Object.entries(questions).filter(([, at]) => now - at < WEEK));
  } catch {
    return {};
  }
}

/** At most one question per listing and week, on this device. */
export const mayAsk = ({ dentistId }: CallTap, now = Date.now()): boolean => !(dentistId in readQuestions(now));

export function rememberQuestion({ dentistId }: CallTap, now = Date.now()): void {
  localStorage.setItem(ASKED_KEY, JSON.stringify({ ...readQuestions(now), [dentistId]: now }));
}

/**
 * Reports once that the person is back from the call, and whether it was recent enough to ask about. Returns a function
 * that stops watching.
 */
export function watchReturn(
  tap: CallTap,
  { isReload }: { isReload: boolean },
  onReturn: (isRecent: boolean) => void,
): () => void {
  const stop = new AbortController();
  const isHidden = () => document.visibilityState === 'hidden';
  /** A page that was loaded after the tap was away since then. */
  let awaySince: number | null = isReload || isHidden() ? tap.at : null;

  const reportReturn = () => {
    stop.abort();
    onReturn(Date.now() - tap.at <= MAX_AGE);
  };
  const checkReturn = () => {
    if (isHidden()) awaySince ??= Date.now();
    else if (awaySince !== null && Date.now() - awaySince >= MIN_AWAY) reportReturn();
    else awaySince = null;
  };
  document.addEventListener('visibilitychange', checkReturn, { signal: stop.signal });
  addEventListener('pageshow', checkReturn, { signal: stop.signal });
  checkReturn();
  if (!stop.signal.aborted && matchMedia('(pointer: fine)').matches) {
    const timer = setTimeout(() => !isHidden() && reportReturn(), Math.max(0, tap.at + DESKTOP_WAIT - Date.now()));
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
  }
  return () => stop.abort();
}
