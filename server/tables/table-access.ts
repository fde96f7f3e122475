import { can, type Permission } from '#shared/permissions.ts';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import type { Actor } from '#server/base/http/context.ts';
import { forbidden } from '#server/base/http/errors.ts';

/** Each list has its own permissions, which the calls of all lists check here. */
function requirePermission(actor: Actor, permission: Permission): void {
  if (!can(actor.role, permission))
    throw forbidden(`Your role, ${actor.role}, doesn’t include this list. Ask an administrator.`, 'role_not_allowed');
}

export const requireReading = (actor: Actor, table: TableName): void =>
  requirePermission(actor, tableShapes[table].reading);
export const requireChanging = (actor: Actor, table: TableName): void =>
  requirePermission(actor, tableShapes[table].changing);
