/** The same limit as slugify() in the database. */
const MAX_LENGTH = 80;

/**
 * Joins the words of a text with hyphens. The text must be lower case and without accents, as search_norm() in the
 * database returns it; an import calls this once per row, so it avoids work that most names do not need.
 */
export function slugFromFolded(folded: string): string {
  const slug = (folded.includes("'") ? folded.replaceAll("'", '') : folded).replace(/[^a-z0-9]+/g, '-');
  const start = slug.startsWith('-') ? 1 : 0;
  const end = slug.endsWith('-') ? slug.length - 1 : slug.length;
  return end - start > MAX_LENGTH ? slug.slice(start, start + MAX_LENGTH).replace(/-$/, '') : slug.slice(start, end);
}

/** Turns a name into a part of a URL, exactly like slugify() in the database. */
export const slugify = (text: string): string =>
  slugFromFolded(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, ''),
  );

/** The first of slug, slug-2, slug-3 and so on that is not taken. */
export function chooseFreeSlug(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  for (let suffix = 2; ; suffix++) if (!taken.has(`${slug}-${suffix}`)) return `${slug}-${suffix}`;
}

/** A brand as the first part of a file's name: "bright-bay-dental-guide". */
export const fileNameOf = (brand: string): string => slugify(brand) || 'directory';
