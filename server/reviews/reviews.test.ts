import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviews, uniqueWords, type Reviews } from '#server/test/people/reviews.ts';
import { invitePatients, remindPatients } from './invite.ts';
import { eraseOldTraces } from './retention.ts';

const DAY = 86_400_000;
let r: Reviews;
let listing: number;
let staff: Awaited<ReturnType<Reviews['app']['signIn']>>;
beforeAll(async () => {
  r = await reviews();
  listing = await r.practice();
  staff = await r.app.signIn({ role: 'reviewer', name: 'Rita Reviewer' });
});
afterAll(() => r.app.stop());

/** A patient with an invitation, on the day after the visit. */
async function invited(values: object = {}) {
  r.app.deps.clock.set('2025-03-03T15:00:00Z');
  const patient = await r.acceptedPatient(listing, values);
  r.app.deps.clock.set('2025-03-11T17:31:00Z');
  await invitePatients(r.app.deps);
  return { ...patient, token: await r.tokenOf(patient.email), request: patient.token };
}
const open = async (id: number) => (await r.app.get(`/api/admin/reviews/${id}`, { token: staff.token })).body;
const decide = async (id: number, decision: object) => {
  const { changedAt } = await open(id);
  return r.app.post(`/api/admin/reviews/${id}/decide`, { changedAt, ...decision }, { token: staff.token });
};
const phoneText = () => `They were kind, call 512 555 0100. ${uniqueWords()}.`;

describe('an invitation', () => {
  it('is sent once after the day of an accepted request, with one reminder', async () => {
    r.app.deps.clock.set('2025-03-03T15:00:00Z');
    const { email } = await r.acceptedPatient(listing);
    const subjects = async () => (await r.lastEmail(email))!.subject;
    // 10 p.m. in Austin on the day of the visit.
    r.app.deps.clock.set('2025-03-11T03:00:00Z');
    await invitePatients(r.app.deps);
    expect(await subjects()).not.toMatch(/^How was your visit/);
    r.app.deps.clock.set('2025-03-11T17:31:00Z');
    await invitePatients(r.app.deps);
    expect(await subjects()).toMatch(/^How was your visit to/);
    const count = async () => Number((await r.app.deps.db('jobs').where({ name: 'mail' }).count())[0]!['count']);
    const sent = await count();
    await invitePatients(r.app.deps);
    await remindPatients(r.app.deps);
    expect(await count()).toBe(sent);
    r.app.deps.clock.advance(8 * DAY);
    await remindPatients(r.app.deps);
    expect(await subjects()).toMatch(/^Would you tell others about/);
    const reminded = await count();
    await remindPatients(r.app.deps);
    expect(await count()).toBe(reminded);
  });

  it.each(['declined', 'canceled', 'closed'])('is never sent for a request that was %s', async (state) => {
    r.app.deps.clock.set('2025-03-03T15:00:00Z');
    const { id } = await r.acceptedPatient(listing);
    await r.app.deps.db('appointmentRequests').where({ id }).update({ state });
    r.app.deps.clock.set('2025-03-11T17:31:00Z');
    await invitePatients(r.app.deps);
    expect(await r.app.deps.db('reviewInvitations').where({ requestId: id })).toEqual([]);
  });

  it('ends with the data of its request, or after 60 days without a review', async () => {
    const deleted = await invited();
    expect((await r.app.post('/api/appointments/delete', { token: deleted.request })).status).toBe(200);
    expect((await r.view(deleted.token)).status).toBe(404);
    const unused = await invited();
    r.app.deps.clock.advance(61 * DAY);
    await eraseOldTraces(r.app.deps);
    expect((await r.view(unused.token)).status).toBe(404);
    const [row] = await r.app.deps.db('reviewInvitations').where({ requestId: unused.id });
    expect(row).toMatchObject({ contact: null, emailKey: null, tokenHash: null, linkKey: null });
  });
});

describe('a review', () => {
  it('is published by the job after its wait, changed, and deleted for good', async () => {
    const { token } = await invited();
    const { text } = r.form();
    const sent = await r.save(token, { text });
    expect(sent.body.review).toMatchObject({ status: 'waiting', stars: 5, onTime: false, signed: true });
    expect((await r.shown(listing)).reviews.map((one: { text: string }) => one.text)).not.toContain(text);
    await r.publishAll();
    expect((await r.shown(listing)).reviews[0]).toMatchObject({ text, author: 'Pia P.', visitMonth: '2025-03', verifiedBy: 'visit' }); // prettier-ignore
    // The same values again change nothing.
    expect((await r.save(token, { text })).body.review.status).toBe('published');
    const changed = await r.save(token, { text: `${text} They called the next day.`, signed: 'no', stars: 4 });
    expect(changed.body.review.status).toBe('waiting');
    await r.publishAll();
    expect((await r.shown(listing)).reviews[0]).toMatchObject({ author: 'Patient', stars: 4 });
    r.app.deps.clock.advance(31 * DAY);
    expect((await r.save(token, { text: 'I changed my mind about all of it.' })).body.error).toBe('not_possible');
    expect((await r.remove(token)).status).toBe(200);
    expect((await r.shown(listing)).reviews).toEqual([]);
    expect((await r.view(token)).status).toBe(404);
  });

  it('is refused with a sentence for each wrong field, and stores nothing', async () => {
    const { token } = await invited();
    const { body } = await r.save(token, { stars: 6, text: 'Short', visitMonth: '2025-13', language: 'fr' });
    expect(Object.keys(body.fields).toSorted()).toEqual(['language', 'stars', 'text', 'visitMonth']);
    expect((await r.save(token, { visitMonth: '2024-01' })).body.fields).toHaveProperty('visitMonth');
    const smiles = await r.save(token, { text: '😀'.repeat(12) });
    expect(smiles.body.fields).toEqual({ text: 'Please write at least 20 characters.' });
    expect((await r.view(token)).body.review).toBeNull();
    expect((await r.save('unknown')).status).toBe(404);
  });

  it('that is flagged is decided by staff, who see no stars, with a reason and one appeal', async () => {
    const { token, email } = await invited();
    const text = phoneText();
    expect((await r.save(token, { text })).body.review.status).toBe('flagged');
    await r.publishAll();
    expect((await r.view(token)).body.review.status).toBe('flagged');
    const { id } = await r.stored(text);
    expect(await open(id)).not.toHaveProperty('stars');
    expect((await open(id)).flags).toEqual(['phone']);
    expect((await decide(id, { decision: 'refuse', reason: 'too_negative' })).status).toBe(400);
    expect((await decide(id, { decision: 'refuse', reason: 'contact' })).status).toBe(200);
    expect((await r.lastEmail(email))!.text.join(' ')).toContain('It contains a link, a phone number, or an address.');
    expect((await r.appeal(token, 'It is their public number.')).body.review).toMatchObject({ status: 'flagged' });
    expect((await decide(id, { decision: 'refuse', reason: 'contact' })).status).toBe(200);
    expect((await r.appeal(token, 'Once more.')).body.error).toBe('not_possible');
    const log = await r.app.deps
      .db('auditLog')
      .where({ subject: 'review', subjectId: String(id) })
      .orderBy('id');
    expect(log.map(({ action }) => action)).toEqual(['review.received', 'review.refused', 'review.appealed', 'review.refused']); // prettier-ignore
    expect(JSON.stringify(log)).not.toContain('They were kind');
  });

  it('gets one decision from two reviewers, none on a text they did not see, and none once it is deleted', async () => {
    const { token } = await invited();
    const text = phoneText();
    await r.save(token, { text });
    const { id } = await r.stored(text);
    const { changedAt } = await open(id);
    const send = (decision: object) =>
      r.app.post(`/api/admin/reviews/${id}/decide`, { changedAt, ...decision }, { token: staff.token });
    await r.save(token, { text: `${text} Or 512 555 0101.` });
    expect((await send({ decision: 'publish' })).body.error).toBe('changed_meanwhile');
    const both = await Promise.all([decide(id, { decision: 'publish' }), decide(id, { decision: 'publish' })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await r.remove(token)).status).toBe(200);
    expect((await send({ decision: 'publish' })).status).toBe(404);
  });
});

describe('the checks', () => {
  it('catch an insider by the account and by the email address', async () => {
    const owner = await invited();
    const text = r.form().text;
    await r.save(owner.token, { text }, { authorization: `Bearer ${r.ann.token}` });
    expect((await r.stored(text)).flags).toEqual(['sameAccount']);
    const other = await invited();
    const second = r.form().text;
    const dentist = r.app.deps.db('dentists').where({ id: listing });
    await dentist.clone().update({ email: other.email });
    await r.save(other.token, { text: second });
    await dentist.clone().update({ email: null });
    expect((await r.stored(second)).flags).toEqual(['sameEmail']);
  });

  it("catch an insider by the practice's network, and a copied text", async () => {
    await r.app.deps.db('authSessions').where({ userId: r.ann.userId }).update({ ipAddress: '127.0.0.1' });
    const first = await invited();
    const text =
      'The dentist listened to my worries, numbed the tooth well, and the crown fits as if it had grown there.';
    await r.save(first.token, { text });
    expect((await r.stored(text)).flags).toEqual(['sameNetwork']);
    await r.app.deps.db('authSessions').where({ userId: r.ann.userId }).update({ ipAddress: null });
    const second = await invited();
    const copy = text.replace('crown', 'filling');
    await r.save(second.token, { text: copy });
    expect((await r.stored(copy)).flags).toEqual(['copied']);
  });

  it('let ten patients in one waiting room pass, and stop a burst before any of it shows', async () => {
    const send = async (n: number) => {
      await r.app.deps.db('reviews').update({ networkKey: null });
      const texts = Array.from({ length: n }, () => r.form().text);
      const tokens: string[] = [];
      for (const _ of texts) tokens.push((await invited()).token);
      for (const [i, text] of texts.entries()) await r.save(tokens[i]!, { text });
      await r.publishAll();
      return r.app.deps.db('reviews').whereIn('body', texts).pluck('status') as Promise<string[]>;
    };
    expect(new Set(await send(10))).toEqual(new Set(['published']));
    expect(new Set(await send(12))).toEqual(new Set(['flagged']));
  }, 90_000);

  it("erase the network's fingerprint within 30 days", async () => {
    const { token } = await invited();
    const { text } = r.form();
    await r.save(token, { text });
    expect((await r.stored(text)).networkKey).not.toBeNull();
    r.app.deps.clock.advance(30 * DAY);
    await eraseOldTraces(r.app.deps);
    expect((await r.stored(text)).networkKey).toBeNull();
  });
});
