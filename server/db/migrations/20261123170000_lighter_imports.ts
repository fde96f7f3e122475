import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('kept-references', 'inlined-plan-mask');
