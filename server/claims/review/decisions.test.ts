import type { Knex } from 'knex';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deps } from '#server/base/http/context.ts';
import { claimants, license, type Claimants } from '#server/test/people/claimants.ts';
import { smallPdf } from '#server/test/files/documents.ts';
import { paid } from '#server/test/people/owners.ts';
import { approveClaim, requestEvidence, rejectClaim, reopenRejected, reverseApproval } from './decisions.ts';
import { findDossier } from './dossiers.ts';

const png =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let c: Claimants;
beforeAll(async () => {
  c = await claimants();
});
afterAll(() => c.app.stop());

const decide = (
  what: (trx: Knex, deps: Deps, decision: { claimId: number; reviewerId: number; note?: string }) => Promise<void>,
  claimId: number,
  note = 'Fine.',
) => c.app.deps.db.transaction((trx) => what(trx, c.app.deps, { claimId, reviewerId: c.admin.userId, note }));
const ownerOf = async (id: number) => (await c.app.deps.db('dentists').where({ id }).first()).userId as number | null;
const mailsTo = async (to: string): Promise<string[]> => {
  await c.app.deps.db('jobs').update({ runAt: new Date(0) });
  await c.app.jobs();
  const outbox = join(c.app.deps.config.DATA_DIR, 'outbox');
  const all = await Promise.all((await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')));
  return all.filter((mail) => mail.includes(`To: ${to}`)).map((mail) => /^Subject: (.*)$/m.exec(mail)![1]!);
};

describe('one listing', () => {
  it('goes to one claimant, and closes the rival claim with emails', async () => {
    const id = await c.listing();
    const [one, two] = [await c.app.signIn(paid), await c.app.signIn(paid)];
    const [first, second] = [(await c.claim(id, one.token)).body.id, (await c.claim(id, two.token)).body.id];
    const both = await Promise.allSettled([decide(approveClaim, first), decide(approveClaim, second)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const winner = both[0]!.status === 'fulfilled' ? one : two;
    const loser = winner === one ? two : one;
    expect(await ownerOf(id)).toBe(winner.userId);
    const lost = (await c.app.get('/api/user/claim-requests', { token: loser.token })).body[0];
    expect(lost).toMatchObject({ status: 'rejected', reviewNotes: 'Another request for this practice was approved.' });
    const won = (await c.app.get('/api/user/claim-requests', { token: winner.token })).body[0];
    expect(won.timeline.map((event: { kind: string }) => event.kind)).toEqual(['submitted', 'approved']);
    expect((await c.app.get('/api/user/dentists', { token: winner.token })).body[0]).toMatchObject({
      id,
      isVerified: true,
      role: 'owner',
    });
    const history = await c.app.deps.db('listingHistory').where({ dentistId: id, field: 'userId' });
    expect(history).toMatchObject([{ before: null, after: winner.userId, source: 'claim', userId: c.admin.userId }]);
    expect(await mailsTo(winner.email)).toEqual(
      expect.arrayContaining(['We received your claim request', 'Your claim was approved']),
    );
    expect(await mailsTo(loser.email)).toContain("We couldn't approve your claim for Dr. Ana Silva");
    expect(await mailsTo(c.app.deps.config.SUPPORT_EMAIL)).toContain('New claim request: Dr. Ana Silva');
    await expect(decide(rejectClaim, first)).rejects.toMatchObject({ status: 409 });
  });

  it('loses its owner if the approval is undone, without an email', async () => {
    const id = await c.listing();
    const [one, two] = [await c.app.signIn(paid), await c.app.signIn(paid)];
    const [first, second] = [(await c.claim(id, one.token)).body.id, (await c.claim(id, two.token)).body.id];
    await decide(approveClaim, first);
    await decide(reverseApproval, first);
    expect(await ownerOf(id)).toBeNull();
    const states = await c.app.deps
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

  it('is rejected only with a reason, and the rejection can be undone', async () => {
    const { token } = await c.app.signIn(paid);
    const { body } = await c.claim(await c.listing(), token);
    await expect(decide(rejectClaim, body.id, '  ')).rejects.toMatchObject({ status: 400 });
    await decide(rejectClaim, body.id, 'Not you.');
    await decide(reopenRejected, body.id);
    await decide(rejectClaim, body.id, 'Still not you.');
    const own = (await c.app.get('/api/user/claim-requests', { token })).body[0];
    expect([own.status, own.reviewNotes, own.timeline.map((event: { kind: string }) => event.kind)]).toEqual([
      'rejected',
      'Still not you.',
      ['submitted', 'rejected', 'reopened', 'rejected'],
    ]);
  });
});

describe('a pending claim', () => {
  it('can be answered when staff ask, with documents only for staff', async () => {
    const { token } = await c.app.signIn(paid);
    const stranger = await c.app.signIn(paid);
    const { body } = await c.claim(await c.listing(), token, {
      verificationDocument: license,
      documentName: '../../My Licence.exe',
      practiceImage: png,
    });
    expect(body.verificationDocument).toBe('My Licence.pdf');
    await decide(requestEvidence, body.id, 'Please send your license.');
    expect((await c.app.get('/api/user/claim-requests', { token })).body[0].evidenceAsked).toBe(true);
    expect(
      (await c.app.post(`/api/user/claim-requests/${body.id}/answer`, { message: 'x' }, { token: stranger.token }))
        .status,
    ).toBe(404);
    expect((await c.app.post(`/api/user/claim-requests/${body.id}/answer`, {}, { token })).status).toBe(400);
    const answered = await c.app.post(
      `/api/user/claim-requests/${body.id}/answer`,
      { message: 'Here it is.', verificationDocument: license },
      { token },
    );
    expect([answered.status, answered.body.evidenceAsked, answered.body.timeline.at(-1).kind]).toEqual([
      200,
      false,
      'answered',
    ]);
    const dossier = (await findDossier(c.app.deps.db, c.app.deps, body.id))!;
    expect(dossier.attachments.map(({ kind, type }) => [kind, type])).toEqual([
      ['photo', 'image/png'],
      ['document', 'application/pdf'],
      ['document', 'application/pdf'],
    ]);
    expect(dossier.evidence.reasons.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['phone', 'name', 'document']),
    );
    const path = `/api/admin/claim-attachments/${dossier.attachments[1]!.id}`;
    expect([(await c.app.get(path)).status, (await c.app.get(path, { token })).status]).toEqual([401, 403]);
    const seen = await c.app.get(path, { token: c.admin.token });
    expect([seen.status, seen.text, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
      200,
      smallPdf.toString('latin1'),
      'application/pdf',
      'private, no-store',
    ]);
  });

  it('can be withdrawn once, only by its claimant, and sent again', async () => {
    const id = await c.listing();
    const { token } = await c.app.signIn(paid);
    const stranger = await c.app.signIn(paid);
    const { body } = await c.claim(id, token);
    const path = `/api/user/claim-requests/${body.id}/withdraw`;
    expect((await c.app.post(path, {}, { token: stranger.token })).status).toBe(404);
    expect((await c.app.post(path, {}, { token })).body.status).toBe('withdrawn');
    expect((await c.app.post(path, {}, { token })).status).toBe(409);
    await expect(decide(approveClaim, body.id)).rejects.toMatchObject({ status: 409 });
    expect((await c.claim(id, token)).status).toBe(200);
  });

  it('is confirmed by the PIN of the latest letter, with five attempts in 60 days', async () => {
    const { token } = await c.app.signIn(paid);
    const { body } = await c.claim(await c.listing(), token);
    const print = () => c.app.post(`/api/admin/claim-requests/${body.id}/letter`, {}, { token: c.admin.token });
    const enter = (pin: string) => c.app.post(`/api/user/claim-requests/${body.id}/pin`, { pin }, { token });
    expect((await enter('12345678')).body.error).toBe('no_letter');
    expect((await c.app.post(`/api/admin/claim-requests/${body.id}/letter`, {}, { token })).status).toBe(403);
    const first = (await print()).body;
    expect(first.practice).toEqual({ name: 'Dr. Ana Silva', lines: ['1 Elm St', 'Austin, TX 78701'] });
    const wrong = first.pin === '0000 0000' ? '1111 1111' : '0000 0000';
    const tries = [];
    for (let i = 0; i < 6; i++) tries.push((await enter(wrong)).body.message);
    expect(tries[0]).toBe("That PIN isn't right. You have 4 tries left.");
    expect(tries[5]).toMatch(/entered incorrectly five times/);
    expect((await enter(first.pin)).status).toBe(409);
    const second = (await print()).body;
    expect((await enter('12')).status).toBe(400);
    c.app.deps.clock.advance(60 * 86_400_000);
    const now = c.app.deps.clock.now();
    await c.app.deps.db('authSessions').update({ lastSeenAt: now, expiresAt: new Date(now.getTime() + 3_600_000) });
    expect((await enter(second.pin)).body.error).toBe('pin_expired');
    const third = (await print()).body;
    const confirmed = await enter(third.pin.replace(' ', '-'));
    expect([confirmed.status, confirmed.body.pinConfirmedAt, confirmed.body.letter]).toEqual([
      200,
      expect.any(String),
      null,
    ]);
    const dossier = (await findDossier(c.app.deps.db, c.app.deps, body.id))!;
    expect(dossier.evidence.reasons[0]).toMatchObject({ code: 'pin', points: 70 });
    expect(JSON.stringify(await c.app.deps.db('claimEvents').where({ claimId: body.id }))).not.toContain(
      third.pin.slice(0, 4) + third.pin.slice(5),
    );
  });
});
