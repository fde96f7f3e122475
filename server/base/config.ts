import { z } from 'zod';
import { staffRoles, type StaffRole } from '#shared/roles.ts';
import { socialNetworkOf } from '#shared/listings/social-networks.ts';

/** Environment variables, parsed once. Invalid values stop the start with a sentence for each. */
const count = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be from ${min} to ${max}`);
const limit = z
  .string()
  .regex(/^[1-9]\d{0,6}\/[1-9]\d{0,6}$/, 'must look like COUNT/SECONDS, for example 5/900')
  .transform((value) => {
    const [hits, seconds] = value.split('/').map(Number) as [number, number];
    return { hits, seconds };
  });
export type Limit = z.infer<typeof limit>;
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL (${protocols.join(', ').replaceAll(':', '://')})`,
    );
const onOff = z
  .enum(['on', 'off', '1', '0', 'true', 'false'], 'must be on or off')
  .transform((value) => value === 'on' || value === '1' || value === 'true');

const tileUrl = z.string().refine((value) => isTileUrl(value), 'must be an https:// address with {z}, {x}, and {y}');
function isTileUrl(value: string): boolean {
  if (!['{z}', '{x}', '{y}'].every((part) => value.includes(part))) return false;
  // The origin is added to the Content-Security-Policy, so it must be one plain origin.
  const plain = value.replaceAll(/\{[zxy]\}/g, '0');
  if (!URL.canParse(plain) || /[\s;,'"]/.test(value)) return false;
  const { protocol, hostname, username } = new URL(plain);
  const isLoopback = hostname === 'localhost' || hostname === '127.0.0.1';
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLoopback));
}

const socialLinks = z
  .string()
  .default('')
  .transform((list) => list.split(/[\s,]+/).filter(Boolean))
  .refine(
    (links) => links.every((link) => socialNetworkOf(link) !== undefined),
    'must be https:// addresses of accounts on Facebook, Instagram, X, LinkedIn, YouTube, TikTok, or Reddit, separated by commas',
  );

/** "Group=role" pairs, separated by commas. A group may contain spaces and equals signs. */
const roleGroups = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .filter((pair) => pair.trim() !== '')
      .map((pair) => {
        const at = pair.lastIndexOf('=');
        return { group: pair.slice(0, Math.max(at, 0)).trim(), role: pair.slice(at + 1).trim() as StaffRole };
      }),
  )
  .refine(
    (pairs) => pairs.every(({ group, role }) => group !== '' && staffRoles.includes(role)),
    `must be GROUP=ROLE pairs, separated by commas, with the roles ${staffRoles.join(', ')}`,
  );

const headerName = z.string().regex(/^[A-Za-z0-9-]{1,60}$/, 'must be the name of a header');

const variables = {
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: count(0, 65_535).default(3000),
  HOST: z.string().min(1).optional(),
  PUBLIC_URL: url('http:', 'https:').optional(),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  /** Streaming replicas for public reads, separated by commas. */
  DATABASE_REPLICA_URL: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((each) => each.trim() || []))
    .pipe(z.array(url('postgres:', 'postgresql:'))),
  DATA_DIR: z.string().min(1).default('.data'),
  SAMPLE_DATA: count(0, 1_000_000).optional(),
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(15, 'must have at least 15 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.string().min(3).default('hello@enamel.example'),
  SUPPORT_EMAIL: z.email('must be an email address').default('support@enamel.example'),
  SUPPORT_PHONE: z.string().min(3).default('(555) 555-0100'),
  SOCIAL_LINKS: socialLinks,
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must be a Stripe secret key')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must be a Stripe publishable key')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_/, 'must be a Stripe webhook secret')
    .optional(),
  STRIPE_PRICE_PROFESSIONAL_MONTHLY: z.string().optional(),
  STRIPE_PRICE_PROFESSIONAL_YEARLY: z.string().optional(),
  STRIPE_PRICE_PROFESSIONAL_LAUNCH_MONTHLY: z.string().optional(),
  STRIPE_PRICE_PROFESSIONAL_LAUNCH_YEARLY: z.string().optional(),
  STRIPE_PRICE_PRO_MAX_MONTHLY: z.string().optional(),
  STRIPE_PRICE_PRO_MAX_YEARLY: z.string().optional(),
  STRIPE_PRICE_PRO_MAX_LAUNCH_MONTHLY: z.string().optional(),
  STRIPE_PRICE_PRO_MAX_LAUNCH_YEARLY: z.string().optional(),
  /** Per location. Without one, staff agree on a price with each group. */
  STRIPE_PRICE_ENTERPRISE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_ENTERPRISE_YEARLY: z.string().optional(),
  TRUST_PROXY: count(0, 10).default(0),
  /** Headers in which the proxy sends the visitor's location, for example cf-ipcountry. */
  GEO_COUNTRY_HEADER: headerName.optional(),
  GEO_CITY_HEADER: headerName.optional(),
  LIMIT_LOGIN: limit.default({ hits: 5, seconds: 900 }),
  LIMIT_REGISTER: limit.default({ hits: 10, seconds: 3600 }),
  LIMIT_FORGOT: limit.default({ hits: 5, seconds: 3600 }),
  LIMIT_TRACK: limit.default({ hits: 120, seconds: 60 }),
  LIMIT_CONTACT: limit.default({ hits: 5, seconds: 3600 }),
  LIMIT_API: limit.default({ hits: 300, seconds: 60 }),
  LIMIT_KEY: limit.default({ hits: 600, seconds: 60 }),
  LIMIT_LIST: limit.default({ hits: 30, seconds: 60 }),
  LIMIT_SHARE: limit.default({ hits: 20, seconds: 3600 }),
  /** A server of map tiles, instead of the outlines that ship with the code. */
  MAP_TILES_URL: tileUrl.optional(),
  MAP_TILES_ATTRIBUTION: z.string().min(1).max(200).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** A folder whose files are imported. */
  IMPORT_WATCH_DIR: z.string().min(1).optional(),
  PAGE_CACHE_MB: count(0, 65_536).default(64),
  /** The MCP server at /mcp, which answers assistants. */
  MCP_SERVER: onOff.default(true),
  /** Which crawlers robots.txt lets in: search engines, assistants that search, and collectors of training data. */
  CRAWLERS_SEARCH: onOff.default(true),
  CRAWLERS_AI_SEARCH: onOff.default(true),
  CRAWLERS_AI_TRAINING: onOff.default(true),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters, digits, and hyphens')
    .optional(),
  INDEXNOW_URL: url('https:', 'http:').default('https://api.indexnow.org/indexnow'),
  /** The address at which a CDN purges pages by tag. */
  CDN_PURGE_URL: url('https:', 'http:').optional(),
  CDN_PURGE_TOKEN: z.string().min(1).optional(),
  NOW_OFFSET_MS: z
    .string()
    .regex(/^-?\d{1,15}$/, 'must be a whole number of milliseconds')
    .transform(Number)
    .default(0),
  AI_ALLOW_LOOPBACK: onOff.default(false),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The identity provider with which staff log in. */
  OIDC_ISSUER: url('https:', 'http:').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_GROUPS_CLAIM: z.string().min(1).max(200).default('groups'),
  OIDC_ROLE_GROUPS: roleGroups,
  /** Asked once a day for the latest release, which Home then shows. */
  RELEASE_NOTICE_URL: url('https:', 'http:').optional(),
  /** The command that restarts the server. `npm run upgrade` reads it. */
  UPGRADE_RESTART: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
};
export const settingNames = Object.keys(variables);
const environment = z.object(variables);
type Environment = z.infer<typeof environment>;

export class ConfigError extends Error {}

/** Unknown variables with these prefixes are errors, so that a misspelled setting is never ignored. */
const OWN_PREFIXES =
  /^(STRIPE|LIMIT|S3|ADMIN|SMTP|MAIL|SUPPORT|AI|SAMPLE|NOW|SECRET|TRUST|GEO|PUBLIC|PAGE|DATA|METRICS|MAP|IMPORT|MCP|CRAWLERS|INDEXNOW|CDN|UPGRADE|OIDC|RELEASE)_/;

export type Config = Omit<Environment, 'HOST' | 'PUBLIC_URL' | 'SAMPLE_DATA'> & {
  HOST: string;
  /** Set by boot when it isn't configured, because it depends on the port. */
  PUBLIC_URL: string | undefined;
  SAMPLE_DATA: number;
  embedded: boolean;
  production: boolean;
  /** False in production without Stripe keys: then claims and listings are free, and no page mentions plans. */
  payments: boolean;
};

export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { config, problems } = inspectConfig(env);
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
  return config;
}

/** Lists every problem of the settings, and reads the valid ones. Invalid ones have their defaults. */
export function inspectConfig(env: NodeJS.ProcessEnv): { config: Config; problems: string[] } {
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => name in variables && value !== undefined && value !== ''),
  );
  const problems: string[] = [];
  for (const name of Object.keys(env))
    if (OWN_PREFIXES.test(name) && !(name in variables)) problems.push(`${name} is not a setting of this server.`);
  const parsed = environment.safeParse(setVariables);
  if (!parsed.success)
    for (const issue of parsed.error.issues) problems.push(`${issue.path.join('.')} ${issue.message}.`);
  // Rules that involve several settings read the raw environment, so that all problems are listed at once.
  const isSet = (name: keyof Environment): boolean => name in setVariables;
  const production = setVariables.NODE_ENV === 'production';
  const rejectIf = (condition: boolean, sentence: string) => void (condition && problems.push(sentence));
  const together = (names: (keyof Environment)[], sentence: string) =>
    rejectIf(names.some(isSet) && !names.every(isSet), sentence);
  rejectIf(production && Number(setVariables.NOW_OFFSET_MS ?? 0) !== 0, 'NOW_OFFSET_MS must not be set in production.');
  rejectIf(
    production && ['on', '1', 'true'].includes(setVariables.AI_ALLOW_LOOPBACK ?? ''),
    'AI_ALLOW_LOOPBACK must not be on in production.',
  );
  rejectIf(
    production && !isSet('PUBLIC_URL'),
    'PUBLIC_URL is required in production, because emails, search engines, and logins use it.',
  );
  rejectIf(production && !isSet('SECRET_KEY'), 'SECRET_KEY is required in production (at least 32 random characters).');
  together(
    ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET go together. Leave out all three to run without payments.',
  );
  together(['ADMIN_EMAIL', 'ADMIN_PASSWORD'], 'ADMIN_EMAIL and ADMIN_PASSWORD go together.');
  rejectIf(
    (isSet('GEO_COUNTRY_HEADER') || isSet('GEO_CITY_HEADER')) && Number(setVariables.TRUST_PROXY ?? 0) === 0,
    'GEO_COUNTRY_HEADER and GEO_CITY_HEADER require TRUST_PROXY, because without a proxy anyone could send them.',
  );
  together(
    ['MAP_TILES_URL', 'MAP_TILES_ATTRIBUTION'],
    'MAP_TILES_URL and MAP_TILES_ATTRIBUTION go together, because tile servers must be named on the map.',
  );
  together(
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY go together.',
  );
  together(['CDN_PURGE_URL', 'CDN_PURGE_TOKEN'], 'CDN_PURGE_URL and CDN_PURGE_TOKEN go together.');
  together(
    ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLE_GROUPS'],
    'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, and OIDC_ROLE_GROUPS go together.',
  );
  rejectIf(
    production &&
      /^http:\/\/(?!(localhost|127\.0\.0\.1)[:/]|(localhost|127\.0\.0\.1)$)/i.test(setVariables.OIDC_ISSUER ?? ''),
    'OIDC_ISSUER must start with https:// in production.',
  );
  const invalid = new Set(parsed.error?.issues.map(({ path }) => path[0]));
  const values =
    parsed.data ??
    environment.parse(Object.fromEntries(Object.entries(setVariables).filter(([name]) => !invalid.has(name))));
  const embedded = values.DATABASE_URL === undefined;
  const config = {
    ...values,
    HOST: values.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    PUBLIC_URL: values.PUBLIC_URL?.replace(/\/+$/, ''),
    SAMPLE_DATA: values.SAMPLE_DATA ?? (embedded && !production ? 26_000 : 0),
    embedded,
    production,
    payments: !production || isSet('STRIPE_SECRET_KEY'),
  };
  return { config, problems };
}
