import { formatNumber } from '#ui/kit/format.ts';
import type { CatalogKind } from '#contract/listings/admin-catalog.ts';

/** `uses` says what has the entries of a list. */
export const kindNames: Record<
  CatalogKind,
  { title: string; one: string; many: string; uses: readonly [one: string, many: string] }
> = {
  services: { title: 'Services', one: 'service', many: 'services', uses: ['listing', 'listings'] },
  'practice-types': {
    title: 'Practice types',
    one: 'practice type',
    many: 'practice types',
    uses: ['listing', 'listings'],
  },
  practices: { title: 'Practices', one: 'practice', many: 'practices', uses: ['listing', 'listings'] },
  'insurance-plans': {
    title: 'Insurance plans',
    one: 'insurance plan',
    many: 'insurance plans',
    uses: ['listing', 'listings'],
  },
  topics: { title: 'Topics', one: 'topic', many: 'topics', uses: ['article', 'articles'] },
};

/** Words how many listings or articles use an entry: "3 listings". */
export const countUses = (kind: CatalogKind, count: number): string =>
  `${formatNumber(count)} ${kindNames[kind].uses[count === 1 ? 0 : 1]}`;

/** Calls whose replies a change of the catalog makes stale. */
export const staleAfterChange = [
  '/api/admin/catalog',
  '/api/services',
  '/api/practice',
  '/api/insurance-plans',
  '/api/dentists',
  '/api/directory',
  '/api/topics',
  '/api/articles',
  '/api/admin/tables',
  '/api/admin/content-schedules',
];
