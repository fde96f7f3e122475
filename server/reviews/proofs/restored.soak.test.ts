import { Readable, Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { restoreBackup } from '#server/bulk/backup/restore.ts';
import { writeBackup } from '#server/bulk/backup/write-backup.ts';
import { testApp } from '#server/test/app.ts';
import { reviews } from '#server/test/people/reviews.ts';

it('leaves the same reviews in a restored backup, and their authors’ links work', async () => {
  const r = await reviews();
  const other = await testApp({ now: '2025-03-14T18:00:00Z' });
  try {
    const listing = await r.create();
    r.app.deps.clock.set('2025-03-11T18:00:00Z');
    const [published, flagged, unwritten] = [
      await r.linkFor(listing),
      await r.linkFor(listing),
      await r.linkFor(listing),
    ];
    await r.save(published, { stars: 4 });
    await r.save(flagged, { text: `Call 512 555 0100. ${r.form().text}` });
    await r.publishAll();
    const parts: Buffer[] = [];
    const output = new Writable({ write: (chunk: Buffer, _encoding, done) => (parts.push(chunk), done()) });
    await writeBackup(r.app.deps, output, { signal: new AbortController().signal });
    await restoreBackup(other.deps, Readable.from([Buffer.concat(parts)]));

    const stored = (app: typeof other) => app.deps.db('reviews').orderBy('id');
    expect(await stored(other)).toEqual(await stored(r.app));
    expect((await other.get(`/api/dentists/${listing}/reviews`)).body).toEqual(await r.shown(listing));
    const listed = async (app: typeof other) => (await app.get(`/api/dentists/${listing}`)).body.rating;
    expect([await listed(other), await listed(r.app)]).toEqual([4, 4]);
    for (const token of [published, flagged, unwritten])
      expect((await other.post('/api/reviews/view', { token })).body).toEqual((await r.view(token)).body);
    const changed = await other.post('/api/reviews/save', { token: unwritten, ...r.form() });
    expect(changed.body.review).toMatchObject({ status: 'waiting', signed: true });
    expect((await other.post('/api/reviews/delete', { token: published })).status).toBe(200);
    expect((await other.get(`/api/dentists/${listing}/reviews`)).body.total).toBe(0);
  } finally {
    await other.stop();
    await r.app.stop();
  }
}, 60_000);
