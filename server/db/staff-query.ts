/** The ways in which staff may mean what they typed. */
export interface StaffQuery {
  text: string;
  /** Words in lowercase, the longest first. */
  words: string[];
  /** An id, from "42" or "#42". */
  id: number | null;
  /** Ten digits of a phone number or of an NPI. */
  digits: string | null;
  email: string | null;
  /** For LIKE, escaped. */
  like: string;
}

export interface FoundRow {
  id: number;
  label: string;
  detail: string | null;
}

/** The number of results of each kind. */
export const FOUND_LIMIT = 5;
const MAX_WORDS = 6;

export function readStaffQuery(text: string): StaffQuery {
  const q = text.trim().toLowerCase();
  const digits = q.replace(/\D/g, '');
  const isNumber = /^[\d\s().+-]+$/.test(q);
  return {
    text: q,
    words: q
      .split(/[\s,]+/)
      .filter(Boolean)
      .slice(0, MAX_WORDS)
      .toSorted((a, b) => b.length - a.length),
    id: /^#?\d{1,9}$/.test(q) ? Number(digits) : null,
    digits: isNumber && digits.length >= 10 ? digits.slice(-10) : null,
    email: q.includes('@') ? q : null,
    like: `%${q.replace(/[\\%_]/g, String.raw`\$&`)}%`,
  };
}
