/**
 * Passes on a value only if it changed, and at most once per interval. The last value always arrives. Replacing the menu
 * of the tray closes it, so that a running job must not replace it ten times a second.
 */
export function applyChanges<T>(apply: (value: T) => void, intervalMs: number): (value: T) => void {
  let appliedJson: string | undefined;
  let latest: { value: T; json: string };
  let timer: NodeJS.Timeout | null = null;
  const applyLatest = (): void => {
    if (latest.json === appliedJson) return;
    appliedJson = latest.json;
    apply(latest.value);
    timer = setTimeout(() => {
      timer = null;
      applyLatest();
    }, intervalMs);
    timer.unref();
  };
  return (value) => {
    latest = { value, json: JSON.stringify(value) };
    if (timer === null) applyLatest();
  };
}
