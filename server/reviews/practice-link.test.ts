import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PracticeLink } from '#contract/reviews/practice-link.ts';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { invitePatients } from './invite.ts';

let r: Reviews;
let listing: number;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
});
afterAll(() => r.app.stop());
beforeEach(() => r.app.deps.clock.set('2025-03-11T18:00:00Z'));

const path = (id = listing) => `/api/user/dentists/${id}/review-link`;
const read = async (): Promise<PracticeLink> => (await r.app.get(path(), { token: r.ann.token })).body;
const codeOf = ({ url }: PracticeLink) => url.split('/').at(-1)!;
const ask = (email: string, practiceCode: string, id = listing) =>
  r.app.post(`/api/dentists/${id}/review-links`, { name: 'Pia Patient', email, practiceCode, humanCheck: r.humanCheck() }); // prettier-ignore
const markOf = async (email: string) => (await r.view(await r.tokenOf(email))).body.verifiedBy as string;

describe("the practice's own link", () => {
  it('has the same code each time, a QR code, and is for its owner and managers only', async () => {
    const link = await read();
    expect(await read()).toEqual(link);
    expect(link.url).toMatch(new RegExp(`/write-review/${listing}/[0-9a-f]{20}$`));
    expect(link.qr).toContain('<svg');
    expect((await r.app.get(path())).status).toBe(401);
    expect((await r.app.get(path(), { token: r.bob.token })).status).toBe(404);
    expect((await r.app.call('POST', path(), { token: r.bob.token })).status).toBe(404);
    const other = await r.create();
    const otherLink = (await r.app.get(path(other), { token: r.ann.token })).body;
    expect(codeOf(otherLink)).not.toBe(codeOf(link));
  });

  it('marks a review as invited by the practice, after the address is verified', async () => {
    const code = codeOf(await read());
    expect((await ask('pia@example.com', code)).body).toEqual({ ok: true });
    const token = await r.tokenOf('pia@example.com');
    expect((await r.view(token)).body).toMatchObject({ verifiedBy: 'practice', review: null });
    const { text } = r.form();
    expect((await r.save(token, { text, visitMonth: '2025-02' })).status).toBe(200);
    await r.publishAll();
    expect((await r.shown(listing)).reviews[0]).toMatchObject({ text, verifiedBy: 'practice' });
  });

  it('gives the same form with a wrong code, and no mark', async () => {
    expect((await ask('wrong@example.com', '00000000000000000000')).body).toEqual({ ok: true });
    expect(await markOf('wrong@example.com')).toBe('email');
    const other = await r.create();
    await ask('other@example.com', codeOf(await read()), other);
    expect(await markOf('other@example.com')).toBe('email');
    expect((await ask('long@example.com', 'a'.repeat(41))).status).toBe(400);
  });

  it('marks a link that someone asked for before, but not a review that is written', async () => {
    const code = codeOf(await read());
    await ask('later@example.com', '');
    expect(await markOf('later@example.com')).toBe('email');
    await ask('later@example.com', code);
    expect(await markOf('later@example.com')).toBe('practice');
    await ask('written@example.com', '');
    await r.save(await r.tokenOf('written@example.com'));
    await ask('written@example.com', code);
    expect(await markOf('written@example.com')).toBe('email');
  });

  it('leaves the mark of an accepted request', async () => {
    r.app.deps.clock.set('2025-03-03T15:00:00Z');
    const patient = await r.acceptedPatient(listing);
    r.app.deps.clock.set('2025-03-11T17:31:00Z');
    await invitePatients(r.app.deps);
    await ask(patient.email, codeOf(await read()));
    expect(await markOf(patient.email)).toBe('visit');
  });

  it('can be replaced, after which cards with the earlier one give no mark', async () => {
    const before = await read();
    const replaced = await r.app.call('POST', path(), { token: r.ann.token });
    expect(replaced.body).toEqual(await read());
    expect(replaced.body.url).not.toBe(before.url);
    await ask('old-card@example.com', codeOf(before));
    expect(await markOf('old-card@example.com')).toBe('email');
    await ask('new-card@example.com', codeOf(replaced.body).toUpperCase());
    expect(await markOf('new-card@example.com')).toBe('practice');
    const entry = await r.app.deps.db('auditLog').where({ action: 'listing.review_link_replaced' }).first();
    expect(entry).toMatchObject({ subjectId: String(listing), actorId: r.ann.userId });
  });

  it('gives no mark for a listing that no one manages', async () => {
    const code = codeOf(await read());
    await r.app.deps.db('dentists').where({ id: listing }).update({ userId: null });
    await ask('unclaimed@example.com', code);
    expect(await markOf('unclaimed@example.com')).toBe('email');
    await r.app.deps.db('dentists').where({ id: listing }).update({ userId: r.ann.userId });
  });
});
