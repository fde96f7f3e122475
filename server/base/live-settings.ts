import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { siteFieldNames, siteFields } from '#contract/site-settings.ts';
import { noPlanPrices, storedPlanPrices, type StoredPlanPrices } from '#contract/billing/plan-prices.ts';
import { readOnlyPeriod, storedNotices, type ReadOnlyPeriod, type StatusNotice } from '#contract/status.ts';
import { completeSettings, type SiteSettings } from '#shared/site-settings.ts';
import type { Config } from './config.ts';
import { answerInTime, CLOSE_MS } from './db/hung-database.ts';
import { prepared } from './db/knex.ts';

/** How old the settings may get between two requests or jobs. */
const MAX_AGE_MS = 2_000;
/** How long a request waits for newer settings before it uses the ones it has. */
const WAIT_MS = 250;

interface Sources {
  db: Knex;
  statusDb?: Knex;
  log: Pick<Logger, 'warn'>;
  config: Pick<Config, 'SUPPORT_EMAIL' | 'SUPPORT_PHONE' | 'SOCIAL_LINKS'>;
}
interface Stored {
  value: unknown;
  readOnly: unknown;
  notices: unknown;
  planPrices: unknown;
  version: string | null;
}

/** Reads all in one statement, so that the settings are never newer or older than their version. */
const findStored = async (db: Knex): Promise<Stored> => {
  const [stored] = await prepared<Stored>(
    db,
    `select (select value from system_settings where name = 'site') as value,
       (select value from system_settings where name = 'read_only') as read_only,
       (select value from system_settings where name = 'notices') as notices,
       (select value from system_settings where name = 'plan_prices') as plan_prices,
       (select sum(n)::text from content_versions where subject = 'settings') as version`,
    [],
    CLOSE_MS,
  );
  return stored!;
};

/** The stored values that are valid, because an earlier release may have stored one in another form. */
function readStored(stored: unknown): Partial<SiteSettings> {
  const values = siteFieldNames.flatMap((name) => {
    const parsed = siteFields[name].safeParse((stored as Record<string, unknown> | null)?.[name]);
    if (!parsed.success || parsed.data === '') return [];
    return [[name, name === 'socialLinks' ? parsed.data.split('\n') : parsed.data] as const];
  });
  return Object.fromEntries(values);
}

/**
 * The settings of the site in this process. Pages compare their version before each response; other requests and jobs read
 * settings that are at most a few seconds old.
 */
export class LiveSettings {
  readonly #db: Knex;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #defaults: Partial<SiteSettings>;
  #current: SiteSettings;
  #readOnly: ReadOnlyPeriod | null = null;
  #notices: StatusNotice[] = [];
  #planPrices = noPlanPrices;
  #version = -1;
  #readAt = -Infinity;
  #loading: Promise<void> | null = null;

  constructor({ db, statusDb, log, config }: Sources) {
    this.#db = statusDb ?? db;
    this.#log = log;
    this.#defaults = {
      supportEmail: config.SUPPORT_EMAIL,
      supportPhone: config.SUPPORT_PHONE,
      socialLinks: config.SOCIAL_LINKS,
    };
    this.#current = completeSettings(this.#defaults);
  }

  get current(): SiteSettings {
    return this.#current;
  }

  get brand(): string {
    return this.#current.brand;
  }

  /** Set while staff keep the site read-only. */
  get readOnly(): ReadOnlyPeriod | null {
    return this.#readOnly;
  }

  /** The notices of the status page, the newest first. */
  get notices(): readonly StatusNotice[] {
    return this.#notices;
  }

  /** The ids and amounts of the plans' prices at Stripe. */
  get planPrices(): StoredPlanPrices {
    return this.#planPrices;
  }

  /** The values of fields that are left empty. Some follow the brand. */
  get defaults(): SiteSettings {
    return { ...completeSettings({ ...this.#defaults, brand: this.brand }), brand: completeSettings({}).brand };
  }

  /** Reads the settings after a change that was just committed. */
  async reload(): Promise<void> {
    await this.#loading?.catch(() => undefined);
    await this.load();
  }

  /** Reads the settings. Concurrent calls share a query. */
  load(): Promise<void> {
    this.#loading ??= this.#read().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now();
    const { value, readOnly, notices, planPrices, version } = await findStored(this.#db);
    this.#current = completeSettings({ ...this.#defaults, ...readStored(value) });
    this.#readOnly = readOnlyPeriod.nullable().safeParse(readOnly).data ?? null;
    this.#notices = storedNotices.safeParse(notices).data ?? [];
    this.#planPrices = storedPlanPrices.safeParse(planPrices).data ?? noPlanPrices;
    this.#version = Number(version ?? 0);
  }

  /** Makes the settings at least as new as this version. */
  async reach(version: string | null): Promise<void> {
    const wanted = Number(version ?? 0);
    // The running query may not see the change yet.
    if (this.#version < wanted) await this.#loading;
    if (this.#version < wanted) await this.load();
  }

  /** Reads the settings again if they are old. A database that doesn't answer leaves them as they are. */
  async refresh(): Promise<void> {
    if (performance.now() - this.#readAt < MAX_AGE_MS) return;
    const loaded = this.load()
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the settings of the site could not be read'))
      .then(() => ({}));
    await answerInTime(loaded, WAIT_MS);
  }
}
