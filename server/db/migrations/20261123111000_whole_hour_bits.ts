import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('whole-hour-bits');
