import type { TableName } from '#contract/table-list.ts';
import { userActions } from '#server/accounts/user-actions.ts';
import { userSource } from '#server/accounts/user-table.ts';
import type { BulkActions } from '#server/db/tables/bulk-action.ts';
import type { TableSource } from '#server/db/tables/table-source.ts';
import { listingActions } from '#server/listings/admin/listing-actions.ts';
import { listingSource } from '#server/listings/admin/listing-table.ts';

interface RegisteredTable {
  source: TableSource;
  bulk: BulkActions | null;
}

const table = <S>(source: S, bulk: BulkActions | null = null): RegisteredTable => ({
  source: source as unknown as TableSource,
  bulk,
});

export const tables: Record<TableName, RegisteredTable> = {
  listings: table(listingSource, listingActions),
  users: table(userSource, userActions),
};
