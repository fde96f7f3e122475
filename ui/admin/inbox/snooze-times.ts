const HOUR = 3_600_000;

/** Times to snooze an item until, in the viewer's own zone. */
export function listSnoozeTimes(now: Date): { label: string; until: Date }[] {
  const morningIn = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 9);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    { label: 'For three hours', until: new Date(now.getTime() + 3 * HOUR) },
    { label: 'Until tomorrow', until: morningIn(1) },
    ...(daysToMonday === 1 ? [] : [{ label: 'Until Monday', until: morningIn(daysToMonday) }]),
    { label: 'For a week', until: morningIn(7) },
    { label: 'For two weeks', until: morningIn(14) },
  ];
}
