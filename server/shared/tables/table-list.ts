import { listingTable } from './lists/listings.ts';
import { appointmentTable } from './lists/appointments.ts';
import { articleTable } from './lists/articles.ts';
import { callListTable } from './lists/call-list.ts';
import { auditTable } from './lists/audit.ts';
import { claimTable } from './lists/claims.ts';
import { importTable } from './lists/imports.ts';
import { messageTable, newListingTable, privacyTable, problemTable, reviewTable } from './lists/inboxes.ts';
import { subscriptionTable } from './lists/subscriptions.ts';
import type { TableShape } from './table-shape.ts';
import { userTable } from './lists/users.ts';

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
  reviews: reviewTable,
  appointments: appointmentTable,
  subscriptions: subscriptionTable,
  imports: importTable,
  claims: claimTable,
  callList: callListTable,
} as const satisfies Record<string, TableShape>;
export type TableName = keyof typeof tableShapes;
export const tableNames = Object.keys(tableShapes) as [TableName, ...TableName[]];
