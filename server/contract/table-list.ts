import { listingTable } from './listing-table.ts';
import type { TableShape } from './table-shape.ts';
import { userTable } from './user-table.ts';

/** Every list of the admin panel that can be sorted, filtered, and saved as a view. */
export const tableShapes = { listings: listingTable, users: userTable } as const satisfies Record<string, TableShape>;
export type TableName = keyof typeof tableShapes;
export const tableNames = Object.keys(tableShapes) as [TableName, ...TableName[]];
