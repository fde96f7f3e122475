import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { invitePatients } from './invite.ts';

const DAY = 86_400_000;
let r: Reviews;
let listing: number;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  r.app.deps.clock.set('2025-03-11T18:00:00Z');
});
afterAll(() => r.app.stop());

const ask = (email: string, values: object = {}) =>
  r.app.post(`/api/dentists/${listing}/review-links`, { name: 'Vera Verified', email, humanCheck: r.humanCheck(), ...values }); // prettier-ignore

describe('a link that someone asks for', () => {
  it('opens the form, and its review is marked as verified by email only', async () => {
    expect((await ask('vera@example.com')).body).toEqual({ ok: true });
    const token = await r.tokenOf('vera@example.com');
    const opened = (await r.view(token)).body;
    expect(opened).toMatchObject({ verifiedBy: 'email', signature: 'Vera V.', review: null });
    expect(opened.months).toHaveLength(12);
    expect([opened.months[0], opened.months.at(-1)]).toEqual(['2025-03', '2024-04']);
    const { text } = r.form();
    expect((await r.save(token, { text, visitMonth: '2024-03' })).body.fields).toHaveProperty('visitMonth');
    expect((await r.save(token, { text, visitMonth: '2024-09' })).body.review.status).toBe('waiting');
    await r.publishAll();
    expect((await r.shown(listing)).reviews[0]).toMatchObject({ text, author: 'Vera V.', verifiedBy: 'email' });
  });

  it('is the same for the same address, also if the practice accepted its request', async () => {
    await ask('again@example.com');
    const first = await r.tokenOf('again@example.com');
    await r.save(first);
    await ask('AGAIN@example.com');
    expect(await r.tokenOf('again@example.com')).toBe(first);
    r.app.deps.clock.set('2025-03-03T15:00:00Z');
    const patient = await r.acceptedPatient(listing);
    r.app.deps.clock.set('2025-03-11T17:31:00Z');
    await invitePatients(r.app.deps);
    const invited = await r.tokenOf(patient.email);
    await ask(patient.email);
    expect(await r.tokenOf(patient.email)).toBe(invited);
    expect((await r.view(invited)).body.verifiedBy).toBe('visit');
  });

  it('gives a person one review for each month of a visit', async () => {
    await ask('twice@example.com');
    const first = await r.tokenOf('twice@example.com');
    await r.save(first, { visitMonth: '2025-01' });
    r.app.deps.clock.advance(31 * DAY);
    await ask('twice@example.com');
    const second = await r.tokenOf('twice@example.com');
    expect(second).not.toBe(first);
    expect((await r.save(second, { visitMonth: '2025-01' })).body.fields.visitMonth).toContain('already reviewed');
    expect((await r.save(second, { visitMonth: '2025-02' })).status).toBe(200);
    r.app.deps.clock.set('2025-03-11T18:00:00Z');
  });

  it('needs a human, a listing, and an address, which gets five a day', async () => {
    expect((await ask('vera@example.com', { humanCheck: undefined })).status).toBe(400);
    expect((await ask('no address')).body.fields).toHaveProperty('email');
    const missing = { name: '', email: 'x@example.com', humanCheck: r.humanCheck() };
    expect((await r.app.post('/api/dentists/999999/review-links', missing)).status).toBe(404);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push((await ask('flooded@example.com')).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('ends, with the address, if its owner deletes it', async () => {
    await ask('gone@example.com');
    const token = await r.tokenOf('gone@example.com');
    expect((await r.remove(token)).status).toBe(200);
    expect((await r.view(token)).status).toBe(404);
    const rows = await r.app.deps.db('reviewInvitations').whereNotNull('endedAt');
    expect(rows).toMatchObject([{ contact: null, emailKey: null, tokenHash: null }]);
  });
});
