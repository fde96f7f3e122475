import type { Knex } from 'knex';
import { articleStats, getArticle, listArticles, newestArticle } from '#contract/articles/articles.ts';
import { publicAds } from '#contract/ads.ts';
import { getBillingCatalog } from '#contract/billing/billing.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { listingPhotos } from '#contract/listings/gallery.ts';
import { getByLocation, getDentist, listServices, searchDirectory } from '#contract/listings/listings.ts';
import { listPopularCities, readSentence, listInsurancePlans } from '#contract/listings/search-help.ts';
import { cityFacts, geographicData, geographicStates, getStats, listCities } from '#contract/places/places.ts';
import { policies } from '#contract/policies/policies.ts';
import { siteInfo } from '#contract/site.ts';
import { findContentVersions } from '../queries.ts';

export const subjects = ['listings', 'articles', 'ads'] as const;
export type Subject = (typeof subjects)[number];
export type ContentVersions = Readonly<Record<Subject, string>>;

const subjectsByEndpoint = new Map<AnyEndpoint, readonly Subject[]>([
  ...[
    getStats,
    geographicData,
    geographicStates,
    listCities,
    cityFacts,
    searchDirectory,
    getDentist,
    getByLocation,
    listServices,
    listInsurancePlans,
    listingPhotos,
    listPopularCities,
    readSentence,
  ].map((endpoint) => [endpoint as AnyEndpoint, ['listings']] as const),
  ...[articleStats, newestArticle, getArticle, listArticles].map(
    (endpoint) => [endpoint as AnyEndpoint, ['articles']] as const,
  ),
  [publicAds, ['ads']],
  [policies, ['ads']],
  // These change only with the settings of the server, and with time.
  [siteInfo, []],
  [getBillingCatalog, []],
]);

/** The subjects whose changes can change this endpoint's response. An endpoint that isn't listed depends on all of them. */
export const subjectsOf = (endpoint: AnyEndpoint): readonly Subject[] => subjectsByEndpoint.get(endpoint) ?? subjects;

/** Reads the versions of the content. Concurrent readers share one query, which starts after each of them asked. */
export class ContentVersionReader {
  readonly #db: Knex;
  #running: Promise<ContentVersions> | null = null;
  #next: Promise<ContentVersions> | null = null;

  constructor(db: Knex) {
    this.#db = db;
  }

  read(): Promise<ContentVersions> {
    if (!this.#running) return this.#start();
    // The running query may not see a change that was committed before this call.
    this.#next ??= this.#running.then(
      () => this.#startNext(),
      () => this.#startNext(),
    );
    return this.#next;
  }

  #startNext(): Promise<ContentVersions> {
    this.#next = null;
    return this.#start();
  }

  #start(): Promise<ContentVersions> {
    const query = findContentVersions(this.#db);
    const end = () => void (this.#running === query && (this.#running = null));
    this.#running = query;
    query.then(end, end);
    return query;
  }
}
