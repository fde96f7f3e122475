import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('facets', 'listing-keys', 'search-indexes', 'rebuild-search');
