import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('imported-reviews');
