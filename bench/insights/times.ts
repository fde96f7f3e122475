export const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!;
export const show = (times: readonly number[], share: number) => at(times, share).toFixed(1).padStart(6);
