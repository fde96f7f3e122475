import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('visits', 'store-events', 'daily-figures');
