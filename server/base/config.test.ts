import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const listProblems = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
};

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://enamel.example',
  SECRET_KEY: 'a secret that is long enough for production',
};
const stripe = {
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};

describe('settings', () => {
  it('are complete with the ones that production requires', () => {
    expect(listProblems(production)).toEqual([]);
    expect(listProblems({})).toEqual([]);
  });

  it('take payments with Stripe keys, or outside production with the sandbox', () => {
    expect(readConfig({ ...production, ...stripe }).payments).toBe(true);
    expect(readConfig({}).payments).toBe(true);
    expect(readConfig(production).payments).toBe(false);
  });

  it.each(Object.keys(stripe))('need %s with the other Stripe keys', (missing) => {
    const rest = Object.fromEntries(Object.entries(stripe).filter(([name]) => name !== missing));
    expect(listProblems({ ...production, ...rest })).toEqual([expect.stringContaining('go together')]);
  });

  it('are all named at once when several are wrong', () => {
    expect(
      listProblems({
        NODE_ENV: 'production',
        PORT: 'many',
        SMTP_ULR: 'smtp://mail.example',
        NOW_OFFSET_MS: '5',
        AI_ALLOW_LOOPBACK: 'on',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
        ADMIN_EMAIL: 'ada@example.com',
        GEO_CITY_HEADER: 'cf-ipcity',
        S3_BUCKET: 'pictures',
        MAP_TILES_ATTRIBUTION: 'Tiles by Example',
      }),
    ).toEqual([
      'SMTP_ULR is not a setting of this server.',
      'PORT must be a whole number.',
      'NOW_OFFSET_MS must not be set in production.',
      'AI_ALLOW_LOOPBACK must not be on in production.',
      'PUBLIC_URL is required in production, because emails, search engines, and logins use it.',
      'SECRET_KEY is required in production (at least 32 random characters).',
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, and STRIPE_WEBHOOK_SECRET go together. Leave out all three to run without payments.',
      'ADMIN_EMAIL and ADMIN_PASSWORD go together.',
      'GEO_COUNTRY_HEADER and GEO_CITY_HEADER require TRUST_PROXY, because without a proxy anyone could send them.',
      'MAP_TILES_URL and MAP_TILES_ATTRIBUTION go together, because tile servers must be named on the map.',
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY go together.',
    ]);
  });

  it.each(Object.keys(production).filter((name) => name !== 'NODE_ENV'))('require %s in production', (missing) => {
    const rest = Object.fromEntries(Object.entries(production).filter(([name]) => name !== missing));
    expect(listProblems(rest)).toEqual([expect.stringMatching(new RegExp(`^${missing} is required`))]);
  });
});
