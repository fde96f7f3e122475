import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { articleStats, getArticle, listArticles, newestArticle } from '#contract/articles/articles.ts';
import { publicAds } from '#contract/ads.ts';
import { getBillingCatalog } from '#contract/billing/billing.ts';
import { confirmedCount } from '#contract/confirmations.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { openBrand } from '#contract/groups/brands.ts';
import { listingPhotos } from '#contract/listings/gallery.ts';
import { getByLocation, getDentist, listServices, searchDirectory } from '#contract/listings/listings.ts';
import { listPopularCities, readSentence, listInsurancePlans } from '#contract/directory/search-help.ts';
import { cityFacts, geographicData, geographicStates, getStats, listCities } from '#contract/places/places.ts';
import { policies } from '#contract/policies/policies.ts';
import { siteInfo } from '#contract/site.ts';
import { answerInTime, HUNG_MS } from '#server/base/db/hung-database.ts';
import type { Deps } from '#server/base/http/context.ts';
import { asRefusal, unavailable } from '#server/base/http/errors.ts';
import { findContentVersions } from '../queries.ts';

/** How long a request waits for a database that is known to hang. */
const HUNG_WAIT_MS = 100;

export const subjects = ['listings', 'articles', 'ads', 'settings'] as const;
export type Subject = (typeof subjects)[number];
export type ContentVersions = Readonly<Record<Subject, string>>;

const subjectsByEndpoint = new Map<AnyEndpoint, readonly Subject[]>([
  ...[
    getStats,
    confirmedCount,
    geographicData,
    geographicStates,
    listCities,
    cityFacts,
    getDentist,
    getByLocation,
    listServices,
    listInsurancePlans,
    listingPhotos,
    openBrand,
    listPopularCities,
    readSentence,
  ].map((endpoint) => [endpoint as AnyEndpoint, ['listings']] as const),
  ...[articleStats, newestArticle, getArticle, listArticles].map(
    (endpoint) => [endpoint as AnyEndpoint, ['articles']] as const,
  ),
  [searchDirectory, ['listings', 'articles']],
  [publicAds, ['ads']],
  [policies, ['ads', 'settings']],
  // The removal of sample data changes the listings, too.
  [siteInfo, ['settings', 'listings']],
  [getBillingCatalog, ['settings']],
]);

/** The subjects whose changes can change this endpoint's response. An endpoint that isn't listed depends on all of them. */
export const subjectsOf = (endpoint: AnyEndpoint): readonly Subject[] => subjectsByEndpoint.get(endpoint) ?? subjects;

const readers = new WeakMap<Deps, ContentVersionReader>();
export function contentVersionsOf(deps: Deps): ContentVersionReader {
  let reader = readers.get(deps);
  if (!reader) readers.set(deps, (reader = new ContentVersionReader(deps)));
  return reader;
}

/** A replica that has all changes of these versions. Otherwise a page that lacks one would be stored as current. */
export async function findReplicaAt({ replicas }: Pick<Deps, 'replicas'>, wanted: ContentVersions) {
  const replica = replicas?.choose();
  if (!replica) return undefined;
  const reached = await findContentVersions(replica).catch(() => null);
  return reached && subjects.every((subject) => Number(reached[subject]) >= Number(wanted[subject]))
    ? replica
    : undefined;
}

export const databaseHung = () => unavailable('We can’t reach the database. Please try again in a moment.', 2);

/** Reads the versions of the content. Concurrent readers share one query, which starts after each of them asked. */
class ContentVersionReader {
  readonly #db: Knex;
  readonly #log: Logger;
  #running: Promise<ContentVersions> | null = null;
  #next: Promise<ContentVersions> | null = null;
  #isHung = false;

  constructor({ db, statusDb, log }: Pick<Deps, 'db' | 'statusDb' | 'log'>) {
    this.#db = statusDb ?? db;
    this.#log = log;
  }

  /**
   * Reads the versions, or returns null if the database doesn't answer within a second. After that, requests wait only briefly,
   * until it answers again.
   */
  async readInTime(): Promise<ContentVersions | null> {
    try {
      const versions = await answerInTime(this.read(), this.#isHung ? HUNG_WAIT_MS : HUNG_MS);
      if (!versions) this.#noteHung(true);
      return versions;
    } catch (error) {
      if (asRefusal(error)?.status !== 503) throw error;
      this.#noteHung(true);
      return null;
    }
  }

  /** Logs each change once, however many requests notice it. */
  #noteHung(isHung: boolean): void {
    if (this.#isHung === isHung) return;
    this.#isHung = isHung;
    if (isHung) this.#log.warn('the database does not answer; stored pages may be out of date');
    else this.#log.info('the database answers again');
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
    query
      .then(
        () => this.#noteHung(false),
        () => undefined,
      )
      .then(end, end);
    return query;
  }
}
