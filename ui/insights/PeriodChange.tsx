import { formatPercentChange } from '#ui/kit/format.ts';

/** The change of a figure from the previous period, in words because color alone isn't accessible. */
export function PeriodChange({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null) return <>Not comparable</>;
  if (now === before) return <>No change</>;
  if (before === 0) return <>No prior data</>;
  return <>{formatPercentChange((now - before) / before)} vs. previous period</>;
}
