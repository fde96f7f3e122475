import { dayNames, formatDayHours, parseDayHours, type DayName } from '#shared/listings/opening-hours.ts';
import type { Line } from './read-page.ts';

export type Week = Partial<Record<`${DayName}Hours`, string>>;

const DAY = String.raw`(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?s?\.?`;
const DAYS = String.raw`${DAY}(?:\s*(?:-|–|—|to|through|thru)\s*${DAY}|(?:\s*(?:,|&|\+|/|and|,\s*and)\s*${DAY})+)?`;
const GROUP = String.raw`(?:${DAYS}|weekdays|daily|every day|7 days a week)`;
const TIME = String.raw`(?:\d{1,2}(?::\d{2})?\s*(?:[ap]\.?\s?m\.?)?|noon|midnight)`;
const RANGE = String.raw`${TIME}\s*(?:-|–|—|to|until|till)\s*${TIME}`;
const HOURS = String.raw`(?:closed|${RANGE}(?:\s*(?:,|&|;|/|and)\s*${RANGE})*)`;
const segment = new RegExp(
  String.raw`\b(${GROUP})\s*(?:[:,]|-|–|—|\|)?\s*(?:from\s+)?(?:open\s+)?(${HOURS})(?![\w:])`,
  'gi',
);
const daysAlone = new RegExp(String.raw`^(${GROUP})\s*[:,]?$`, 'i');
const hoursAlone = new RegExp(String.raw`^(${HOURS})$`, 'i');
const mentionsDay = new RegExp(String.raw`\b${DAY}(?![\w])`, 'i');

/** Words after which hours are those of something else, or hold only sometimes. */
const unlike = /holiday|emergenc|phone|call|lab\b|lunch|appointment|every other|alternat|\b(?:1st|2nd|3rd|4th|first|second|third|fourth|last)\b|summer|winter|seasonal|until \w+ \d|starting|effective|except|some|select|varies|may \w+|hygien|walk|deliver|closing|thanksgiving|christmas|new year|this week|\b(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.? \d/i; // prettier-ignore

const indexOfDay = (text: string): number =>
  dayNames.findIndex((day) => day.startsWith(text.toLowerCase().replace(/[^a-z]/g, '').slice(0, 3))); // prettier-ignore

function listDays(text: string): number[] {
  if (/^(daily|every day|7 days)/i.test(text)) return [0, 1, 2, 3, 4, 5, 6];
  if (/^weekdays/i.test(text)) return [0, 1, 2, 3, 4];
  const [from, to] = text.split(/\s*(?:-|–|—|\bto\b|\bthrough\b|\bthru\b)\s*/i);
  if (to === undefined)
    return text
      .split(/\s*(?:,\s*and\b|,|&|\+|\/|\band\b)\s*/i)
      .filter(Boolean)
      .map(indexOfDay);
  const days: number[] = [];
  for (let day = indexOfDay(from!); ; day = (day + 1) % 7) {
    days.push(day);
    if (day === indexOfDay(to)) return days;
  }
}

/** Without "am" or "pm", "8-5" is daytime, but "9-9" and "5-8" may be anything. */
const isPlain = (text: string): boolean =>
  /closed|[ap]\.?\s?m|noon|:\d{2}.*1[3-9]:|:\d{2}.*2[0-3]:/i.test(text) || /^\s*(?:7|8|9|10)(?::\d\d)?\s*(?:-|–|—|to)\s*[1-6](?::\d\d)?\s*$/i.test(text); // prettier-ignore

/** Adds the hours of days to a week. False if they contradict it or can't be read. */
function addDays(week: Week, days: readonly number[], text: string): boolean {
  const hours = text.replace(/([ap])\.?\s?m\.?/gi, '$1m').replace(/\s*;\s*/g, ', ');
  if (!isPlain(hours) || parseDayHours(hours) === null || days.includes(-1)) return false;
  return days.every((day) => {
    const field = `${dayNames[day]!}Hours` as const;
    const stated = formatDayHours(hours);
    if (week[field] !== undefined && week[field] !== stated) return false;
    week[field] = stated;
    return true;
  });
}

interface FoundHours {
  week: Week;
  /** The lines that state it. */
  lines: string[];
  /** A line about days couldn't be read for sure, or contradicts another. */
  isDoubtful: boolean;
}

/** Reads weekly hours from the lines of a page: rows of a table, items of a list, or sentences. */
export function readHours(lines: readonly Line[]): FoundHours {
  const found: FoundHours = { week: {}, lines: [], isDoubtful: false };
  lines.forEach((line, index) => {
    const next = lines[index + 1]?.text ?? '';
    const isSplit = daysAlone.test(line.text) && (hoursAlone.test(next) || /^by appointment/i.test(next));
    const text = isSplit ? `${line.text.replace(/[:,]$/, '')}: ${next}` : line.text;
    if (text.length > 400) return;
    const spelled = text.replace(/\bM\s*[-–]\s*F\b/g, 'Mon-Fri').replace(/\bM\s*[-–]\s*Th\b/g, 'Mon-Thu');
    const segments = [...spelled.matchAll(segment)];
    const about = [...line.headings.slice(-1), text].join(' ');
    // "Mon: by appointment" is about hours; "See you Monday!" isn't.
    const isAboutHours = /\d\s*(?:[ap]\.?m|:\d\d)|closed|appointment|\bopen\b/i.test(text) && mentionsDay.test(spelled);
    if (unlike.test(about)) {
      if (isAboutHours && !/holiday|emergenc|christmas|thanksgiving/i.test(about)) found.isDoubtful = true;
      return;
    }
    if (segments.length === 0) {
      if (isAboutHours) found.isDoubtful = true;
      return;
    }
    const rest = spelled.replace(segment, ' ');
    const isRead = segments.every(([, days, hours]) => addDays(found.week, listDays(days!), hours!));
    if (!isRead || mentionsDay.test(rest) || /\d/.test(rest)) found.isDoubtful = true;
    else found.lines.push(text);
  });
  return found;
}
