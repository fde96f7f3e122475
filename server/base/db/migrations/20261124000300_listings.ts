import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('services', 'hours', 'listings', 'derived-columns', 'listing-upkeep');
