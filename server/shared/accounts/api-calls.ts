import type { ApiScope } from './api-scopes.ts';

/**
 * The calls of each scope. A key can make no other call, so passwords, payments, keys, sessions, access to listings, and the
 * rest of the panel always take a login.
 */
const calls: Record<ApiScope, readonly string[]> = {
  directory: [
    'GET /api/v1/practices',
    'GET /api/v1/practices/bulk',
    'GET /api/dentists',
    'GET /api/dentists/search',
    'GET /api/dentists/:id',
    'GET /api/dentists/:id/photos',
    'GET /api/dentists/:id/reviews',
    'GET /api/dentists/:id/appointments',
    'GET /api/directory',
    'GET /api/directory/option-counts',
    'GET /api/map/cities',
    'GET /api/map/matches',
    'GET /api/map/zip-centers',
    'GET /api/suggest',
    'GET /api/search/sentence',
    'GET /api/search/popular-cities',
    'GET /api/services',
    'GET /api/insurance-plans',
    'GET /api/practice-types',
    'GET /api/topics',
    'GET /api/practices',
    'GET /api/stats',
    'GET /api/geographic/data',
    'GET /api/geographic/states',
    'GET /api/states',
    'GET /api/states/:state/cities',
    'GET /api/states/:state/cities/:city',
    'GET /api/articles',
    'GET /api/articles/:slug',
  ],
  'own.read': [
    'GET /api/user/dentists',
    'GET /api/user/dentists/:id/history',
    'GET /api/user/dentists/:id/insights',
    'GET /api/user/similar-listings',
  ],
  'own.write': [
    'POST /api/practices',
    'POST /api/dentists',
    'PUT /api/user/dentists/:id',
    'POST /api/user/dentists/:id/confirm',
    'POST /api/user/dentists/:id/history/:entry/put-back',
    'POST /api/user/dentists/:id/photos',
    'PUT /api/user/dentists/:id/photos',
    'POST /api/user/dentists/:id/photos/restore',
  ],
  appointments: [
    'GET /api/user/appointment-listings',
    'PUT /api/user/dentists/:id/appointments',
    'GET /api/user/appointments',
    'POST /api/user/appointments/:id/answer',
  ],
  reviews: [
    'GET /api/user/dentists/:id/reviews',
    'POST /api/user/reviews/:id/reply',
    'POST /api/user/reviews/:id/report',
    'GET /api/user/dentists/:id/review-link',
  ],
  import: [
    'POST /api/admin/import-csv',
    'GET /api/admin/imports',
    'POST /api/admin/imports',
    'POST /api/admin/imports/mapping',
    'POST /api/admin/imports/uploaded',
    'GET /api/admin/imports/:id',
    'GET /api/admin/imports/:id/rows',
    'GET /api/admin/imports/:id/refused.csv',
    'POST /api/admin/imports/:id/cancel',
    'POST /api/admin/imports/:id/commit',
    'GET /api/admin/uploads/:sha256',
    'PUT /api/admin/uploads/:sha256',
  ],
};

export const scopeOf: ReadonlyMap<string, ApiScope> = new Map(
  (Object.keys(calls) as ApiScope[]).flatMap((scope) => calls[scope].map((call) => [call, scope] as const)),
);

/** Calls that an API key of a group can't make, because a new listing is no location yet. */
export const callsWithoutGroup: ReadonlySet<string> = new Set([
  'GET /api/user/similar-listings',
  'POST /api/practices',
  'POST /api/dentists',
]);
