import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimants, license, type Claimants } from '#server/test/people/claimants.ts';
import { paid } from '#server/test/people/owners.ts';
import { pdfUrl } from '#server/test/files/documents.ts';
import { decideClaim } from '#server/test/people/claim-requests.ts';

let c: Claimants;
beforeAll(async () => {
  c = await claimants();
});
afterAll(() => c.app.stop());

const dossierOf = async (id: number) => {
  const { body } = await c.app.get('/api/admin/claim-requests?status=pending', { token: c.admin.token });
  return body.find((claim: { id: number }) => claim.id === id);
};
const bulk = (ids: number[], status = 'approved') =>
  c.app.post('/api/admin/claim-requests/bulk', { ids, status, reviewNotes: 'Together.' }, { token: c.admin.token });

describe('evidence copied from the public page', () => {
  it('is weak for someone who signs up with the published email address', async () => {
    const published = { website: 'https://www.elmdental.example', email: 'office@elmdental.example', state: 'FL' };
    const id = await c.listing(published);
    const { body: page } = await c.app.get(`/api/dentists/${id}`);
    const attacker = await c.app.signIn({ ...paid, name: page.name, email: page.email, emailVerifiedAt: null });
    const values = {
      requestorName: page.name,
      requestorEmail: page.email,
      requestorPhone: page.phone,
      licenseNumber: 'DEN12345',
    };
    const tiny = await c.claim(id, attacker.token, {
      ...values,
      verificationDocument: pdfUrl(Buffer.from('%PDF-1.7 16 byte')),
    });
    expect([tiny.status, tiny.body.message]).toEqual([400, 'Please upload a valid file (pdf, jpeg, png, webp)']);
    const sent = await c.claim(id, attacker.token, { ...values, verificationDocument: license });
    const { evidence, claimant } = await dossierOf(sent.body.id);
    expect(evidence).toMatchObject({ verdict: 'weak' });
    expect(evidence.score).toBeLessThanOrEqual(5);
    expect(claimant.emailVerified).toBe(false);
    const points = Object.fromEntries(
      evidence.reasons.map((r: { code: string; points: number }) => [r.code, r.points]),
    );
    expect(points).toMatchObject({ email: 0, phone: 0, name: 0, license: 0, document: 5 });
    expect(points.age).toBeUndefined();
  });

  it('becomes strong once the address at the practice is verified', async () => {
    const id = await c.listing({ website: 'https://www.oakdental.example' });
    const owner = await c.app.signIn({
      ...paid,
      name: 'Ana Silva',
      email: 'ana@oakdental.example',
      emailVerifiedAt: null,
    });
    const { body } = await c.claim(id, owner.token);
    expect((await dossierOf(body.id)).evidence.verdict).toBe('weak');
    await c.app.deps.db('users').where({ id: owner.userId }).update({ emailVerifiedAt: c.app.deps.clock.now() });
    expect((await dossierOf(body.id)).evidence).toMatchObject({ score: 65, verdict: 'strong' });
  });

  it('does not count a website that the former owner entered', async () => {
    const sources = { website: { source: 'owner', at: '2025-01-01T00:00:00.000Z' } };
    const id = await c.listing({ website: 'https://www.mine.example', fieldSources: JSON.stringify(sources) });
    const owner = await c.app.signIn({ ...paid, name: 'Ana Silva', email: 'ana@mine.example' });
    const { body } = await c.claim(id, owner.token);
    expect((await dossierOf(body.id)).evidence.verdict).toBe('weak');
  });
});

describe('what staff checked', () => {
  it.each(['call', 'license'])('a recorded %s is proof, and only staff see it', async (kind) => {
    const owner = await c.app.signIn({ ...paid, name: 'Ana Silva' });
    const { body } = await c.claim(await c.listing(), owner.token);
    const path = `/api/admin/claim-requests/${body.id}/evidence`;
    expect((await c.app.post(path, { kind, note: 'x' }, { token: owner.token })).status).toBe(403);
    expect((await c.app.post(path, { kind, note: ' ' }, { token: c.admin.token })).body.fields).toHaveProperty('note');
    const recorded = await c.app.post(path, { kind, note: 'Reached Dr. Silva.' }, { token: c.admin.token });
    expect(recorded.body.evidence.verdict).toBe('strong');
    expect(recorded.body.timeline.at(-1)).toMatchObject({ note: 'Reached Dr. Silva.' });
    const own = (await c.app.get('/api/user/claim-requests', { token: owner.token })).body[0];
    expect(own.timeline.map((event: { kind: string }) => event.kind)).toEqual(['submitted']);
    await decideClaim(c.app, c.admin.token, body.id, { status: 'approved' });
    expect((await c.app.post(path, { kind, note: 'Late.' }, { token: c.admin.token })).body.error).toBe(
      'already_decided',
    );
  });
});

describe('bulk approval', () => {
  it('leaves out accounts with many pending or rejected claims, which staff see with each claim', async () => {
    const collector = await c.app.signIn({ ...paid, name: 'Ana Silva' });
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push((await c.claim(await c.listing(), collector.token)).body.id);
    const dossier = await dossierOf(ids[0]!);
    expect(dossier.otherClaims).toMatchObject({ pending: 4, approved: 0, rejected: 0 });
    expect(dossier.otherClaims.latest.map(({ id }: { id: number }) => id)).toEqual(ids.slice(1).toReversed());
    expect(dossier.warnings).toEqual([{ code: 'pending_claims', text: 'This account has 4 other pending claims.' }]);
    const { body } = await bulk(ids.slice(0, 2));
    expect(body).toEqual(
      ids.slice(0, 2).map((id) => ({
        id,
        ok: false,
        message: 'Please review this claim on its own. This account has 4 other pending claims.',
      })),
    );
    expect((await bulk(ids.slice(0, 2), 'rejected')).body.every(({ ok }: { ok: boolean }) => ok)).toBe(true);
    expect((await dossierOf(ids[4]!)).warnings).toEqual([
      { code: 'rejected_claims', text: '2 claims of this account were rejected.' },
    ]);
    const alone = await decideClaim(c.app, c.admin.token, ids[4]!, { status: 'approved', inBulk: true });
    expect([alone.status, alone.body.error]).toEqual([409, 'needs_own_review']);
    expect((await decideClaim(c.app, c.admin.token, ids[4]!, { status: 'approved' })).status).toBe(200);
  });

  it('warns of a name only if it contradicts what the claimant says', async () => {
    const manager = await c.app.signIn({ ...paid, name: 'Rob Moss' });
    const warningsOf = async (values: object) =>
      (
        await dossierOf(
          (await c.claim(await c.listing(), manager.token, { requestorName: 'Rob Moss', ...values })).body.id,
        )
      ).warnings;
    for (const relationshipToPractice of ['practice_manager', 'office_manager', 'authorized_representative'])
      expect([relationshipToPractice, await warningsOf({ relationshipToPractice })]).toEqual([
        relationshipToPractice,
        [],
      ]);
    const claim = (await c.claim(await c.listing(), manager.token, { requestorName: 'Rob Moss' })).body.id;
    expect((await dossierOf(claim)).warnings).toMatchObject([{ code: 'names' }]);
    // Staff called the practice, which makes the evidence strong.
    await c.app.deps.db('claimRequests').where({ id: claim }).update({ calledAt: c.app.deps.clock.now() });
    expect((await dossierOf(claim)).warnings).toEqual([]);
  });

  it('leaves out names that differ, and approves the rest', async () => {
    const other = await c.app.signIn({ ...paid, name: 'Rob Moss' });
    const owner = await c.app.signIn({ ...paid, name: 'Ana Silva' });
    const borrowed = (await c.claim(await c.listing(), other.token)).body.id;
    const stranger = (await c.claim(await c.listing(), other.token, { requestorName: 'Rob Moss' })).body.id;
    const fine = (await c.claim(await c.listing(), owner.token)).body.id;
    const { body } = await bulk([borrowed, stranger, fine]);
    expect(body.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, true]);
    expect(body[0].message).toContain('The account belongs to Rob Moss, but the form says Ana Silva.');
    expect(body[1].message).toContain("Rob Moss isn't named in the listing, Dr. Ana Silva.");
  });
});
