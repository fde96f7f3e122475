import { featureFilterNames } from '#shared/listings/feature-filters.ts';
import { findState } from '#shared/places/states.ts';

/** The query parameters that the directory reads, in the order of its own links. */
const directoryParams = [
  'location',
  'service',
  'name',
  'radius',
  'box',
  'openNow',
  ...featureFilterNames,
  'evening',
  'openAt',
  'lead',
  'language',
  'services',
  'plan',
  'openOn',
  'gender',
  'maxPrice',
  'minRating',
  'minReviews',
  'nearMe',
  'sort',
  'organic',
  'view',
  'page',
  'q',
];

/** A form without scripts sends these once for each choice. */
const listParams = new Set(['services', 'plan', 'openOn']);

/** Public pages by the pattern of their path, with the query parameters that each reads. Everyone gets the same document. */
const publicPages: readonly [pattern: RegExp, params: readonly string[]][] = [
  [/^\/$/, []],
  [/^\/directory$/, directoryParams],
  [/^\/compare$/, ['ids']],
  [
    /^\/(?:shortlist|about|terms|consumer-health-data|accessibility|advertising|how-ranking-works|how-reviews-work)$/,
    [],
  ],
  [/^\/(?:contact|privacy)$/, ['sent']],
  [/^\/pricing$/, ['contact']],
  [/^\/geographic-map$/, ['view', 'state']],
  [/^\/dentists\/[^/]+$/, []],
  [/^\/(?:dentists|teeth-whitening)\/[^/]+\/[^/]+$/, ['page']],
  [/^\/topics$/, ['q', 'category']],
  [/^\/topics\/[^/]+$/, []],
  [/^\/articles\/[^/]+$/, []],
  [/^\/profile\/[^/]+$/, []],
  [/^\/groups\/[^/]+$/, ['q', 'state', 'page']],
  [/^\/reviews\/[^/]+$/, ['stars', 'service', 'language', 'photos', 'verified', 'mention', 'page']],
];
const profilePath = /^\/([^/]+)(?:\/[^/]+){3}$/;

/**
 * The address by which a public page is cached and rendered, or null for any other page: parameters that the page ignores,
 * such as those of ad campaigns, are left out, and the others are put in a fixed order.
 */
export function toPublicAddress(url: string): string | null {
  const [path, query] = splitAt(url, '?');
  const params = findParams(path);
  if (!params) return null;
  if (query === '' || params.length === 0) return path;
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of params) {
    const values = given.getAll(name).filter((value) => value !== '');
    if (values.length > 0) kept.set(name, listParams.has(name) ? values.join(',') : values[0]!);
  }
  return kept.size > 0 ? `${path}?${kept.toString()}` : path;
}

/** Found in a path that may be another spelling of a public page. */
const oddSpelling = /[A-Z%]|\/\/|.\/$/;

/** The canonical URL of a public page whose path has capitals, duplicate slashes, or a slash at its end, or null. */
export function toCanonicalUrl(url: string): string | null {
  const [path, query] = splitAt(url, '?');
  if (!oddSpelling.test(path)) return null;
  const canonical = path
    .replace(/%(?:2d|3\d|[46][1-9a-f]|[57][0-9a]|5f)/gi, (escape) =>
      String.fromCodePoint(Number.parseInt(escape.slice(1), 16)),
    )
    .replace(/\/{2,}/g, '/')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();
  if (canonical === path || !findParams(canonical)) return null;
  return query === '' ? canonical : `${canonical}?${query}`;
}

const findParams = (path: string): readonly string[] | null =>
  publicPages.find(([pattern]) => pattern.test(path))?.[1] ?? (isProfilePath(path) ? [] : null);

function isProfilePath(path: string): boolean {
  const state = profilePath.exec(path)?.[1];
  return state !== undefined && /^[\w-]+$/.test(state) && findState(state) !== undefined;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
