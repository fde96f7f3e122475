/** The progress of a running import in its present phase. */
export interface PhaseProgress {
  phase: string;
  /** In bytes while a file is read, in listings while they are written, in steps otherwise. */
  done: number;
  total: number;
  /** The rows that were read, or the listings to write. */
  rows: number;
  /** Since the start of the phase. */
  seconds: number;
}

export interface Speed {
  rowsDone: number | null;
  rowsTotal: number | null;
  rowsPerSecond: number | null;
  secondsLeft: number | null;
}

/** Before this, a rate is a guess. */
const MIN_SECONDS = 1;

export const unknownSpeed: Speed = { rowsDone: null, rowsTotal: null, rowsPerSecond: null, secondsLeft: null };

/**
 * Measures the speed of a phase since its start. The time left is known only while listings are written, because the speed of
 * reading says nothing about the writing that follows; a changed listing takes many times as long as a new one.
 */
export function measureProgress({ phase, done, total, rows, seconds }: PhaseProgress): Speed {
  const isWriting = phase === 'writing';
  if (!isWriting && phase !== 'reading') return unknownSpeed;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const rowsDone = isWriting ? Math.floor(rows * share) : rows;
  const rowsTotal = isWriting ? rows : share > 0 ? Math.max(rows, Math.round(rows / share)) : 0;
  if (rowsTotal === 0) return unknownSpeed;
  const isMeasured = seconds >= MIN_SECONDS && share > 0;
  return {
    rowsDone,
    rowsTotal,
    rowsPerSecond: isMeasured ? Math.round(rowsDone / seconds) : null,
    secondsLeft: isMeasured && isWriting ? (seconds * (1 - share)) / share : null,
  };
}
