import type { CatalogKind } from '#contract/listings/admin-catalog.ts';

export const kindNames: Record<CatalogKind, { title: string; one: string; many: string }> = {
  services: { title: 'Services', one: 'service', many: 'services' },
  'practice-types': { title: 'Practice types', one: 'practice type', many: 'practice types' },
  practices: { title: 'Practices', one: 'practice', many: 'practices' },
  'insurance-plans': { title: 'Insurance plans', one: 'insurance plan', many: 'insurance plans' },
};

/** Calls whose replies a change of the catalog makes stale. */
export const staleAfterChange = [
  '/api/admin/catalog',
  '/api/services',
  '/api/practice',
  '/api/insurance-plans',
  '/api/dentists',
  '/api/directory',
];
