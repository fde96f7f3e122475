import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('directory', 'directory-rebuild', 'bulk-loads', 'content-versions');
