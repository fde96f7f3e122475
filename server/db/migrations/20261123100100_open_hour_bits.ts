import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('open-hour-bits');
