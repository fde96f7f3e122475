import { SqlText } from '#server/base/tables/sql-text.ts';
import type { FilterSql } from '#server/base/tables/table-source.ts';

/** A filter for items of the viewer, of no one, or of others. `assigneeId` is an SQL expression. */
export const filterByAssignee =
  (assigneeId: string): FilterSql =>
  (values, { userId }) => {
    const sql = new SqlText().add('(false');
    if (values.includes('me')) sql.add(` or ${assigneeId} = ?`, userId);
    if (values.includes('none')) sql.add(` or ${assigneeId} is null`);
    if (values.includes('others')) sql.add(` or ${assigneeId} <> ?`, userId);
    return sql.add(')');
  };
