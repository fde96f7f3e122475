import { dayNames, type DayName } from '#contract/listings/opening-hours.ts';
import { parseJsonCell } from './clean-text.ts';

export type Week = { [day in DayName]?: string };

const findDay = (text: string): number => {
  const prefix = text.trim().toLowerCase().replace(/\.$/, '');
  if (prefix.length < 2) return -1;
  return dayNames.findIndex(
    (day) =>
      day.startsWith(prefix) ||
      prefix === `${day}s` ||
      (prefix.length >= 3 && day.startsWith(prefix.replace(/s$/, ''))),
  );
};

const formatHours = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatHours).filter(Boolean).join(', ');
  if (value == null) return '';
  if (typeof value === 'object') {
    const { open, close, from, to, opens, closes } = value as Record<string, unknown>;
    const start = open ?? from ?? opens;
    const end = close ?? to ?? closes;
    return start != null && end != null ? `${formatHours(start)}-${formatHours(end)}` : '';
  }
  return String(value as string | number | boolean).trim();
};

/** Parses days such as "Mon-Fri", "Mo,We,Fr", or "Daily". */
function parseDays(part: string): number[] | null {
  const plain = part.trim().replace(/:$/, '').toLowerCase();
  if (/^(daily|every ?day|mon(day)? ?[-–] ?sun(day)?|all week)$/.test(plain)) return [0, 1, 2, 3, 4, 5, 6];
  if (/^week ?days$/.test(plain)) return [0, 1, 2, 3, 4];
  if (/^week ?ends?$/.test(plain)) return [5, 6];
  const days: number[] = [];
  for (const piece of plain.split(/[,&]| and /)) {
    const [from, to] = piece.split(/[-–—]| to | through | thru /).map(findDay);
    if (from === undefined || from < 0) return null;
    if (to === undefined) days.push(from);
    else if (to < 0) return null;
    else
      for (let day = from; ; day = (day + 1) % 7) {
        days.push(day);
        if (day === to) break;
      }
  }
  return days;
}

/**
 * Parses the hours of a week from one cell: JSON by day, a list of "Monday: 9–5", OpenStreetMap's "Mo-Fr 08:00-17:00; Sa off",
 * or "Mon-Fri 8am-5pm, Sat 9-1". Null if any part is ambiguous.
 */
export function parseWeek(cell: string): Week | null {
  const parsed = parseJsonCell(cell);
  const week: Week = {};
  if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) {
    for (const [key, value] of Object.entries(parsed)) {
      const days = parseDays(key);
      if (!days) return null;
      for (const day of days) week[dayNames[day]!] = formatHours(value) || 'Closed';
    }
    return Object.keys(week).length > 0 ? week : null;
  }
  const lines = Array.isArray(parsed)
    ? parsed.map(formatHours)
    : cell.split(/[;|\n]|,\s*(?=[A-Za-z]{2,9}\.?\s*(?:[-–:]|to\b|[0-9]|closed|off))/i);
  for (const line of lines) {
    if (line.trim() === '') continue;
    const match =
      /^\s*([A-Za-z][A-Za-z\s.,&–—-]*?)\s*:?\s+(closed|off|open|24|\d.*)$/i.exec(line) ??
      /^\s*([A-Za-z][A-Za-z\s.,&–—-]*?)\s*:\s*(.+)$/.exec(line);
    const days = match && parseDays(match[1]!);
    if (!match || !days) return null;
    for (const day of days) {
      const name = dayNames[day]!;
      const hours = match[2]!.trim();
      week[name] = week[name] ? `${week[name]}, ${hours}` : hours;
    }
  }
  return Object.keys(week).length > 0 ? week : null;
}
