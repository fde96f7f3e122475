/** A month as in "2026-11". */
export const monthOf = (day: string): string => day.slice(0, 7);

export const isMonth = (text: string | null): text is string => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text ?? '');

const pad = (value: number): string => String(value).padStart(2, '0');
const toDay = (date: Date): string => `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;

/** The day of a moment in the viewer's zone. */
export const localDayOf = (at: string | number): string => toDay(new Date(at));

export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return monthOf(toDay(new Date(year, number - 1 + count, 1)));
}

/** The whole weeks, from Sunday to Saturday, that a month touches. */
export function daysOfCalendar(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const lead = new Date(year, number - 1, 1).getDay();
  const length = new Date(year, number, 0).getDate();
  const cells = Math.ceil((lead + length) / 7) * 7;
  return Array.from({ length: cells }, (_, index) => toDay(new Date(year, number - 1, 1 - lead + index)));
}

/** The moments at which the calendar of a month begins and ends in the viewer's zone. */
export function rangeOfCalendar(days: readonly string[]): { from: string; to: string } {
  const [first, last] = [days[0]!, days.at(-1)!].map((day) => day.split('-').map(Number));
  const [year = 0, month = 1, day = 1] = last!;
  return {
    from: new Date(first![0]!, first![1]! - 1, first![2]).toISOString(),
    to: new Date(year, month - 1, day + 1).toISOString(),
  };
}
