import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('directory', 'directory-rebuild', 'first-load', 'content-versions');
