import type { TableName } from '#shared/tables/table-list.ts';
import { userActions } from '#server/accounts/admin/user-actions.ts';
import { userSource } from '#server/accounts/admin/user-table.ts';
import { appointmentActions } from '#server/appointments/appointment-actions.ts';
import { appointmentSource } from '#server/appointments/appointment-table.ts';
import { articleActions } from '#server/articles/article-actions.ts';
import { articleSource } from '#server/articles/article-table.ts';
import { auditSource } from '#server/audit/audit-table.ts';
import { subscriptionSource } from '#server/billing/subscription-table.ts';
import { importSource } from '#server/bulk/runs/import-table.ts';
import { callListSource } from '#server/confirmations/call-list-table.ts';
import { claimSource } from '#server/claims/review/claim-table.ts';
import type { BulkActions } from '#server/base/tables/bulk-action.ts';
import type { TableSource } from '#server/base/tables/table-source.ts';
import {
  messageActions,
  newListingActions,
  privacyActions,
  problemActions,
  reviewActions,
} from '#server/inbox/inbox-actions.ts';
import {
  messageSource,
  newListingSource,
  privacySource,
  problemSource,
  reviewSource,
} from '#server/inbox/inbox-tables.ts';
import { listingActions } from '#server/listings/admin/listing-actions.ts';
import { listingSource } from '#server/directory/staff/listing-table.ts';

interface RegisteredTable {
  source: TableSource;
  bulk: BulkActions<unknown> | null;
}

const table = <S>(source: S, bulk: BulkActions<unknown> | null = null): RegisteredTable => ({
  source: source as unknown as TableSource,
  bulk,
});

export const tables: Record<TableName, RegisteredTable> = {
  listings: table(listingSource, listingActions),
  users: table(userSource, userActions),
  audit: table(auditSource),
  articles: table(articleSource, articleActions),
  messages: table(messageSource, messageActions),
  problems: table(problemSource, problemActions),
  privacy: table(privacySource, privacyActions),
  newListings: table(newListingSource, newListingActions),
  reviews: table(reviewSource, reviewActions),
  appointments: table(appointmentSource, appointmentActions),
  subscriptions: table(subscriptionSource),
  imports: table(importSource),
  claims: table(claimSource),
  callList: table(callListSource),
};
