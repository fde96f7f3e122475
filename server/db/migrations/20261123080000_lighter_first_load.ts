import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('lighter-first-load');
