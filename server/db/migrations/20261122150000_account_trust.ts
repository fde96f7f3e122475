import { sqlMigration } from '../sql-migration.ts';

export const { up, down } = sqlMigration('email-verification', 'known-addresses', 'account-erasure');
