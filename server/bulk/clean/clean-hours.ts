import { dayNames, type DayName } from '#shared/listings/opening-hours.ts';
import { parseJsonCell } from './clean-text.ts';

type Week = { [day in DayName]?: string };

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

/** Splits "Mon-Fri: 8-5", "Mon-Fri 8-5", or "Sun closed" in one pass, because a cell may be long. */
function splitLine(line: string): { days: string; hours: string } | null {
  const start = /^\s*[A-Za-z][A-Za-z\s.,&–—-]*/.exec(line)?.[0];
  if (start === undefined) return null;
  const rest = line.slice(start.length);
  const word = rest === '' ? /(?:closed|off|open)$/i.exec(start)?.[0] : undefined;
  const days = word === undefined ? start : start.slice(0, -word.length);
  const hours = word ?? (rest.startsWith(':') ? rest.slice(1) : rest);
  // Without a colon, a space separates the days from the hours, which start with a digit.
  const isSeparated = rest.startsWith(':') || (/\s$/.test(days) && (word !== undefined || /^\d/.test(rest)));
  const [plainDays, plainHours] = [days.trim(), hours.trim()];
  return isSeparated && plainDays !== '' && plainHours !== '' ? { days: plainDays, hours: plainHours } : null;
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
    const split = splitLine(line);
    const days = split && parseDays(split.days);
    if (!split || !days) return null;
    for (const day of days) {
      const name = dayNames[day]!;
      week[name] = week[name] ? `${week[name]}, ${split.hours}` : split.hours;
    }
  }
  return Object.keys(week).length > 0 ? week : null;
}
