import type { Knex } from 'knex';
import { can } from '#shared/permissions.ts';
import { tableShapes, type TableName } from '#shared/tables/table-list.ts';
import { Refusal } from '#server/base/http/errors.ts';
import type { BulkAction, BulkActions, StaffContext } from '#server/base/tables/bulk-action.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import { findStaffMember } from './queries-bulk.ts';
import { tables } from './registry.ts';

/** A list whose rows a change may apply to, and who may change them. */
export interface BulkTarget {
  /** Stored with the change. The actions in the audit log begin with it. */
  name: string;
  source: TableSource;
  bulk: BulkActions<unknown>;
  /** The group whose locations are changed; null for staff. */
  groupId: number | null;
  /** The account, unless it may no longer change these rows. */
  mayChange(db: Knex, userId: number | null): Promise<StaffContext['actor'] | null>;
}

export function staffTarget(table: TableName): BulkTarget {
  const { source, bulk } = tables[table];
  return {
    name: table,
    source,
    bulk: bulk ?? { version: 'null', actions: {} },
    groupId: null,
    mayChange: async (db, userId) => {
      const member = await findStaffMember(db, userId);
      return member && can(member.role, tableShapes[table].changing) ? member : null;
    },
  };
}

export function actionOf({ bulk: { actions } }: BulkTarget, name: string): BulkAction<unknown> {
  if (!Object.hasOwn(actions, name)) throw new Refusal(400, 'unknown_action', 'This list has no such action.');
  return actions[name]!;
}
