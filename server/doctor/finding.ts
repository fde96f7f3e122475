/** The result of a check. A skipped one couldn't be made, or is about something that isn't in use. */
export interface Finding {
  state: 'ok' | 'warning' | 'error' | 'skipped';
  seen: string;
  /** The commands or settings that fix it, one a line. */
  fix: string | null;
}

export const ok = (seen: string): Finding => ({ state: 'ok', seen, fix: null });
export const warning = (seen: string, fix: string): Finding => ({ state: 'warning', seen, fix });
export const error = (seen: string, fix: string): Finding => ({ state: 'error', seen, fix });
export const skipped = (seen: string): Finding => ({ state: 'skipped', seen, fix: null });

/** A reason why a check can't be made. */
export class NotChecked extends Error {}

const severity = ['skipped', 'ok', 'warning', 'error'] as const;

/** Merges several problems into a finding with the worst state, all sentences, and all fixes. */
export function combine(problems: readonly Finding[], otherwise: Finding): Finding {
  if (problems.length === 0) return otherwise;
  const worst = problems.toSorted((a, b) => severity.indexOf(b.state) - severity.indexOf(a.state));
  // A command that several fixes end with, such as a reload, is run once, after all of them.
  const fixes = [...new Set(worst.flatMap(({ fix }) => fix?.split('\n') ?? []).toReversed())].toReversed();
  return {
    state: worst[0]!.state,
    seen: worst.map(({ seen }) => seen).join(' '),
    fix: fixes.length > 0 ? fixes.join('\n') : null,
  };
}

/** A duration in one unit, such as "3 hours". */
export function describeDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  const [size, unit] = [
    [86_400, 'day'] as const,
    [3_600, 'hour'] as const,
    [60, 'minute'] as const,
    [1, 'second'] as const,
  ].find(([size]) => seconds >= size * 2 || size === 1)!;
  return countOf(Math.round(seconds / size), unit);
}

export const countOf = (n: number, noun: string): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? noun : `${noun}s`}`;

export function describeBytes(bytes: number): string {
  const gigabytes = bytes / 1e9;
  return gigabytes >= 1 ? `${gigabytes.toFixed(gigabytes < 10 ? 1 : 0)} GB` : `${Math.round(bytes / 1e6)} MB`;
}

/** The first few names of a list. */
export const listSome = (names: readonly string[], limit = 5): string =>
  names.slice(0, limit).join(', ') + (names.length > limit ? `, and ${names.length - limit} more` : '');
