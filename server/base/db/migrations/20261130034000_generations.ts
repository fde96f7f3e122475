import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('generations');
