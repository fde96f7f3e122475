import { can } from '#contract/permissions.ts';
import type { TableName } from '#contract/table-list.ts';
import type { Actor } from '#server/http/context.ts';
import { forbidden } from '#server/http/errors.ts';

/** Accounts are shown to fewer roles than listings. */
export function requirePermission(actor: Actor, table: TableName): void {
  if (table === 'users' && !can(actor.role, 'users.manage'))
    throw forbidden('Your role doesn’t include the list of users. Ask an administrator.', 'role_not_allowed');
}
