/** Where progress is written; a terminal gets a bar, anything else a plain line every few seconds. */
export interface ProgressOutput {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

export interface Progress {
  tick(count?: number): void;
  /** Ends it with one line that stays. */
  done(summary?: string): void;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Shows how far long work is, how fast it goes and how long it will take. */
export function progress(
  label: string,
  total?: number,
  { output = process.stdout, now = () => performance.now() }: { output?: ProgressOutput; now?: () => number } = {},
): Progress {
  const begun = now();
  const every = output.isTTY ? 100 : 5_000;
  let count = 0;
  let last = begun;
  let over = false;
  let drawn = false;

  const facts = (): string[] => {
    const elapsed = (now() - begun) / 1000;
    const rate = elapsed > 0 ? count / elapsed : 0;
    const left = total !== undefined && rate > 0 && elapsed > 0.5 ? [`${duration((total - count) / rate)} left`] : [];
    return [
      total === undefined ? number.format(count) : `${number.format(count)} of ${number.format(total)}`,
      ...(rate > 0 ? [`${number.format(rate)} a second`] : []),
      ...left,
    ];
  };

  const draw = (): void => {
    const parts = facts();
    if (!output.isTTY) return void output.write(`${label}: ${parts.join(', ')}\n`);
    const share = total ? Math.min(1, count / total) : null;
    const width = 24;
    const full = Math.round((share ?? 0) * width);
    const bar =
      share === null
        ? ''
        : ` ${'█'.repeat(full)}${'░'.repeat(width - full)} ${String(Math.floor(share * 100)).padStart(3)}%`;
    drawn = true;
    output.write(`\r\x1b[2K${`${label}${bar}  ${parts.join(' · ')}`.slice(0, (output.columns || 80) - 1)}`);
  };

  return {
    tick(by = 1) {
      if (over) return;
      count += by;
      if (now() - last < every) return;
      last = now();
      draw();
    },
    done(summary) {
      if (over) return;
      over = true;
      if (drawn) output.write('\r\x1b[2K');
      const elapsed = (now() - begun) / 1000;
      output.write(
        `${label}: ${summary ?? `${number.format(count)} in ${elapsed < 10 ? `${elapsed.toFixed(1)} s` : duration(elapsed)}`}\n`,
      );
    },
  };
}
