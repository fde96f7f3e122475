import type { Knex } from 'knex';
import { can, type Permission } from '#contract/permissions.ts';
import type { Role } from '#contract/roles.ts';
import type { FoundItem, FoundKind } from '#contract/admin/staff-search.ts';
import { searchPeopleForStaff } from '#server/accounts/admin/staff-search.ts';
import { searchArticlesForStaff } from '#server/articles/staff-search.ts';
import { searchImportsForStaff } from '#server/bulk/runs/staff-search.ts';
import { searchClaimsForStaff, type FoundClaim } from '#server/claims/review/staff-search.ts';
import { readStaffQuery, type FoundRow, type StaffQuery } from '#server/db/staff-query.ts';
import { searchListingsForStaff, searchPracticesForStaff } from '#server/listings/staff-search.ts';

const claimLists = ['pending', 'approved', 'rejected'];
const claimPath = ({ id, status }: FoundClaim): string =>
  `/admin?tab=claims&list=${claimLists.includes(status) ? status : 'rejected'}&claim=${id}`;

/** Finds whatever the role may read, a few results of each kind. */
export async function searchEverything(db: Knex, role: Role, text: string): Promise<FoundItem[]> {
  const query = readStaffQuery(text);
  if (query.words.length === 0) return [];
  const find = <Row>(permission: Permission, search: (db: Knex, query: StaffQuery) => Promise<Row[]>) =>
    can(role, permission) ? search(db, query) : [];
  const [listings, practices, people, claims, articles, imports] = await Promise.all([
    find('listings.read', searchListingsForStaff),
    find('listings.read', searchPracticesForStaff),
    find('users.manage', searchPeopleForStaff),
    find('claims.read', searchClaimsForStaff),
    find('articles.read', searchArticlesForStaff),
    find('imports.manage', searchImportsForStaff),
  ]);
  const toItems = <Row extends FoundRow>(kind: FoundKind, rows: readonly Row[], path: (row: Row) => string) =>
    rows.map((row): FoundItem => ({ kind, id: row.id, label: row.label, detail: row.detail ?? '', to: path(row) }));
  return [
    ...toItems('listing', listings, ({ id }) => `/admin/listings?open=${id}`),
    ...toItems('practice', practices, ({ label }) => `/admin/listings?practice=${encodeURIComponent(label)}`),
    ...toItems('person', people, ({ id }) => `/admin/users?open=${id}`),
    ...toItems('claim', claims, claimPath),
    ...toItems('article', articles, ({ id }) => `/admin/topics?edit=${id}`),
    ...toItems('import', imports, ({ id }) => `/admin/imports/${id}`),
  ];
}
