import type { CatalogKind } from '#contract/admin/admin-catalog.ts';

export const kindNames: Record<CatalogKind, { title: string; one: string; many: string }> = {
  services: { title: 'Services', one: 'service', many: 'services' },
  'practice-types': { title: 'Practice types', one: 'practice type', many: 'practice types' },
  practices: { title: 'Practices', one: 'practice', many: 'practices' },
};
