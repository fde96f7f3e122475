import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { healthDataPolicy } from '#contract/policies/health-data-policy.ts';
import type { PolicyFacts, PolicyPart } from '#contract/policies/policies.ts';
import { privacyPolicy } from '#contract/policies/privacy-policy.ts';
import { retention } from '#shared/policies/retention.ts';
import { MAX_NIGHTLY_BACKUPS } from '#server/bulk/backup/backup-store.ts';
import { rows } from '#server/base/db/knex.ts';
import { truncateIp } from '#server/insights/tracking/visitor.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.stop());

const root = join(import.meta.dirname, '../../..');
const source = (path: string): string => readFileSync(join(root, path), 'utf8');
const columnsOf = async (table: string): Promise<string[]> =>
  (
    await rows<{ name: string }>(
      app.deps.db,
      `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ? order by 1`,
      [table],
    )
  ).map(({ name }) => name);
/** The hosts that a page may contact. */
async function allowedHosts(): Promise<string[]> {
  const policy = (await app.get('/api/site')).headers.get('content-security-policy')!;
  return [...new Set([...policy.matchAll(/https:\/\/([\w.*-]+)/g)].map(([, host]) => host!))].toSorted();
}
const adFrame = (headers: Record<string, string> = {}) => app.get('/ads/frame/header', { headers });
const setAds = (on: boolean) =>
  app.deps.db('adSettings').where({ id: 1 }).update({ headerAdsEnabled: on, headerAdCode: '<b>Ad</b>' });
const visit = async (headers: Record<string, string>) =>
  (await app.post('/api/analytics/session', {}, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0', ...headers } }))
    .body.sessionId as string | null;

interface Proof {
  /** The code that makes the statement true. */
  code: readonly string[];
  check?: () => void | Promise<void>;
}

/**
 * Every statement of the policies, with the code that makes it true, and a check that fails when that code changes without it. A
 * statement without a check is a promise about people, which no code keeps.
 */
const proofs: Readonly<Record<string, Proof>> = {
  visits: {
    code: ['ui/insights/tracker.ts', 'server/insights/tracking/track.ts', 'ui/insights/visit-id.ts'],
    async check() {
      expect(await columnsOf('user_sessions')).toEqual([
        'browser_name', 'city_name', 'country_code', 'device_type', 'duration', 'end_time', 'id', 'ip_address', 'is_active',
        'operating_system', 'page_views', 'referrer', 'session_id', 'start_time', 'user_agent', 'user_id', 'utm_campaign', 'utm_medium', 'utm_source',
      ]); // prettier-ignore
      expect(await columnsOf('user_events')).toEqual([
        'dentist_id', 'element_id', 'element_text', 'event_name', 'event_type', 'id', 'metadata', 'page_path', 'search_query',
        'search_results', 'session_id', 'timestamp', 'user_id',
      ]); // prettier-ignore
      expect([truncateIp('203.0.113.77'), truncateIp('2001:db8:1:2::9')]).toEqual(['203.0.113.0', '2001:db8:1::']);
      expect(source('ui/insights/visit-id.ts')).toContain('sessionStorage.setItem');
      expect(source('ui/insights/visit-id.ts')).not.toContain('localStorage');
    },
  },
  location: { code: ['ui/listings/search', 'server/directory/search-help-routes.ts'] },
  accounts: {
    code: [
      'server/accounts/sign-in/password.ts',
      'server/accounts/keys/keys.ts',
      'server/accounts/webhooks/endpoints.ts',
      'server/accounts/webhooks/deliver.ts',
      'server/accounts/passkeys/passkeys.ts',
    ],
    async check() {
      await app.signIn({ email: 'hashed@example.com' });
      expect(await columnsOf('users')).toContain('password');
      expect(source('server/accounts/sign-in/password.ts')).toMatch(/scrypt|argon2/);
      expect(await columnsOf('api_keys')).toEqual([
        'created_at', 'expires_at', 'group_id', 'hint', 'id', 'key_hash', 'last_used_at', 'made_by', 'name', 'scopes', 'user_id',
      ]); // prettier-ignore
      expect(await columnsOf('webhook_endpoints')).toEqual([
        'created_at', 'disabled_at', 'events', 'failing_since', 'id', 'old_secret', 'old_secret_until', 'secret', 'url', 'user_id',
      ]); // prettier-ignore
      expect(source('server/accounts/webhooks/endpoints.ts')).toContain('ctx.secret.seal(SECRET_PURPOSE, secret)');
      expect(source('server/accounts/webhooks/deliver.ts')).toContain('clock.now().getTime() - LOG_DAYS * DAY_MS');
      expect(await columnsOf('staff_identities')).toEqual([
        'issuer', 'last_login_at', 'linked_at', 'subject', 'user_id',
      ]); // prettier-ignore
      expect(await columnsOf('passkeys')).toEqual([
        'can_sync', 'created_at', 'credential_id', 'id', 'is_synced', 'last_used_at', 'name', 'public_key', 'transports', 'user_id', 'uses',
      ]); // prettier-ignore
    },
  },
  practices: {
    code: ['server/claims/attachments.ts', 'server/shared/permissions.ts'],
    check: () => expect(source('server/shared/permissions.ts')).toContain("'claims.read': ['reviewer']"),
  },
  confirmations: {
    code: ['server/confirmations/ask-owners.ts', 'server/confirmations/confirm.ts'],
    async check() {
      expect(await columnsOf('confirmation_requests')).toEqual(['dentist_id', 'sent_at', 'user_id']);
      expect(source('server/confirmations/confirm.ts')).toContain('age > CONFIRMATION_LINK_DAYS * DAY');
    },
  },
  appointments: {
    code: ['server/base/sealed-contacts.ts', 'server/appointments/admin.ts', 'server/appointments/patient.ts'],
    async check() {
      expect(await columnsOf('appointment_requests')).toEqual([
        'changed_at', 'contact', 'created_at', 'dentist_id', 'email', 'email_key', 'erased_at', 'id', 'insurance', 'is_new_patient', 'link_key',
        'name', 'offered_at', 'owner_id', 'phone', 'service_id', 'state', 'times', 'token_hash',
      ]); // prettier-ignore
      expect(source('server/appointments/stored-requests.ts')).toContain('contact: sealContact(');
      expect(source('server/appointments/admin.ts')).toContain("action: 'appointment.opened'");
    },
  },
  calls: {
    code: ['server/calls'],
    check: async () => expect(await columnsOf('call_answers')).toEqual(['answer', 'dentist_id', 'month', 'n']),
  },
  messages: { code: ['server/site/contact.ts'] },
  'device-storage': {
    code: ['ui/listings/compare', 'ui/calls', 'ui/kit/styles/theme.ts', 'ui/reviews/author/device.ts'],
  },
  shortlists: {
    code: ['server/listings/shortlists/shortlists.ts'],
    check: () => expect(source('server/listings/shortlists/shortlists.ts')).toContain('retention.sharedListDays'),
  },
  purposes: { code: [] },
  payments: {
    code: ['server/base/http/headers.ts', 'ui/billing/StripeForm.tsx'],
    check: async () =>
      expect(await allowedHosts()).toEqual([
        'api.stripe.com',
        'hooks.stripe.com',
        'js.stripe.com',
        'www.youtube-nocookie.com',
      ]),
  },
  ads: {
    code: ['server/ads/ads.ts', 'ui/ads/AdFrame.tsx', 'ui/ads/AdSlot.tsx'],
    async check() {
      await setAds(true);
      const { status, headers } = await adFrame();
      expect([status, headers.get('content-security-policy')]).toEqual([
        200,
        expect.stringMatching(/^sandbox (?!.*allow-same-origin)/),
      ]);
      expect(source('ui/ads/AdFrame.tsx')).not.toContain('allow-same-origin');
      expect((await app.get('/api/policies')).body.ads).toBe(true);
    },
  },
  'no-ads': {
    code: ['server/ads/ads.ts', 'server/base/http/headers.ts'],
    async check() {
      await setAds(false);
      expect((await app.get('/api/policies')).body.ads).toBe(false);
      expect((await adFrame()).status).toBe(204);
    },
  },
  'map-tiles': {
    code: ['server/base/config.ts', 'server/base/http/headers.ts', 'ui/listings/map'],
    async check() {
      expect((await app.get('/api/policies')).body.mapTiles).toBeNull();
      const env = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png', MAP_TILES_ATTRIBUTION: 'Tiles' };
      const withTiles = await testApp({ beside: app, env });
      expect((await withTiles.get('/api/policies')).body.mapTiles).toBe('tiles.example');
      await withTiles.stop();
    },
  },
  videos: {
    code: ['ui/listings/profile/ProfileVideo.tsx'],
    check: () => expect(source('ui/listings/profile/ProfileVideo.tsx')).toContain('youtube-nocookie.com'),
  },
  processors: { code: [] },
  'opt-out': {
    code: [
      'server/base/http/privacy-signal.ts',
      'ui/insights/track.ts',
      'web/token-storage.ts',
      'ui/ads/AdSlot.module.css',
    ],
    async check() {
      await setAds(true);
      for (const signal of [{ 'sec-gpc': '1' }, { dnt: '1' }] as Record<string, string>[]) {
        expect(await visit(signal)).toBeNull();
        const { status, headers } = await adFrame(signal);
        expect([status, headers.get('vary'), headers.get('cache-control')]).toEqual([204, 'Sec-GPC, DNT', 'no-store']);
      }
      expect(await visit({})).not.toBeNull();
      expect((await adFrame({ 'sec-gpc': '0' })).status).toBe(200);
      await setAds(false);
    },
  },
  'keep-accounts': { code: ['server/insights/privacy/retention.ts'], check: () => usesRetention('accountYears') },
  'keep-transactions': {
    code: ['server/insights/privacy/queries-retention.ts'],
    check: () => usesRetention('transactionYears'),
  },
  'keep-messages': {
    code: ['server/insights/privacy/queries-retention.ts'],
    check: () => usesRetention('messageYears'),
  },
  reviews: {
    code: [
      'server/reviews/author.ts',
      'server/reviews/invite.ts',
      'server/reviews/fingerprints.ts',
      'server/reviews/photos/photos.ts',
      'server/listings/photos/images.ts',
    ],
    async check() {
      const columns = await columnsOf('reviews');
      expect(columns.filter((name) => /email|address|phone|user_id|ip/.test(name))).toEqual([]);
      expect(await columnsOf('review_invitations')).toContain('contact');
    },
  },
  'keep-reviews': {
    code: ['server/reviews/retention.ts'],
    check() {
      const retention = source('server/reviews/retention.ts');
      expect(retention).toContain('daysAgo(INVITATION_DAYS)');
      expect(retention).toContain('daysAgo(REFUSED_PHOTO_DAYS - 1)');
    },
  },
  'keep-appointments': {
    code: ['server/appointments/retention.ts'],
    check: () => expect(source('server/appointments/retention.ts')).toContain('APPOINTMENT_RETENTION_DAYS * DAY'),
  },
  'keep-analytics': {
    code: ['server/insights/privacy/queries-retention.ts'],
    check: () => usesRetention('analyticsYears'),
  },
  'keep-backups': {
    code: ['server/bulk/backup/backup-store.ts'],
    check: () => expect(MAX_NIGHTLY_BACKUPS).toBe(retention.nightlyBackups),
  },
  'kept-listings': { code: ['server/accounts/erase/erase-account.ts'] },
  'kept-payments': { code: ['server/accounts/erase/erase-account.ts'] },
  'kept-requests': { code: ['server/accounts/erase/queries-erase.ts'] },
  'kept-agreements': {
    code: ['server/accounts/erase/queries-erase.ts'],
    check: () =>
      expect(source('server/accounts/erase/queries-erase.ts')).toContain(
        'update agreement_acceptances set accepted_by',
      ),
  },
  'kept-proof': { code: ['server/insights/privacy/queries-retention.ts'] },
  'kept-backups': { code: ['server/base/email/outbox.ts', 'server/bulk/backup/backup-store.ts'] },
  rights: {
    code: ['server/insights/privacy/privacy.ts'],
    check: async () => expect((await import('#contract/accounts/privacy.ts')).ANSWER_DAYS).toBe(30),
  },
  children: { code: [] },
  changes: { code: ['server/site/policies/policies.ts'] },
  'health-requests': { code: ['server/appointments/requests.ts'] },
  'health-reviews': { code: ['server/reviews/author.ts'] },
  'health-searches': { code: ['server/insights/tracking/track.ts'] },
  'health-location': { code: ['server/directory/search-help-routes.ts'] },
  'health-purpose': { code: ['server/appointments/emails.ts'] },
  'health-sharing': {
    code: ['ui/ads/AdFrame.tsx', 'server/ads/ads.ts'],
    check: () => expect(source('ui/ads/AdFrame.tsx')).toContain('referrerPolicy="no-referrer"'),
  },
  'health-access': { code: ['server/appointments/patient.ts'] },
  'health-withdraw': { code: ['server/base/http/privacy-signal.ts'] },
  'health-retention': { code: ['server/appointments/retention.ts'] },
  'health-ask': { code: ['server/insights/privacy/privacy.ts'] },
};

function usesRetention(name: keyof typeof retention): void {
  const code = source('server/insights/privacy/queries-retention.ts') + source('server/insights/privacy/retention.ts');
  expect(code).toContain(`retention.${name}`);
  // A period that is written out could differ from the policy.
  expect(code).not.toMatch(/interval '\d+ years'/);
}

const settings: readonly PolicyFacts[] = [
  { ads: false, mapTiles: null, payments: false },
  { ads: true, mapTiles: 'tiles.example', payments: true },
];
const idsOf = (parts: readonly PolicyPart[]) => parts.flatMap(({ statements }) => statements.map(({ id }) => id));
const ids = [
  ...new Set(settings.flatMap((facts) => [...idsOf(privacyPolicy(facts)), ...idsOf(healthDataPolicy(facts))])),
];

describe('each statement of the privacy pages', () => {
  it('is named with its code, which exists', () => {
    expect(Object.keys(proofs).toSorted()).toEqual(ids.toSorted());
    for (const { code } of Object.values(proofs))
      for (const path of code) expect(() => readFileSync(join(root, path)), path).not.toThrow(/ENOENT/);
  });

  it.each(Object.entries(proofs).flatMap(([id, { check }]) => (check ? [[id, check] as const] : [])))(
    'is true: %s',
    (_, check) => check(),
  );
});

it('the date of a page follows its content', async () => {
  const read = async () => (await app.get('/api/policies')).body.changedAt as { privacy: string; health: string };
  await setAds(false);
  const first = await read();
  app.deps.clock.advance(86_400_000);
  expect(await read()).toEqual(first);
  await setAds(true);
  const second = await read();
  expect(Date.parse(second.privacy)).toBe(app.deps.clock.now().getTime());
  app.deps.clock.advance(86_400_000);
  await setAds(false);
  expect(Date.parse((await read()).privacy)).toBe(app.deps.clock.now().getTime());
});
