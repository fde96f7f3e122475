/** A terminal gets a progress bar, any other output a line every few seconds. */
interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  tick(count?: number): void;
  /** Replaces the bar with a summary line. */
  done(summary?: string): void;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows the progress, rate, and remaining time of a long task. */
export function showProgress(
  label: string,
  total?: number,
  { output = process.stdout, now = () => performance.now() }: { output?: ProgressOutput; now?: () => number } = {},
): Progress {
  const startedAt = now();
  const intervalMs = output.isTTY ? 100 : 5_000;
  let count = 0;
  let lastDrawnAt = startedAt;
  let isDone = false;
  let hasBar = false;

  const describe = (): string[] => {
    const elapsed = (now() - startedAt) / 1000;
    const rate = elapsed > 0 ? count / elapsed : 0;
    const left =
      total !== undefined && rate > 0 && elapsed > 0.5 ? [`${formatDuration((total - count) / rate)} left`] : [];
    return [
      total === undefined ? number.format(count) : `${number.format(count)} of ${number.format(total)}`,
      ...(rate > 0 ? [`${number.format(rate)} a second`] : []),
      ...left,
    ];
  };

  const draw = (): void => {
    const parts = describe();
    if (!output.isTTY) return void output.write(`${label}: ${parts.join(', ')}\n`);
    const share = total ? Math.min(1, count / total) : null;
    const width = 24;
    const full = Math.round((share ?? 0) * width);
    const bar =
      share === null
        ? ''
        : ` ${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(share * 100)).padStart(3)}%`;
    hasBar = true;
    output.write(`\r\x1b[2K${`${label}${bar}  ${parts.join(' · ')}`.slice(0, (output.columns || 80) - 1)}`);
  };

  return {
    tick(by = 1) {
      if (isDone) return;
      count += by;
      if (now() - lastDrawnAt < intervalMs) return;
      lastDrawnAt = now();
      draw();
    },
    done(summary) {
      if (isDone) return;
      isDone = true;
      if (hasBar) output.write('\r\x1b[2K');
      const elapsed = (now() - startedAt) / 1000;
      output.write(
        `${label}: ${summary ?? `${number.format(count)} in ${elapsed < 10 ? `${elapsed.toFixed(1)} s` : formatDuration(elapsed)}`}\n`,
      );
    },
  };
}
