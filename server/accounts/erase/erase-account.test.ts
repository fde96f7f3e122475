import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '#server/base/db/knex.ts';
import { emailKeyOf } from '#server/base/sealed-contacts.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ sandbox: 'quiet', env: { LIMIT_REGISTER: '1000/1' } });
});
afterAll(() => app.stop());

const password = 'yellow harbour bicycle';
const dana = { name: 'Dana Q. Person', email: 'dana.person@example.com', npi: '1234567893', phone: '(512) 555-0199' };
const words = `Spoke with ${dana.name} <${dana.email}>, phone ${dana.phone}, NPI ${dana.npi}.`;

/** The columns in which a deleted account stays, and the reasons. */
const kept: Record<string, string> = {
  'dentists.email': 'The public listing stays, without an owner.',
  'dentists.name': 'The public listing stays, without an owner.',
  'dentists.name_norm': 'The public listing stays, without an owner.',
  'dentists.npi': 'The public listing stays, without an owner.',
  'listing_history.after': "A public listing's values, without who entered them.",
  'listing_index.name_norm': 'The public listing stays, without an owner.',
  'listing_words.name_norm': 'The public listing stays, without an owner.',
  'privacy_requests.email': 'Proof for two years that the request was answered.',
  'privacy_requests.message': 'Proof for two years that the request was answered.',
  'privacy_requests.name': 'Proof for two years that the request was answered.',
};

/** Tables that can't name the owner of an account. A new table belongs here, or in the test below. */
const tablesWithoutTraces = Object.values({
  'the directory, and what is derived from it': [
    'articles',
    'article_people',
    'deleted_articles',
    'dentist_photos',
    'media',
    'insurance_plans',
    'practice_types',
    'practices',
    'schedules',
    'services',
    'topics',
    'cities',
    'states',
    'zips',
    'facets',
    'policy_versions',
    'content_versions',
    'listing_slugs',
    'name_words',
    'listing_index',
    'listing_words',
    'listing_merges',
    'catalog_merges',
    'listing_tombstones',
    'shared_shortlists',
    'call_answers',
    'import_changes',
    'import_refusals',
    'import_pieces',
    'registry_records',
    'registry_retirements',
    'website_visits',
    'website_suggestions',
    'geocoded_addresses',
    'data_health_days',
    'import_file_blocks',
    'import_recipes',
    'import_decisions',
  ],
  'work of administrators, with their names': [
    'backups',
    'backup_runs',
    'import_runs',
    'import_files',
    'import_queue',
    'import_watch',
    'import_mappings',
    'import_progress',
    'business_agreements',
    'claim_note_templates',
    'table_views',
    'bulk_changes',
    'bulk_change_rows',
    'content_schedules',
    'generation_items',
    'ad_settings',
    'source_settings',
    'ai_brands',
    'system_settings',
    'job_schedules',
    'schema_migrations',
  ],
  "payments, by the provider's ids": [
    'disputes',
    'stripe_events',
    'subscription_prices',
    'subscriptions',
    'transactions',
  ],
  'counts, and rows without free text that go with the account': [
    'download_links',
    'insight_daily',
    'insight_listings',
    'conversion_events',
    'account_shortlists',
    'sign_in_challenges',
    'two_factor',
  ],
}).flat();

async function findTextColumns(): Promise<{ table: string; column: string }[]> {
  return rows(
    app.deps.db,
    `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY', 'character varying')
     order by 1, 2`,
  );
}

/** The columns that contain any of these texts. */
async function findColumnsWith(needles: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await findTextColumns()) {
    const [row] = await rows<{ hit: boolean }>(
      app.deps.db,
      `select exists (select from ?? where cast(?? as text) ilike any (cast(? as text[]))) as hit`,
      [table, column, needles.map((needle) => `%${needle}%`)] as never,
    );
    if (row!.hit) found.push(`${table}.${column}`);
  }
  return found;
}

const planted = new Set<string>();
async function plant(table: string, values: object | object[]): Promise<number> {
  planted.add(table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const [row] = await app.deps.db(table).insert(values).returning('*');
  return row.id as number;
}

/** Mentions Dana wherever the product could. */
async function plantEverywhere() {
  const { db, clock } = app.deps;
  const at = clock.now();
  const { body } = await app.post('/api/auth/signup', { email: dana.email, password, name: dana.name });
  const userId = body.user.id as number;
  for (const table of ['users', 'auth_sessions', 'email_verifications', 'known_addresses', 'jobs']) planted.add(table);
  await app.post('/api/auth/forgot-password', { email: dana.email });
  planted.add('rate_limits');
  const customer = await app.deps.payments!.stripe.customers.create({ email: dana.email, name: dana.name });
  await plant('billingCustomers', { id: customer.id, userId, createdAt: at });
  await db('users').where({ id: userId }).update({ emailVerifiedAt: at, stripeCustomerId: customer.id });

  await plant('apiKeys', {
    userId,
    name: `Calendar of ${dana.name}`,
    keyHash: Buffer.from('key'),
    hint: 'abcd',
    scopes: ['own.read'],
    createdAt: at,
    expiresAt: at,
  });
  const endpointId = await plant('webhookEndpoints', {
    userId,
    url: `https://example.com/${dana.email}`,
    events: ['listing'],
    secret: 'sealed',
    createdAt: at,
  });
  await plant('webhookDeliveries', {
    endpointId,
    type: 'listing.updated',
    subject: 'listing:1',
    data: { path: '/' },
    createdAt: at,
    dueAt: at,
    reply: `Thanks, ${dana.name}.`,
  });
  await plant('staffIdentities', {
    issuer: 'https://id.example',
    subject: dana.email,
    userId,
    linkedAt: at,
    lastLoginAt: at,
  });
  await plant('passkeys', {
    userId,
    name: `Laptop of ${dana.name}`,
    credentialId: 'passkey-of-dana',
    publicKey: Buffer.from('key'),
    uses: 0,
    transports: ['internal'],
    canSync: true,
    isSynced: true,
    createdAt: at,
  });
  await plant('emailChanges', {
    userId,
    oldEmail: `old-${dana.email}`,
    newEmail: dana.email,
    requestedAt: at,
    expiresAt: at,
    confirmedAt: at,
  });

  const staff = await app.signIn({ role: 'admin', name: 'Pat Staff' });
  const rival = await app.signIn({ name: 'Riva Rival' });
  const dentistId = await plant('dentists', {
    name: `Dr. ${dana.name}`,
    email: dana.email,
    npi: dana.npi,
    city: 'Austin',
    state: 'TX',
    userId,
  });
  await plant('listingHistory', {
    dentistId,
    at,
    userId,
    field: 'email',
    before: null,
    after: JSON.stringify(dana.email),
    source: 'owner',
  });
  const claim = {
    dentistId,
    requestorName: dana.name,
    requestorEmail: dana.email,
    requestorPhone: dana.phone,
    relationshipToPractice: 'owner',
    npi: dana.npi,
    additionalInfo: words,
    reviewNotes: `Approved. ${words}`,
    status: 'approved',
    userId,
  };
  const claimId = await plant('claimRequests', { ...claim, groupName: `Group of ${dana.name}` });
  const other = { requestorName: 'Riva', requestorEmail: 'r@example.com', requestorPhone: '555', npi: null };
  const rivalClaimId = await plant('claimRequests', {
    ...claim,
    ...other,
    additionalInfo: null,
    reviewNotes: `No: ${words}`,
    status: 'rejected',
    userId: rival.userId,
  });
  await plant('claimLocations', { claimId: rivalClaimId, dentistId, leftOut: words });
  await plant('claimEvents', [
    { claimId, at, kind: 'evidence_asked', actorId: staff.userId, note: words },
    { claimId, at, kind: 'answered', actorId: userId, note: 'I am Dana.' },
    { claimId: rivalClaimId, at, kind: 'rejected', actorId: staff.userId, note: words },
  ]);
  const file = {
    claimId,
    kind: 'document',
    type: 'application/pdf',
    size: 3,
    bytes: Buffer.from('pdf'),
    createdAt: at,
  };
  await plant('claimAttachments', { ...file, name: `${dana.name}.pdf` });
  const entry = { at, actorId: staff.userId, actorName: 'Pat Staff', action: 'x.y' };
  await plant('auditLog', [
    { ...entry, subject: 'user', subjectId: String(userId), note: dana.email },
    { ...entry, subject: 'claim', subjectId: String(claimId), note: words, after: JSON.stringify({ by: dana.name }) },
    { ...entry, subject: 'settings', subjectId: 'ads', note: `Asked for by ${dana.email.toUpperCase()}.` },
  ]);
  await plant('idempotencyKeys', {
    userId: staff.userId,
    key: 'a-key-of-staff',
    asked: Buffer.from('x'),
    status: 200,
    answer: JSON.stringify({ value: { claimant: dana, ok: true } }),
    createdAt: at,
  });
  const message = { subject: 'Help', category: 'general', createdAt: at };
  const messageId = await plant('contactMessages', [
    { ...message, name: dana.name, email: dana.email, message: words },
    { ...message, name: 'A Colleague', email: 'c@example.com', message: `Please write to ${dana.email}.` },
  ]);
  await plant('contactReplies', [
    { messageId, at, authorId: staff.userId, body: `Thanks, ${dana.name}.` },
    { messageId: messageId + 1, at, authorId: staff.userId, body: `We wrote to ${dana.email}.` },
  ]);
  const [claimItem, otherItem] = await db('inboxItems')
    .insert([{ claimId }, { messageId: messageId + 1 }])
    .returning('id');
  await plant('inboxNotes', [
    { itemId: claimItem.id, at, authorId: staff.userId, note: words },
    { itemId: otherItem.id, at, authorId: staff.userId, note: `Forwarded to ${dana.email}.` },
  ]);
  const failure = { since: at, lastFailedAt: at };
  await plant('undeliverableEmails', {
    ...failure,
    email: dana.email,
    reason: `550 5.1.1 <${dana.email}>: no such user`,
  });
  await plant('staffInvitations', { email: dana.email, role: 'editor', invitedAt: at, expiresAt: at });
  const request = { kind: 'access', status: 'open', receivedAt: at, dueAt: at };
  await plant('privacyRequests', { ...request, name: dana.name, email: dana.email, message: words, userId });
  const about = { dentistId, about: 'phone', createdAt: at };
  await plant('listingProblems', [
    { ...about, message: `Ask me: ${dana.email}`, email: dana.email, userId },
    { ...about, message: 'Wrong phone.', email: 'someone@example.com', note: `Told ${dana.email}` },
  ]);
  const [elsewhere] = await db('dentists')
    .insert({ name: 'Elsewhere Dental', city: 'Austin', state: 'TX' })
    .returning('id');
  const invitation = { tokenHash: Buffer.from('x'), invitedBy: rival.userId, invitedAt: at, expiresAt: at };
  await plant('listingManagers', { ...invitation, dentistId: elsewhere.id, email: dana.email });
  const groupId = await plant('groups', {
    ownerId: userId,
    name: `Group of ${dana.name}`,
    slug: 'danas',
    createdAt: at,
  });
  await plant('groupLocations', { dentistId, groupId, costCenter: dana.name });
  await plant('listingManagers', {
    ...invitation,
    tokenHash: Buffer.from('y'),
    dentistId,
    email: 'friend@example.com',
  });

  const offer = { fromUserId: rival.userId, offeredAt: at, expiresAt: at };
  await plant('listingTransfers', [
    { ...offer, dentistId: elsewhere.id, email: dana.email, tokenHash: Buffer.from('t') },
    { ...offer, dentistId: elsewhere.id, email: dana.email, status: 'declined', closedAt: at },
    { ...offer, dentistId, fromUserId: userId, email: 'buyer@example.com' },
  ]);

  await plant('appointmentSettings', {
    dentistId,
    ownerId: userId,
    isOn: true,
    note: `Ask for ${dana.name}.`,
    updatedAt: at,
  });
  await plant('agreementAcceptances', {
    dentistId,
    version: 1,
    userId,
    ownerId: userId,
    acceptedBy: `${dana.name} <${dana.email}>`,
    acceptedAt: at,
  });
  const asked = { createdAt: at, changedAt: at, times: ['monday-morning'] };
  const requestId = await plant('appointmentRequests', {
    ...asked,
    dentistId,
    ownerId: userId,
    name: 'A Patient',
    email: 'p@example.com',
  });
  await plant('appointmentEvents', [
    { requestId, at, actor: 'practice', action: 'offer', userId, message: `See you. ${dana.name}` },
  ]);
  await plant('appointmentRequests', {
    ...asked,
    dentistId: elsewhere.id,
    ownerId: rival.userId,
    name: dana.name,
    email: dana.email,
    phone: dana.phone,
    insurance: dana.name,
  });

  const invitationId = await plant('reviewInvitations', {
    requestId,
    contact: dana.email,
    emailKey: emailKeyOf(app.deps.secret, dana.email),
    invitedAt: at,
  });
  const reviewId = await plant('reviews', {
    dentistId: elsewhere.id,
    invitationId,
    status: 'refused',
    stars: 2,
    visitMonth: '2026-01-01',
    body: words,
    authorName: dana.name,
    language: 'en',
    writtenAt: at,
    sentAt: at,
    changedAt: at,
    reason: 'contact',
    appeal: words,
    appealedAt: at,
  });
  const photo = { hash: 'ab'.repeat(20), width: 1600, isReview: true, realWidth: 9, realHeight: 9, createdAt: at };
  await app.deps.db('media').insert({ ...photo, bytes: dana.name });
  await plant('reviewPhotos', { reviewId, hash: photo.hash, digest: 'x', width: 9, height: 9, createdAt: at });

  const sessionId = randomUUID();
  await plant('userSessions', {
    sessionId,
    userId,
    userAgent: dana.name,
    referrer: `https://x.example/?q=${dana.email}`,
  });
  const searched = { sessionId, searchQuery: dana.name };
  await plant('userEvents', {
    ...searched,
    userId,
    eventType: 'search',
    elementText: dana.name,
    metadata: JSON.stringify({ pageTitle: dana.name, source: 'home' }),
  });
  await plant('searchAnalytics', searched);
  await plant('pageViews', { sessionId, pagePath: '/about', pageTitle: dana.name });
  await plant('insightTops', { measure: 'search', size: 1, day: '2026-01-01', key: dana.name.toLowerCase(), n: 1 });
  return { token: body.token as string, claimId, rivalClaimId, customerId: customer.id, userId, dentistId };
}

describe('deleting an account', () => {
  it('removes its owner from every table but the named columns', async () => {
    const { db } = app.deps;
    const { token, claimId, rivalClaimId, customerId, userId, dentistId } = await plantEverywhere();
    const needles = [dana.email, dana.name, dana.npi, dana.phone];
    const before = await findColumnsWith(needles);
    expect(before.length).toBeGreaterThan(25);

    const mine = (await app.get('/api/user/export', { token })).body;
    expect(mine).toMatchObject({
      claimRequests: [{ id: claimId, npi: dana.npi, reviewNotes: `Approved. ${words}` }],
      claimEvents: [{ note: words }, { note: 'I am Dana.' }],
      claimDocuments: [{ name: `${dana.name}.pdf` }],
      listings: [{ npi: dana.npi }],
      messages: [{ message: words }],
      messageReplies: [{ body: `Thanks, ${dana.name}.` }],
      appointmentSettings: [{ note: `Ask for ${dana.name}.` }],
      appointmentAnswers: [{ action: 'offer', message: `See you. ${dana.name}` }],
      appointmentRequests: [{ name: dana.name, phone: dana.phone }],
      reviewInvitations: [{ dentistId }],
      reviews: [{ body: words, appeal: words }],
      reviewPhotos: [{ dentistId: expect.any(Number), width: 9 }],
    });
    expect(JSON.stringify(mine)).not.toMatch(/Riva|A Patient/);

    expect((await app.post('/api/auth/delete-account', { password }, { token })).status).toBe(200);
    await app.jobs();
    expect(await findColumnsWith(needles)).toEqual(Object.keys(kept));
    expect([await db('reviewPhotos'), await db('media')]).toEqual([[], []]);

    const notes = await db('claimRequests').whereIn('id', [claimId, rivalClaimId]).orderBy('id').select('reviewNotes');
    const redacted = 'Spoke with [removed] <[removed]>, phone [removed], NPI [removed].';
    expect(notes).toEqual([{ reviewNotes: `Approved. ${redacted}` }, { reviewNotes: `No: ${redacted}` }]);
    expect(await db('contactMessages').pluck('message')).toEqual(['Please write to [removed].']);
    expect(await db('auditLog').where({ action: 'x.y' }).orderBy('id').pluck('note')).toEqual([
      '[removed]',
      redacted,
      'Asked for by [removed].',
    ]);
    expect(await db('idempotencyKeys').first('answer')).toMatchObject({ answer: { value: { ok: true } } });
    // Figures stay.
    expect(await db('userEvents').where({ eventType: 'search' })).toMatchObject([
      { userId: null, metadata: { source: 'home' } },
    ]);
    // The practice's patients keep their requests until they are closed; the person's own request is erased.
    expect(await db('appointmentRequests').orderBy('id').select('name', 'ownerId')).toEqual([
      { name: 'A Patient', ownerId: null },
      { name: null, ownerId: expect.any(Number) },
    ]);
    // The managers of the listing go with its owner.
    expect(await db('listingManagers').where({ dentistId })).toEqual([]);
    expect(await db('users').where({ id: userId })).toEqual([]);
    const customer = await app.deps.payments!.stripe.customers.retrieve(customerId);
    expect(customer).toMatchObject({ email: null, name: 'Deleted account' });
    expect(JSON.stringify(customer)).not.toContain('Dana');
  });

  it('is checked above for every table with text', async () => {
    const tables = new Set((await findTextColumns()).map(({ table }) => table));
    const unchecked = [...tables].filter((table) => !planted.has(table) && !tablesWithoutTraces.includes(table));
    expect(unchecked).toEqual([]);
    expect(tablesWithoutTraces.filter((table) => !tables.has(table))).toEqual([]);
  });

  it("leaves the messages of an address that the account's owner never verified", async () => {
    const email = 'not.mine@example.com';
    const { body } = await app.post('/api/auth/signup', { email, password, name: 'Someone Else' });
    const message = { name: 'Nora', email, subject: 'Help', category: 'general', message: 'Mine.' };
    await app.deps.db('contactMessages').insert(message);
    expect((await app.post('/api/auth/delete-account', { password }, { token: body.token })).status).toBe(200);
    expect(await app.deps.db('contactMessages').where({ email })).toHaveLength(1);
  });

  it('does not open the audit log to other changes', async () => {
    const change = (set: string) =>
      app.deps.db.transaction(async (trx) => {
        await trx.raw(`select set_config('enamel.erasing_account', 'on', true)`);
        await trx.raw(`update audit_log set ${set}`);
      });
    for (const set of [`action = 'z'`, `actor_name = 'z'`, 'at = now()', `subject_id = 'z'`])
      await expect(change(set), set).rejects.toThrow(/only be added to|permission denied/);
    await expect(app.deps.db.raw(`update audit_log set note = 'z'`)).rejects.toThrow(/only be added to/);
  });
});
