import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('one-view-per-visit', 'top-spots');
