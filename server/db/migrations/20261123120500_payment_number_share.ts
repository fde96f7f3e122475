import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('payment-number-share');
