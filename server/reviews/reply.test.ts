import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviews, type Reviews } from '#server/test/people/reviews.ts';
import { invitePatients } from './invite.ts';

let r: Reviews;
let listing: number;
let token: string;
let id: number;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  const { email } = await r.acceptedPatient(listing);
  r.app.deps.clock.set('2025-03-11T17:31:00Z');
  await invitePatients(r.app.deps);
  token = await r.tokenOf(email);
  const { text } = r.form();
  await r.save(token, { text });
  id = (await r.stored(text)).id;
});
afterAll(() => r.app.stop());

const received = (who: { token: string } = r.ann) => r.app.get(`/api/user/dentists/${listing}/reviews`, { token: who.token }); // prettier-ignore
const reply = async (text: string, values: object = {}, who: { token: string } = r.ann) => {
  const [review] = (await received()).body;
  const body = { reply: text, changedAt: review?.changedAt ?? new Date().toISOString(), ...values };
  return r.app.post(`/api/user/reviews/${id}/reply`, body, { token: who.token });
};
const shown = async () => (await r.shown(listing)).reviews[0];

describe('a reply', () => {
  it('is for published reviews, which the practice learns of by email', async () => {
    expect((await received()).body).toEqual([]);
    expect((await reply('Thank you.')).status).toBe(404);
    await r.publishAll();
    const list = await received();
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body).toMatchObject([{ id, author: 'Pia P.', reply: null }]);
    const { email } = await r.app.deps.db('users').where({ id: r.ann.userId }).first('email');
    const sent = await r.lastEmail(email);
    expect(sent!.subject).toMatch(/^New review of /);
    expect(sent!.action!.url).toContain(`/dashboard/listings/${listing}/reviews`);
  });

  it('shows below its review, is changed, and is removed', async () => {
    expect((await reply('Thank you for your feedback.')).body.reply).toBe('Thank you for your feedback.');
    expect(await shown()).toMatchObject({ reply: 'Thank you for your feedback.' });
    expect((await reply('Thank you for writing.')).status).toBe(200);
    expect(await shown()).toMatchObject({ reply: 'Thank you for writing.' });
    expect((await reply('')).status).toBe(200);
    expect(await shown()).toMatchObject({ reply: null, repliedAt: null });
    const actions = await r.app.deps.db('auditLog').where({ subject: 'review', subjectId: String(id) }).orderBy('id').pluck('action'); // prettier-ignore
    expect(actions.slice(-3)).toEqual(['review.replied', 'review.replied', 'review.reply_removed']);
  });

  it('that seems to confirm a patient is refused until the practice confirms it', async () => {
    const refused = await reply('Your crown came out well.');
    expect([refused.status, refused.body.error]).toEqual([409, 'confirms_patient']);
    expect(refused.body.message).toContain('“Your crown” mentions a treatment. HIPAA forbids that in public.');
    expect(await shown()).toMatchObject({ reply: null });
    expect((await reply('Your crown came out well.', { confirmed: true })).status).toBe(200);
    const entry = await r.app.deps.db('auditLog').where({ action: 'review.replied' }).orderBy('id', 'desc').first();
    expect(entry.note).toBe('After a warning about HIPAA');
  });

  it('is refused from other people, after a change, and past 1,000 characters', async () => {
    const stranger = await r.app.signIn({ name: 'Sue Stranger' });
    expect((await received(stranger)).status).toBe(404);
    expect((await reply('Hello.', {}, stranger)).status).toBe(404);
    expect((await reply('Hello.', { changedAt: '2025-01-01T00:00:00Z' })).body.error).toBe('changed_meanwhile');
    expect((await reply('x'.repeat(1_001))).body.fields).toHaveProperty('reply');
    await r.remove(token);
    expect((await reply('Hello.')).status).toBe(404);
  });
});
