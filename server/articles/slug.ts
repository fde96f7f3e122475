/** Addresses under /articles that are not articles. */
const RESERVED = new Set(['stats', 'preview']);

export function slugify(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'article' : RESERVED.has(plain) ? `${plain}-article` : plain;
}

/** The first of slug, slug-2, slug-3 … that is free. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; ; n++) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
}
