import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answered } from '#server/test/app.ts';
import { doctor, owners, paid, place, type Owners } from '#server/test/people/owners.ts';
import { bomb, dataUrl, picture, pngOf } from '#server/test/files/pictures.ts';

let o: Owners;
let id = 0;
let claimable = 0;
let claimId = 0;
let claimant = '';
beforeAll(async () => {
  o = await owners();
  id = await o.create();
  claimable = await o.create();
  await o.app.post(`/api/user/dentists/${claimable}/unclaim`, {}, { token: o.ann.token });
  claimant = (await o.app.signIn(paid)).token;
  claimId = (await o.app.post(`/api/dentists/${claimable}/claim-request`, claim, { token: claimant })).body.id;
});
afterAll(() => o.app.stop());

const MiB = 1024 ** 2;
const LIMIT = 5 * MiB;
const claim = {
  requestorName: 'Ana Silva',
  requestorEmail: 'ana@example.com',
  requestorPhone: '(512) 555-0142',
  relationshipToPractice: 'owner',
};
const NOT_IMAGE = 'Please upload a valid image file (jpeg, jpg, png, webp)';
const NOT_FILE = 'Please upload a valid file (pdf, jpeg, png, webp)';
const TOO_BIG = 'File size must be less than 5MB';

/** Every call that accepts an image, and its error for other files. */
const uploadCalls: [name: string, sentence: string, send: (image: string) => Promise<Answered>][] = [
  [
    'the gallery',
    NOT_IMAGE,
    (image) => o.app.post(`/api/user/dentists/${id}/photos`, { image }, { token: o.ann.token }),
  ],
  ['the cover of an edit', NOT_IMAGE, (practiceImage) => o.put(id, { practiceImage })],
  ['the portrait of an edit', NOT_IMAGE, (profileImage) => o.put(id, { profileImage })],
  [
    'the practice of a new listing',
    NOT_IMAGE,
    (image) => o.app.post('/api/dentists', o.whole({ practice: { ...place, image } }), { token: o.ann.token }),
  ],
  [
    'the dentist of a new listing',
    NOT_IMAGE,
    (practiceImage) =>
      o.app.post('/api/dentists', o.whole({ dentist: { ...doctor, practiceImage } }), { token: o.ann.token }),
  ],
  ['a new practice', NOT_IMAGE, (image) => o.app.post('/api/practices', { ...place, image }, { token: o.ann.token })],
  [
    'the photo of a claim',
    NOT_IMAGE,
    async (practiceImage) =>
      o.app.post(
        `/api/dentists/${claimable}/claim-request`,
        { ...claim, practiceImage },
        { token: (await o.app.signIn(paid)).token },
      ),
  ],
  [
    'the document of a claim',
    NOT_FILE,
    async (verificationDocument) =>
      o.app.post(
        `/api/dentists/${claimable}/claim-request`,
        { ...claim, verificationDocument },
        { token: (await o.app.signIn(paid)).token },
      ),
  ],
  [
    'the document of an answer',
    NOT_FILE,
    (verificationDocument) =>
      o.app.post(`/api/user/claim-requests/${claimId}/answer`, { verificationDocument }, { token: claimant }),
  ],
];

/** Everything that an upload could have stored. */
const counts = async () => {
  const tables = ['dentists', 'practices', 'claimRequests', 'claimAttachments', 'media', 'dentistPhotos'];
  return Promise.all(tables.map(async (table) => [table, (await o.app.deps.db(table).count('* as n'))[0]!.n]));
};

describe.each(uploadCalls)('through %s', (_, sentence, send) => {
  it('accepts 5 × 1024² bytes, and not one more', async () => {
    for (const size of [LIMIT - 1, LIMIT]) {
      const taken = await send(dataUrl(await pngOf(size)));
      // The gallery already has these pixels.
      expect([size, taken.status]).toEqual([size, taken.body.error === 'already_there' ? 409 : 200]);
    }
    const before = await counts();
    const over = await send(dataUrl(await pngOf(LIMIT + 1)));
    expect([over.status, over.body.message]).toEqual([400, TOO_BIG]);
    expect(await counts()).toEqual(before);
  });

  it('refuses files that are not images, whatever type they declare', async () => {
    const before = await counts();
    for (const [what, image] of [
      ['HTML that says it is a png', dataUrl('<script>alert(1)</script>')],
      ['SVG that says it is a png', dataUrl('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      ['SVG that says so', dataUrl('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml')],
      ['a page', dataUrl('<html>', 'text/html')],
      ['a gif', dataUrl(Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'), 'image/gif')],
      ['a png of nothing', dataUrl(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))],
      ['what is not base64', 'data:image/png;base64,!!!!'],
      ['no base64 at all', 'data:image/png,abc'],
    ]) {
      const { status, body } = await send(image!);
      expect([what, status, body.message]).toEqual([what, 400, sentence]);
    }
    expect(await counts()).toEqual(before);
  });
});

it('decompression bombs of 20,000 × 20,000 pixels, sent to every call at once, use little memory', async () => {
  const data = dataUrl(bomb(20_000));
  expect(data.length).toBeLessThan(LIMIT);
  const before = await counts();
  // A first round, so that modules loaded on first use don't count.
  await uploadCalls[0]![2](await picture());
  const begin = process.memoryUsage().rss;
  let peak = begin;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 2);
  const answers = await Promise.all(uploadCalls.map(([, , send]) => send(data)));
  clearInterval(watch);
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    uploadCalls.map(([, sentence]) => [400, sentence]),
  );
  // A decoded bomb would take 1,200 MB; the measured memory is that of the requests.
  expect((peak - begin) / MiB).toBeLessThan(120);
  expect((await counts())[0]).toEqual(before[0]);
  expect((await counts())[2]).toEqual(before[2]);
});
