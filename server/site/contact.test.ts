import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ env: { LIMIT_CONTACT: '3/3600' } });
});
afterAll(() => app.stop());

const form = { name: 'Ada', email: 'Ada@Example.com', subject: 'Hello', category: 'general', message: 'A question.' };
const solved = async () => {
  const { body } = await app.get('/api/human-check');
  return { token: body.token as string, answer: body.a + body.b };
};
const stored = () => app.deps.db('contactMessages').select('email', 'message');

describe('contact', () => {
  it('stores a message and emails it to support', async () => {
    const { status, body } = await app.post('/api/contact', { ...form, humanCheck: await solved() });
    expect([status, body]).toEqual([200, { ok: true, answerHours: 24 }]);
    expect(await stored()).toEqual([{ email: 'ada@example.com', message: 'A question.' }]);
    await app.jobs();
    const outbox = join(app.deps.config.DATA_DIR, 'outbox');
    const [file] = await readdir(outbox);
    expect(await readFile(join(outbox, file!), 'utf8')).toContain('Reply-To: ada@example.com');
  });

  it('accepts a human check only once, in time, and if it is correct', async () => {
    app.deps.clock.advance(3_700_000);
    const check = await solved();
    const wrong = await app.post('/api/contact', { ...form, humanCheck: { ...check, answer: check.answer + 1 } });
    expect([wrong.status, wrong.body.error]).toEqual([400, 'verification_failed']);
    app.deps.clock.advance(600_001);
    expect((await app.post('/api/contact', { ...form, humanCheck: check })).status).toBe(400);
    const again = await solved();
    expect((await app.post('/api/contact', { ...form, humanCheck: again })).status).toBe(200);
    app.deps.clock.advance(3_600_001);
    expect((await app.post('/api/contact', { ...form, humanCheck: again })).body.error).toBe('verification_failed');
    expect(await stored()).toHaveLength(2);
  });

  it('limits messages from one address', async () => {
    app.deps.clock.advance(3_700_000);
    const statuses = [];
    for (let i = 0; i < 4; i++)
      statuses.push((await app.post('/api/contact', { ...form, humanCheck: await solved() })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  it('names invalid fields and refuses bodies that are not JSON', async () => {
    const bad = await app.post('/api/contact', { ...form, email: 'nope', message: '', humanCheck: await solved() });
    expect([bad.status, Object.keys(bad.body.fields)]).toEqual([400, ['email', 'message']]);
    expect(
      (await app.call('POST', '/api/contact', { body: 'a=1', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415);
    expect(
      (await app.call('POST', '/api/contact', { body: '{', headers: { 'content-type': 'application/json' } })).status,
    ).toBe(400);
  });
});

describe('the API', () => {
  it('refuses unknown calls', async () => {
    expect((await app.get('/api/nothing')).status).toBe(404);
    expect((await app.call('DELETE', '/api/contact')).status).toBe(405);
    expect((await app.get('/api/admin/nothing')).status).toBe(401);
    const { token } = await app.signIn();
    expect((await app.get('/api/admin/nothing', { token })).status).toBe(403);
    expect((await app.get('/api/user/nothing', { token })).status).toBe(404);
  });
  it('documents itself', async () => {
    const { body } = await app.get('/api/docs.json');
    expect(body.paths['/api/contact'].post.requestBody.content['application/json'].schema.required).toContain(
      'humanCheck',
    );
    expect((await app.get('/api/docs')).text).toContain('Send a message to support');
  });
  it('reports that it is ready', async () => {
    expect((await app.get('/readyz')).body).toMatchObject({ ready: true, product: 'enamel' });
  });
});
