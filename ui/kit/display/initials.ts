const titles = /^(?:dr|mr|mrs|ms|prof)\.?$/i;

/** The first letters of the first and the last name, without titles. */
export function initials(name: string): string {
  const words = name.split(/[\s,]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word) && !titles.test(word));
  const first = words[0] ?? '';
  const last = words.length > 1 ? (words[words.length - 1] ?? '') : '';
  return `${Array.from(first)[0] ?? ''}${Array.from(last)[0] ?? ''}`.toUpperCase();
}
