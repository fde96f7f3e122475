/** A plan's name as it appears in URLs. The server understands the slugs of all names of a plan. */
export const planSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
