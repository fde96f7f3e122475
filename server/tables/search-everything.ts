import type { Knex } from 'knex';
import { can, type Permission } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { FoundItem, FoundKind } from '#contract/tables/staff-search.ts';
import { searchPeopleForStaff, searchSimilarPeople } from '#server/accounts/admin/staff-search.ts';
import { findSimilarNames } from '#server/directory/did-you-mean.ts';
import { searchAppointmentsForStaff } from '#server/appointments/staff-search.ts';
import { searchArticlesForStaff } from '#server/articles/staff-search.ts';
import { searchPaymentsForStaff, searchSubscriptionsForStaff } from '#server/billing/staff-search.ts';
import { searchImportsForStaff } from '#server/bulk/runs/staff-search.ts';
import { searchClaimsForStaff, type FoundClaim } from '#server/claims/review/staff-search.ts';
import { readStaffQuery, type FoundRow } from '#server/base/tables/staff-query.ts';
import {
  searchMessagesForStaff,
  searchPrivacyRequestsForStaff,
  searchProblemsForStaff,
  type FoundInboxItem,
} from '#server/inbox/staff-search.ts';
import { searchCatalogForStaff } from '#server/listings/admin/staff-search.ts';
import {
  findListings,
  searchListingsForStaff,
  searchPracticesForStaff,
  type ListingQuery,
} from '#server/listings/staff-search.ts';

const claimLists = ['pending', 'approved', 'rejected'];
const claimPath = ({ id, status }: FoundClaim): string =>
  `/admin?tab=claims&list=${claimLists.includes(status) ? status : 'rejected'}&claim=${id}`;
const inboxPath =
  (screen: string) =>
  ({ id, status }: FoundInboxItem): string =>
    `/admin/${screen}?${status === 'open' ? '' : 'view=closed&'}item=${id}`;
const accountPath = ({ userId }: { userId: number }): string => `/admin/users?open=${userId}`;

/** A shorter text is like too many names. */
const SHORTEST_TYPO = 4;

/** Finds whatever the role may read, a few results of each kind. Without any, it looks for names that differ by a typo. */
export async function searchEverything(db: Knex, role: Role, text: string): Promise<FoundItem[]> {
  const found = await findExactly(db, role, text);
  const typed = readStaffQuery(text);
  const isName = typed.id === null && typed.digits === null && typed.text.length >= SHORTEST_TYPO;
  if (found.length > 0 || !isName) return found;
  const people = can(role, 'users.manage') ? await searchSimilarPeople(db, typed) : [];
  const named = people.map(({ id, label, detail }): FoundItem => ({
    kind: 'person',
    id,
    label,
    detail: detail ?? '',
    to: accountPath({ userId: id }),
  }));
  for (const name of await findSimilarNames(db, text)) {
    const listed = await findExactly(db, role, name);
    if (listed.length > 0)
      return [...listed, ...named.filter(({ id }) => !listed.some((one) => one.kind === 'person' && one.id === id))];
  }
  return named;
}

async function findExactly(db: Knex, role: Role, text: string): Promise<FoundItem[]> {
  const typed = readStaffQuery(text);
  if (typed.words.length === 0) return [];
  const query = await findListings(db, typed);

  async function find<Row extends FoundRow>(
    permission: Permission,
    kind: FoundKind | ((row: Row) => FoundKind),
    search: (db: Knex, query: ListingQuery) => Promise<Row[]>,
    pathOf: (row: Row) => string,
  ): Promise<FoundItem[]> {
    if (!can(role, permission)) return [];
    const found = await search(db, query);
    return found.map((row) => ({
      kind: typeof kind === 'string' ? kind : kind(row),
      id: row.id,
      label: row.label,
      detail: row.detail ?? '',
      to: pathOf(row),
    }));
  }

  const found = await Promise.all([
    find('listings.read', 'listing', searchListingsForStaff, ({ id }) => `/admin/listings?open=${id}`),
    find(
      'listings.read',
      'practice',
      searchPracticesForStaff,
      ({ label }) => `/admin/listings?practice=${encodeURIComponent(label)}`,
    ),
    find('users.manage', 'person', searchPeopleForStaff, ({ id }) => `/admin/users?open=${id}`),
    find('claims.read', 'claim', searchClaimsForStaff, claimPath),
    find('inbox.read', 'message', searchMessagesForStaff, inboxPath('messages')),
    find('inbox.read', 'problem', searchProblemsForStaff, inboxPath('problems')),
    find('inbox.read', 'privacy', searchPrivacyRequestsForStaff, inboxPath('privacy')),
    find('billing.manage', 'subscription', searchSubscriptionsForStaff, accountPath),
    find('billing.manage', 'payment', searchPaymentsForStaff, accountPath),
    find(
      'appointments.manage',
      'appointment',
      searchAppointmentsForStaff,
      ({ id }) => `/admin/appointments?q=%23${id}`,
    ),
    find('articles.read', 'article', searchArticlesForStaff, ({ id }) => `/admin/topics?edit=${id}`),
    find('imports.manage', 'import', searchImportsForStaff, ({ id }) => `/admin/imports/${id}`),
    find(
      'listings.manage',
      ({ list }) => list,
      searchCatalogForStaff,
      ({ list, label }) => `/admin/catalog?list=${list}&q=${encodeURIComponent(label)}`,
    ),
  ]);
  return found.flat();
}
