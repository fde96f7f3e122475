import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { formatCsvLine } from '#server/bulk/read/cells.ts';
import { sendCsv } from '#server/test/files/bulk.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import type { ShownReviews } from '#contract/reviews/reviews.ts';

let r: Reviews;
let listing: number;
let name: string;
let admin: string;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  name = (await db('dentists').where({ id: listing }).first('name')).name;
  admin = (await r.app.signIn({ role: 'admin' })).token;
});
afterAll(() => r.app.stop());
beforeEach(() => db('reviews').delete());

const db = (table: string) => r.app.deps.db(table);
const exported = async () => (await r.app.get('/api/admin/export/reviews', { token: admin })).text;
const send = (csv: string, token = admin) => sendCsv(r.app, token, csv, {}, '/api/admin/reviews/import');
async function plant(values: object = {}): Promise<void> {
  const at = r.app.deps.clock.now();
  await db('reviews').insert({
    dentistId: listing, status: 'published', stars: 4, visitMonth: '2025-01-01', body: 'They explained every step.', authorName: 'Pia P.',
    language: 'en', writtenAt: at, sentAt: at, changedAt: at, publishedAt: at, ...values,
  }); // prettier-ignore
}
const listed = async () => (await r.shown(listing)) as ShownReviews;
const sums = () =>
  db('dentists').where({ id: listing }).first('ownRating', 'ownReviewCount', 'freshRating', 'freshReviewCount', 'reviewLine', 'rank'); // prettier-ignore

const header = 'listingId listingName status stars explained onTime priceAsTold wouldReturn service visitMonth text language author writtenAt verifiedBy reply repliedAt'; // prettier-ignore
const names = header.split(' ');
const good = () => ({
  listingId: String(listing), listingName: name, status: 'published', stars: '5', explained: 'true', onTime: 'false', priceAsTold: '',
  wouldReturn: '', service: '', visitMonth: '2025-01', text: 'They explained every step.', language: 'en', author: 'Pia P.',
  writtenAt: '2025-02-01T10:00:00.000Z', verifiedBy: 'visit', reply: '', repliedAt: '',
}); // prettier-ignore
const fileOf = (...rows: Record<string, string>[]) =>
  [names, ...rows.map((row) => names.map((column) => row[column]))].map(formatCsvLine).join('');

it('brings an export into an empty directory with the same reviews, marked as imported', async () => {
  const before = await sums();
  const service = await db('services').orderBy('id').first();
  const writtenAt = r.app.deps.clock.now();
  await plant({ verifiedBy: 'visit', explained: true, onTime: false, serviceId: service.id, reply: 'Thank you.\nSee you.', repliedAt: writtenAt }); // prettier-ignore
  await plant({ stars: 1, language: 'es', body: '=HYPERLINK("https://example.com"), "quoted"\n-and more', authorName: '@Ana' }); // prettier-ignore
  await plant({ stars: 2, verifiedBy: 'practice' });
  await plant({ status: 'waiting', publishAt: writtenAt, body: 'Not published, so not exported.', publishedAt: null });
  await plant({ source: 'sample', body: 'Invented, so it is not exported.' });
  const original = await listed();
  const file = await exported();
  expect(file.split('\n')[0]).toBe(names.join(','));
  expect(file).toContain(`"'=HYPERLINK(""https://example.com""), ""quoted""\n-and more",es,'@Ana,`);
  expect(file).not.toContain('not exported');

  await db('reviews').whereNot({ source: 'sample' }).delete();
  expect(await send(file)).toEqual({ status: 200, body: { imported: 3 } });
  const copy = await listed();
  const unmarked = ({ reviews: shown, ...rest }: ShownReviews) => ({
    ...rest,
    source: null,
    verified: null,
    reviews: shown.map((review) => ({ ...review, id: null, verifiedBy: null })),
  });
  expect(unmarked(copy)).toEqual(unmarked(original));
  expect(copy).toMatchObject({ source: 'imported', total: 3, verified: 0 });
  for (const review of copy.reviews) expect(review).toMatchObject({ verifiedBy: null });
  expect(await sums()).toEqual(before);
  for (const stored of await db('reviews').where({ source: 'imported' }))
    expect(stored).toMatchObject({ invitationId: null, networkKey: null, prints: [] });
  expect(await db('auditLog').where({ action: 'review.imported' }).pluck('note')).toEqual(['Imported 3 reviews.']);
  const again = await exported();
  expect(again).toBe(file.replace(/,(visit|practice|email),/g, ',,'));

  await plant({ stars: 3, body: 'The first one that was written here.' });
  expect(await listed()).toMatchObject({ source: 'here', total: 1, average: 3 });
  expect(await sums()).toMatchObject({ ownRating: 3, ownReviewCount: 1, freshReviewCount: 1 });
});

it('is refused where there are reviews in whichever state, but not because of samples', async () => {
  const file = fileOf(good());
  for (const values of [{}, { status: 'refused', reason: 'copied' }, { source: 'imported', verifiedBy: null }]) {
    await plant(values);
    const { status, body } = await send(file);
    expect([status, body.error]).toEqual([409, 'not_empty']);
    expect(body.message).toContain('already has reviews, so nothing was imported');
    expect(await db('reviews').count()).toEqual([{ count: 1 }]);
    await db('reviews').delete();
  }
  await plant({ source: 'sample' });
  await db('dentists')
    .where({ id: listing })
    .update({ reviewLine: { text: 'Invented.', language: 'en', isSample: true } });
  expect(await listed()).toMatchObject({ source: 'sample' });
  expect((await send(file)).status).toBe(200);
  expect(await listed()).toMatchObject({ source: 'imported', total: 1 });
  expect((await sums()).reviewLine).toBeNull();
});

it('imports nothing if a row is bad, and names each with its line and reason', async () => {
  const wrong: [change: Record<string, string>, reason: RegExp][] = [
    [{ listingId: '999999' }, /no listing 999999/],
    [{ listingId: 'x' }, /^listingId: /],
    [{ listingName: 'Someone Else' }, /is “.+” here, not “Someone Else\.”/],
    [{ status: 'waiting' }, /^status: Only published/],
    [{ stars: '6' }, /^stars: /],
    [{ onTime: 'maybe' }, /^onTime: /],
    [{ service: 'Astrology' }, /no service “Astrology\.”/],
    [{ visitMonth: '2025-13' }, /^visitMonth: /],
    [{ visitMonth: '2099-01' }, /^visitMonth: Must not be in the future/],
    [{ text: 'Too short.' }, /^text: Must have at least 20/],
    [{ text: 'x'.repeat(2_001) }, /^text: Please use at most 2,000/],
    [{ text: '😀'.repeat(12) }, /^text: Must have at least 20/],
    [{ language: 'fr' }, /^language: /],
    [{ author: ' ' }, /^author: /],
    [{ writtenAt: 'yesterday' }, /^writtenAt: /],
    [{ writtenAt: '2099-01-01T00:00:00Z' }, /future/],
    [{ verifiedBy: 'us' }, /^verifiedBy: /],
    [{ reply: 'Thank you.' }, /^reply: Needs both/],
  ];
  const { status, body } = await send(fileOf(good(), ...wrong.map(([change]) => ({ ...good(), ...change })), good()));
  expect([status, body.error]).toEqual([422, 'bad_rows']);
  expect(body.message).toBe(`Nothing was imported, because ${wrong.length} rows have problems.`);
  expect(Object.keys(body.fields)).toEqual(wrong.map((_row, index) => `Line ${index + 3}`));
  for (const [index, [, reason]] of wrong.entries()) expect(body.fields[`Line ${index + 3}`]).toMatch(reason);
  expect(await db('reviews').count()).toEqual([{ count: 0 }]);

  for (const [file, error] of [
    ['name,city\nAda,Austin\n', 'not_reviews'],
    ['', 'empty_file'],
    [fileOf(), 'empty_file'],
    [`${fileOf(good())}1,2\n`, 'bad_rows'],
  ] as const)
    // prettier-ignore
    expect((await send(file)).body.error).toBe(error);
  expect(await db('reviews').count()).toEqual([{ count: 0 }]);
});

it('is for administrators, leaves the figures as they were, and shows owners the mark', async () => {
  for (const role of ['user', 'reviewer', 'analyst', 'editor'] as const) {
    const { token } = await r.app.signIn({ role });
    expect((await send(fileOf(good()), token)).status).toBe(403);
    expect((await r.app.get('/api/admin/export/reviews', { token })).status).toBe(403);
  }
  const figures = () => r.app.get('/api/admin/review-figures', { token: admin }).then(({ body }) => body);
  const before = await figures();
  expect((await send(fileOf(good(), { ...good(), stars: '1' }))).body).toEqual({ imported: 2 });
  expect(await figures()).toEqual({ ...before, imported: 2 });
  const received = await r.app.get(`/api/user/dentists/${listing}/reviews`, { token: r.ann.token });
  expect(received.body.map((review: { verifiedBy: null }) => review.verifiedBy)).toEqual([null, null]);
});

it('removes an import in one step, with its replies, and leaves what was written here', async () => {
  const remove = (token = admin) => r.app.call('DELETE', '/api/admin/reviews/import', { token });
  const before = await sums();
  await send(fileOf(good(), { ...good(), reply: 'Thank you.', repliedAt: '2025-02-02T10:00:00.000Z' }));
  await plant({ body: 'Written by a patient of this directory.' });
  await plant({ source: 'sample', body: 'Invented, so it stays a sample.' });
  for (const role of ['user', 'reviewer', 'analyst', 'editor'] as const)
    expect((await remove((await r.app.signIn({ role })).token)).status).toBe(403);
  expect((await r.app.get('/api/admin/review-figures', { token: admin })).body.imported).toBe(2);
  expect((await remove()).body).toEqual({ removed: 2 });
  expect((await db('reviews').orderBy('source').pluck('source')).toSorted()).toEqual(['here', 'sample']);
  expect((await r.app.get('/api/admin/review-figures', { token: admin })).body.imported).toBe(0);
  expect(await db('auditLog').where({ action: 'review.import_undone' }).pluck('note')).toEqual(['Removed 2 reviews.']);
  expect((await remove()).body).toEqual({ removed: 0 });
  expect(await db('auditLog').where({ action: 'review.import_undone' })).toHaveLength(1);

  await db('reviews').delete();
  expect(await sums()).toEqual(before);
  expect((await send(fileOf(good()))).body).toEqual({ imported: 1 });
});
