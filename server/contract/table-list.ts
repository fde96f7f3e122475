import { listingTable } from './listing-table.ts';
import { appointmentTable } from './staff-tables/appointments.ts';
import { articleTable } from './staff-tables/articles.ts';
import { auditTable } from './staff-tables/audit.ts';
import { claimTable } from './staff-tables/claims.ts';
import { importTable } from './staff-tables/imports.ts';
import { messageTable, newListingTable, privacyTable, problemTable } from './staff-tables/inboxes.ts';
import { subscriptionTable } from './staff-tables/subscriptions.ts';
import type { TableShape } from './table-shape.ts';
import { userTable } from './user-table.ts';

/** Every list of the admin panel that can be sorted, filtered, and saved as a view. */
export const tableShapes = {
  listings: listingTable,
  users: userTable,
  audit: auditTable,
  articles: articleTable,
  messages: messageTable,
  problems: problemTable,
  privacy: privacyTable,
  newListings: newListingTable,
  appointments: appointmentTable,
  subscriptions: subscriptionTable,
  imports: importTable,
  claims: claimTable,
} as const satisfies Record<string, TableShape>;
export type TableName = keyof typeof tableShapes;
export const tableNames = Object.keys(tableShapes) as [TableName, ...TableName[]];
