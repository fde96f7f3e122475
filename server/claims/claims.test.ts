import type { Knex } from 'knex';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import {
  approveClaim,
  askForEvidence,
  claimDossierById,
  rejectClaim,
  reopenRejected,
  reverseApproval,
} from './claims.ts';

let app: TestApp;
let admin: Awaited<ReturnType<TestApp['signIn']>>;
const paid = { subscriptionPlan: 'professional', subscriptionStatus: 'active' };
const pdf = `data:application/pdf;base64,${Buffer.from('%PDF-1.7 a licence').toString('base64')}`;
const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const form = {
  requestorName: 'Ana Silva',
  requestorEmail: 'ana@silvadental.example',
  requestorPhone: '(512) 555-0142',
  relationshipToPractice: 'owner',
};

beforeAll(async () => {
  app = await testApp({ now: '2025-03-03T15:00:00Z' });
  admin = await app.signIn({ role: 'admin', name: 'Staff' });
});
afterAll(() => app.stop());

async function listing(values: Record<string, unknown> = {}): Promise<number> {
  const [row] = await app.deps
    .db('dentists')
    .insert({
      name: 'Dr. Ana Silva',
      phone: '512-555-0142',
      address: '1 Elm St',
      city: 'Austin',
      state: 'TX',
      zipCode: '78701',
      ...values,
    })
    .returning('id');
  return row.id;
}
const claim = (id: number, token: string, values: object = {}) =>
  app.post(`/api/dentists/${id}/claim-request`, { ...form, ...values }, { token });
const decide = (
  what: (
    trx: Knex,
    deps: TestApp['deps'],
    decision: { claimId: number; reviewerId: number; note?: string },
  ) => Promise<void>,
  claimId: number,
  note = 'Fine.',
) => app.deps.db.transaction((trx) => what(trx, app.deps, { claimId, reviewerId: admin.userId, note }));
const ownerOf = async (id: number) => (await app.deps.db('dentists').where({ id }).first()).userId as number | null;
const mailsTo = async (to: string): Promise<string[]> => {
  await app.deps.db('jobs').update({ runAt: new Date(0) });
  await app.jobs();
  const outbox = join(app.deps.config.DATA_DIR, 'outbox');
  const all = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')));
  return all.filter((mail) => mail.includes(`To: ${to}`)).map((mail) => /^Subject: (.*)$/m.exec(mail)![1]!);
};

describe('who may claim', () => {
  it.each([
    ['free', 'inactive', 403],
    ['professional', 'canceled', 403],
    ['professional', 'past_due', 403],
    ['free', 'active', 403],
    ['professional', 'active', 200],
    ['pro_max', 'trial', 200],
    ['enterprise', 'active', 200],
  ])('%s %s answers %i', async (subscriptionPlan, subscriptionStatus, status) => {
    const { token } = await app.signIn({ subscriptionPlan, subscriptionStatus });
    const answered = await claim(await listing(), token);
    expect([answered.status, answered.body.error]).toEqual([
      status,
      status === 403 ? 'subscription_required' : undefined,
    ]);
  });
  it('nobody without a sign-in, and a free plan is told before its body is read', async () => {
    const id = await listing();
    expect((await app.post(`/api/dentists/${id}/claim-request`, form)).status).toBe(401);
    const { token } = await app.signIn();
    expect((await app.call('POST', `/api/dentists/${id}/claim-request`, { token, body: '{' })).status).toBe(403);
  });
});

describe('the form', () => {
  it.each([
    [{ requestorName: 'A' }, 'requestorName', 'Name is required'],
    [{ requestorEmail: 'ana' }, 'requestorEmail', 'Valid email is required'],
    [{ requestorPhone: '512555014' }, 'requestorPhone', 'Valid phone number is required'],
    [{ relationshipToPractice: '' }, 'relationshipToPractice', 'Please select your relationship to the practice'],
    [{ relationshipToPractice: 'king' }, 'relationshipToPractice', 'Please select your relationship to the practice'],
  ])('%j', async (values, field, message) => {
    const { token } = await app.signIn(paid);
    const { status, body } = await claim(await listing(), token, values);
    expect([status, body.fields]).toEqual([400, { [field]: message }]);
  });
  it.each([
    [
      { verificationDocument: `data:application/pdf;base64,${Buffer.from('<html>').toString('base64')}` },
      'Please upload a valid file (pdf, jpeg, png, webp)',
    ],
    [{ verificationDocument: 'passport' }, 'Please upload a valid file (pdf, jpeg, png, webp)'],
    [{ practiceImage: pdf }, 'Please upload a valid image file (jpeg, jpg, png, webp)'],
  ])('refuses files that are not what they say', async (values, message) => {
    const { token, userId } = await app.signIn(paid);
    const { status, body } = await claim(await listing(), token, values);
    expect([status, body.message]).toEqual([400, message]);
    expect(await app.deps.db('claimRequests').where({ userId })).toEqual([]);
  });
  it.each(['-1', '1e3', '99999999999', 'abc', '2147483647', '0'])('answers 400 or 404 for the id %s', async (id) => {
    const { token } = await app.signIn(paid);
    expect([400, 404]).toContain((await app.post(`/api/dentists/${id}/claim-request`, form, { token })).status);
  });
  it('takes nothing the server decides', async () => {
    const { token, userId } = await app.signIn(paid);
    const { body } = await claim(await listing(), token, {
      userId: 1,
      status: 'approved',
      reviewedBy: 1,
      reviewNotes: 'yes',
      id: 77,
      submittedAt: '2020-01-01T00:00:00Z',
    });
    expect(body).toMatchObject({
      userId,
      status: 'pending',
      reviewedBy: null,
      reviewNotes: null,
      submittedAt: '2025-03-03T15:00:00.000Z',
      dueAt: '2025-03-06T22:00:00.000Z',
    });
  });
});

describe('one listing', () => {
  it('is claimed by two people, by each once, and by nobody when owned', async () => {
    const id = await listing();
    const [one, two] = [await app.signIn(paid), await app.signIn(paid)];
    expect((await claim(id, one.token)).status).toBe(200);
    expect((await claim(id, two.token)).status).toBe(200);
    const again = await claim(id, one.token);
    expect([again.status, again.body.error]).toEqual([409, 'already_pending']);
    const owned = await claim(await listing({ userId: two.userId }), one.token);
    expect([owned.status, owned.body.error]).toEqual([409, 'already_claimed']);
    expect((await claim(await listing({ deletedAt: new Date() }), one.token)).status).toBe(404);
    const burst = await Promise.all(Array.from({ length: 6 }, () => claim(5 + id, one.token)));
    expect(burst.every(({ status }) => status === 404)).toBe(true);
    const fresh = await listing();
    const six = await Promise.all(Array.from({ length: 6 }, () => claim(fresh, one.token)));
    expect(six.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('goes to one of them: owner, rivals, history, timeline and mails together', async () => {
    const id = await listing();
    const [one, two] = [await app.signIn(paid), await app.signIn(paid)];
    const [first, second] = [(await claim(id, one.token)).body.id, (await claim(id, two.token)).body.id];
    const both = await Promise.allSettled([decide(approveClaim, first), decide(approveClaim, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = both[0]!.status === 'fulfilled' ? one : two;
    const loser = winner === one ? two : one;
    expect(await ownerOf(id)).toBe(winner.userId);
    const lost = (await app.get('/api/user/claim-requests', { token: loser.token })).body[0];
    expect(lost).toMatchObject({ status: 'rejected', reviewNotes: 'Another request for this practice was approved.' });
    const won = (await app.get('/api/user/claim-requests', { token: winner.token })).body[0];
    expect(won.timeline.map((event: { kind: string }) => event.kind)).toEqual(['submitted', 'approved']);
    expect((await app.get('/api/user/dentists', { token: winner.token })).body[0]).toMatchObject({
      id,
      isVerified: true,
      role: 'owner',
    });
    const history = await app.deps.db('listingHistory').where({ dentistId: id, field: 'userId' });
    expect(history).toMatchObject([{ before: null, after: winner.userId, source: 'claim', userId: admin.userId }]);
    expect(await mailsTo(winner.email)).toEqual(
      expect.arrayContaining(['We received your claim request', 'Your claim was approved']),
    );
    expect(await mailsTo(loser.email)).toContain('About your claim request');
    expect(await mailsTo(app.deps.config.SUPPORT_EMAIL)).toContain('New claim request: Dr. Ana Silva');
    await expect(decide(rejectClaim, first)).rejects.toMatchObject({ status: 409 });
  });

  it('is given back when an approval is reversed at once, and nobody is told of it', async () => {
    const id = await listing();
    const [one, two] = [await app.signIn(paid), await app.signIn(paid)];
    const [first, second] = [(await claim(id, one.token)).body.id, (await claim(id, two.token)).body.id];
    await decide(approveClaim, first);
    await decide(reverseApproval, first);
    expect(await ownerOf(id)).toBeNull();
    const states = await app.deps
      .db('claimRequests')
      .whereIn('id', [first, second])
      .orderBy('id')
      .select('status', 'reviewNotes');
    expect(states).toEqual([
      { status: 'pending', reviewNotes: null },
      { status: 'pending', reviewNotes: null },
    ]);
    expect(await mailsTo(one.email)).toEqual(['We received your claim request']);
    expect(await mailsTo(two.email)).toEqual(['We received your claim request']);
    await decide(approveClaim, second);
    expect(await ownerOf(id)).toBe(two.userId);
    await expect(decide(reverseApproval, first)).rejects.toMatchObject({ status: 409 });
  });

  it('is rejected only with a reason, and the rejection can be taken back', async () => {
    const { token } = await app.signIn(paid);
    const { body } = await claim(await listing(), token);
    await expect(decide(rejectClaim, body.id, '  ')).rejects.toMatchObject({ status: 400 });
    await decide(rejectClaim, body.id, 'Not you.');
    await decide(reopenRejected, body.id);
    await decide(rejectClaim, body.id, 'Still not you.');
    const own = (await app.get('/api/user/claim-requests', { token })).body[0];
    expect([own.status, own.reviewNotes, own.timeline.map((event: { kind: string }) => event.kind)]).toEqual([
      'rejected',
      'Still not you.',
      ['submitted', 'rejected', 'reopened', 'rejected'],
    ]);
  });
});

describe('a claim under way', () => {
  it('is answered when staff ask, and its papers are for staff alone', async () => {
    const { token } = await app.signIn(paid);
    const stranger = await app.signIn(paid);
    const { body } = await claim(await listing(), token, {
      verificationDocument: pdf,
      documentName: '../../My Licence.exe',
      practiceImage: png,
    });
    expect(body.verificationDocument).toBe('My Licence.pdf');
    await decide(askForEvidence, body.id, 'Please send your licence.');
    expect((await app.get('/api/user/claim-requests', { token })).body[0].evidenceAsked).toBe(true);
    expect(
      (await app.post(`/api/user/claim-requests/${body.id}/answer`, { message: 'x' }, { token: stranger.token }))
        .status,
    ).toBe(404);
    expect((await app.post(`/api/user/claim-requests/${body.id}/answer`, {}, { token })).status).toBe(400);
    const answered = await app.post(
      `/api/user/claim-requests/${body.id}/answer`,
      { message: 'Here it is.', verificationDocument: pdf },
      { token },
    );
    expect([answered.status, answered.body.evidenceAsked, answered.body.timeline.at(-1).kind]).toEqual([
      200,
      false,
      'answered',
    ]);
    const dossier = (await claimDossierById(app.deps.db, app.deps, body.id))!;
    expect(dossier.attachments.map(({ kind, type }) => [kind, type])).toEqual([
      ['photo', 'image/png'],
      ['document', 'application/pdf'],
      ['document', 'application/pdf'],
    ]);
    expect(dossier.evidence.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['phone', 'name', 'document']),
    );
    const path = `/api/admin/claim-attachments/${dossier.attachments[1]!.id}`;
    expect([(await app.get(path)).status, (await app.get(path, { token })).status]).toEqual([401, 403]);
    const seen = await app.get(path, { token: admin.token });
    expect([seen.status, seen.text, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      200,
      '%PDF-1.7 a licence',
      'application/pdf',
      'private, no-store',
    ]);
  });

  it('is withdrawn by its sender only, once, and may be sent again', async () => {
    const id = await listing();
    const { token } = await app.signIn(paid);
    const stranger = await app.signIn(paid);
    const { body } = await claim(id, token);
    const path = `/api/user/claim-requests/${body.id}/withdraw`;
    expect((await app.post(path, {}, { token: stranger.token })).status).toBe(404);
    expect((await app.post(path, {}, { token })).body.status).toBe('withdrawn');
    expect((await app.post(path, {}, { token })).status).toBe(409);
    await expect(decide(approveClaim, body.id)).rejects.toMatchObject({ status: 409 });
    expect((await claim(id, token)).status).toBe(200);
  });

  it('is proved by the PIN of a letter: five tries, sixty days, one letter at a time', async () => {
    const { token } = await app.signIn(paid);
    const { body } = await claim(await listing(), token);
    const print = () => app.post(`/api/admin/claim-requests/${body.id}/letter`, {}, { token: admin.token });
    const enter = (pin: string) => app.post(`/api/user/claim-requests/${body.id}/pin`, { pin }, { token });
    expect((await enter('12345678')).body.error).toBe('no_letter');
    expect((await app.post(`/api/admin/claim-requests/${body.id}/letter`, {}, { token })).status).toBe(403);
    const first = (await print()).body;
    expect(first.practice).toEqual({ name: 'Dr. Ana Silva', lines: ['1 Elm St', 'Austin, TX 78701'] });
    const wrong = first.pin === '0000 0000' ? '1111 1111' : '0000 0000';
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push((await enter(wrong)).body.message);
    expect(tries[0]).toBe('That is not the PIN. You have 4 tries left.');
    expect(tries[5]).toMatch(/entered wrongly five times/);
    expect((await enter(first.pin)).status).toBe(409);
    const second = (await print()).body;
    expect((await enter('12')).status).toBe(400);
    app.deps.clock.advance(60 * 86_400_000);
    const now = app.deps.clock.now();
    await app.deps.db('authSessions').update({ lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) });
    expect((await enter(second.pin)).body.error).toBe('pin_expired');
    const third = (await print()).body;
    const confirmed = await enter(third.pin.replace(' ', '-'));
    expect([confirmed.status, confirmed.body.pinConfirmedAt, confirmed.body.letter]).toEqual([
      200,
      expect.any(String),
      null,
    ]);
    const dossier = (await claimDossierById(app.deps.db, app.deps, body.id))!;
    expect(dossier.evidence.reasons[0]).toMatchObject({ code: 'pin', points: 60 });
    expect(JSON.stringify(await app.deps.db('claimEvents').where({ claimId: body.id }))).not.toContain(
      third.pin.slice(0, 4) + third.pin.slice(5),
    );
  });
});
