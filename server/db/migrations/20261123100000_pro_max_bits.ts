import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('pro-max-bits');
