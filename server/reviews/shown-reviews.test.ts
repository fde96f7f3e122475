import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ranking } from '#shared/listings/ranking.ts';
import { OWN_RATING_SOURCE } from '#shared/listings/rating-source.ts';
import { refreshRanks } from './refresh-ranks.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';

let r: Reviews;
let listing: number;
let serviceId: number;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  const service = await r.app.deps.db('services').orderBy('id').first();
  serviceId = service.id;
});
afterAll(() => r.app.stop());

let nth = 0;
/** A stored review, the newer the later it is planted. */
async function plant(values: object = {}): Promise<number> {
  const at = new Date(r.app.deps.clock.now().getTime() + ++nth * 1_000);
  const [row] = await r.app.deps
    .db('reviews')
    .insert({
      dentistId: listing,
      status: 'published',
      stars: 4,
      visitMonth: '2025-01-01',
      body: `The visit number ${nth} took an hour.`,
      authorName: 'Pia P.',
      language: 'en',
      writtenAt: at,
      sentAt: at,
      changedAt: at,
      publishedAt: at,
      publishAt: at,
      ...values,
    })
    .returning('id');
  return row.id;
}
const clear = () => r.app.deps.db('reviews').delete();
const card = async () => (await r.app.get(`/api/dentists?ids=${listing}`)).body[0];

describe('reviews of a listing', () => {
  it('are listed newest first in pages, with the sums of all and filters', async () => {
    await clear();
    for (let n = 0; n < 12; n++)
      await plant({ stars: (n % 5) + 1, onTime: n % 2 === 0, wouldReturn: n < 4 ? true : null, ...(n < 3 ? { serviceId, language: 'es' } : {}) }); // prettier-ignore
    await plant({ status: 'waiting' });
    await plant({ status: 'refused', reason: 'contact' });
    const first = await r.app.get(`/api/dentists/${listing}/reviews`);
    expect(first.headers.get('x-total-count')).toBe('12');
    expect(first.body.reviews).toHaveLength(10);
    expect(first.body).toMatchObject({
      total: 12,
      matching: 12,
      stars: [3, 3, 2, 2, 2],
      source: 'here',
      answers: { onTime: { yes: 6, asked: 12 }, wouldReturn: { yes: 4, asked: 4 }, explained: { yes: 0, asked: 0 } },
      languages: [{ language: 'en', count: 9 }, { language: 'es', count: 3 }],
      services: [{ id: serviceId, count: 3 }],
    }); // prettier-ignore
    const ids = [...first.body.reviews, ...(await r.shown(listing, '?page=2')).reviews].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(ids).toHaveLength(12);
    const filtered = await r.app.get(`/api/dentists/${listing}/reviews?language=es&service=${serviceId}&stars=1`);
    expect(filtered.body).toMatchObject({ total: 12, matching: 1, reviews: [{ stars: 1, language: 'es' }] });
    expect(filtered.headers.get('x-total-count')).toBe('1');
    for (const wrong of ['stars=6', 'language=fr', 'service=x', 'page=0'])
      expect((await r.app.get(`/api/dentists/${listing}/reviews?${wrong}`)).status).toBe(400);
    expect((await r.app.get('/api/dentists/999999/reviews')).status).toBe(404);
  });

  it('replace the rating of an import on cards, in filters, and in the order from the fifth on', async () => {
    await clear();
    const imported = { rating: '4.8', reviewCount: 210, ratingSource: 'Google' };
    await r.app.deps.db('dentists').where({ id: listing }).update(imported);
    expect(await card()).toMatchObject({ rating: 4.8, reviewCount: 210, ratingSource: 'Google' });
    const rank = async () => (await r.app.deps.db('dentists').where({ id: listing }).first('rank')).rank as number;
    const before = await rank();
    const ids = [];
    for (let n = 0; n < 4; n++) ids.push(await plant({ stars: n === 0 ? 1 : 2 }));
    expect(await card()).toMatchObject({ rating: 1.8, reviewCount: 4, ratingSource: OWN_RATING_SOURCE });
    const own = (await r.app.get('/api/user/dentists', { token: r.ann.token })).body as { id: number }[];
    expect(own.find(({ id }) => id === listing)).toMatchObject({ rating: 1.8, reviewCount: 4 });
    expect(await rank()).toBe(before);
    const { body } = await r.app.get(`/api/directory?name=${encodeURIComponent((await card()).name)}`);
    expect(body.items[0].why.sentence).toContain("Rated 1.8 by fewer than 5 reviews, which don't count yet.");
    await plant({ stars: 2 });
    expect(await rank()).toBeGreaterThan(before);
    const [entry] = await r.app.deps.db('listingIndex').where({ id: listing });
    expect([entry.rating, entry.reviewCount, entry.features.includes(2_000_045)]).toEqual([1.8, 5, false]);
    await r.app.deps.db('reviews').whereIn('id', ids).update({ status: 'refused', reason: 'contact' });
    expect(await card()).toMatchObject({ rating: 2, reviewCount: 1 });
    await clear();
    expect(await card()).toMatchObject({ rating: 4.8, reviewCount: 210, ratingSource: 'Google' });
    expect(await rank()).toBe(before);
  });

  it('are samples only until the first real one, and samples never count', async () => {
    await clear();
    const before = await card();
    await plant({ source: 'sample', stars: 1 });
    expect(await r.shown(listing)).toMatchObject({ total: 1, source: 'sample' });
    expect(await card()).toEqual(before);
    await plant({ stars: 5 });
    expect(await r.shown(listing)).toMatchObject({ total: 1, source: 'here', average: 5 });
  });

  it('mention words that three of them have, whatever their stars, and filter by them', async () => {
    await clear();
    await plant({ body: 'The front desk was slow, and I had to WAIT.', stars: 1 });
    await plant({ body: 'A friendly front desk. They are kind of slow.', stars: 5 });
    await plant({ body: 'La recepción fue amable, la espera corta.', language: 'es', stars: 3 });
    await plant({ body: 'I waited at the reception, awaiting a cleaning.', stars: 2 });
    await plant({ body: 'The front desk was closed that day.', status: 'waiting' });
    const all = await r.shown(listing);
    expect(all.mentions).toEqual([{ name: 'frontDesk', count: 4 }, { name: 'wait', count: 3 }]); // prettier-ignore
    expect(await r.shown(listing, '?mention=wait&stars=2')).toMatchObject({ total: 4, matching: 1 });
    expect((await r.shown(listing, '?mention=friendly')).matching).toBe(2);
    expect((await r.shown(listing, '?mention=clean')).reviews).toEqual([]);
    expect((await r.app.get(`/api/dentists/${listing}/reviews?mention=x`)).status).toBe(400);
  });

  it('lend cards a whole sentence of the newest one, whatever its stars', async () => {
    await clear();
    expect((await card()).reviewLine).toBeNull();
    await plant({ body: 'Dr. J. Smith took 1.5 hours with me. I was on time.', stars: 5 });
    const first = { text: 'Dr. J. Smith took 1.5 hours with me.', language: 'en', isSample: false };
    expect((await card()).reviewLine).toEqual(first);
    const bad = await plant({ body: `No.\n${'It was a very long wait, and '.repeat(5)}then it hurt! They were rude to me.`, stars: 1 }); // prettier-ignore
    expect((await card()).reviewLine).toMatchObject({ text: 'They were rude to me.' });
    await plant({ body: 'Words of another review that is not published.', status: 'waiting' });
    await r.app.deps
      .db('reviews')
      .where({ id: bad })
      .update({ body: 'words without an end '.repeat(9) });
    expect((await card()).reviewLine).toBeNull();
    await r.app.deps.db('reviews').where({ id: bad }).delete();
    expect((await card()).reviewLine).toEqual(first);
    const { body } = await r.app.get(`/api/directory?name=${encodeURIComponent((await card()).name)}`);
    expect(body.items[0].reviewLine).toEqual(first);
    await plant({ body: '¿Dolió? Nada en absoluto, de verdad.', language: 'es' });
    expect((await card()).reviewLine).toMatchObject({ text: 'Nada en absoluto, de verdad.', language: 'es' });
  });

  it('have sentences between ends of sentences, however they end', async () => {
    const sentences = {
      'visit example.com today. Nice people there now.': 'Nice people there now.',
      'He said “great job.” Then we left the office.': 'He said “great job.”',
      'A...  Then something happened here...': 'Then something happened here...',
      'Short. Ok. It is long enough, I think? Yes': 'It is long enough, I think?',
      '  It begins with spaces. x': 'It begins with spaces.',
      [`${'word '.repeat(40)}. But the second one fits.`]: 'But the second one fits.',
      'Nothing ends here': null,
    };
    const { rows } = await r.app.deps.db.raw('select review_line(body) as line from unnest(?::text[]) body', [Object.keys(sentences)]); // prettier-ignore
    expect(rows.map(({ line }: { line: string | null }) => line)).toEqual(Object.values(sentences));
  });

  it('count half in the order once they are two years old', async () => {
    await clear();
    const now = r.app.deps.clock.now();
    // The trigger asks the database for the time.
    r.app.deps.clock.set(new Date().toISOString());
    for (let n = 0; n < 5; n++) await plant({ stars: 2 });
    const row = () => r.app.deps.db('dentists').where({ id: listing }).first();
    const fresh = await row();
    expect([fresh.ownReviewCount, fresh.freshReviewCount, Number(fresh.freshRating)]).toEqual([5, 5, 2]);
    r.app.deps.clock.advance(740 * 86_400_000);
    await refreshRanks(r.app.deps);
    const old = await row();
    expect([old.ownReviewCount, old.freshReviewCount, Number(old.ownRating)]).toEqual([5, 3, 2]);
    expect(old.rank).toBeLessThan(fresh.rank);
    for (let n = 0; n < 2; n++) await plant({ stars: 5 });
    const mixed = await row();
    expect([mixed.ownReviewCount, Number(mixed.ownRating)]).toEqual([7, 2.9]);
    const { body } = await r.app.get(`/api/directory?name=${encodeURIComponent((await card()).name)}`);
    expect(body.items[0].why.sentence).toContain(
      `Rated 2.9. Reviews older than ${ranking.freshYears} years count half.`,
    );
    r.app.deps.clock.set(now.toISOString());
  });
});
