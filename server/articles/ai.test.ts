import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { resumeRuns } from './generate.ts';
import {
  anthropicAnswer,
  article,
  json,
  openaiAnswer,
  testProvider,
  type TestProvider,
} from '#server/test/doubles/ai-provider.ts';

let app: TestApp;
let token: string;
const open: TestProvider[] = [];
beforeAll(async () => {
  app = await testApp({ env: { AI_ALLOW_LOOPBACK: 'on' } });
  ({ token } = await app.signIn({ role: 'admin' }));
});
afterAll(() => app.stop());
afterEach(async () => {
  await app.deps.db('aiBrands').delete();
  await app.deps.db('articles').delete();
  await app.deps.db('generationRuns').delete();
  await Promise.all(open.splice(0).map((provider) => provider.stop()));
});

const KEY = 'sk-very-secret-key-1234567890';
const provider = async (behave: Parameters<typeof testProvider>[0]) => {
  const made = await testProvider(behave);
  open.push(made);
  return made;
};
const addBrand = (body: object) => app.post('/api/admin/ai-brands', { name: 'One', apiKey: KEY, ...body }, { token });
const generate = (topicIds = ['oral-health']) =>
  app.post('/api/admin/articles/bulk-generate?wait=0', { topicIds }, { token });
const run = async () => (await app.get('/api/admin/articles/generation', { token })).body;
const works = async () => {
  for (let i = 0; i < 30 && !(await run())?.finishedAt; i++) await app.jobs();
  return run();
};

describe('dual AI', () => {
  it('reports that no AI brand is configured', async () => {
    const { status, body } = await generate();
    expect([status, body.error]).toEqual([409, 'not_configured']);
    expect(body.message).toContain('not configured');
  });

  it('lets the first brand write, the second edit, and names both in the draft', async () => {
    const writer = await provider((_req, res) =>
      json(res, openaiAnswer(JSON.stringify(article('Brushing well at home')))),
    );
    const editor = await provider((_req, res) =>
      json(res, anthropicAnswer(`Here it is:\n${JSON.stringify(article('Brushing well, corrected'))}`)),
    );
    await addBrand({ name: 'Second', apiEndpoint: `${editor.url}/v1/messages`, priority: 2 });
    await addBrand({ name: 'First', apiEndpoint: `${writer.url}/v1`, priority: 1, model: 'big' });
    await addBrand({ name: 'Off', apiEndpoint: 'https://api.example.com', priority: 1, isActive: false });
    const started = await generate(['oral-health', 'dental-anxiety']);
    expect(started.body).toMatchObject({ generated: 0, requested: 2, done: false });
    expect((await generate()).body.error).toBe('already_running');
    const done = await works();
    expect(done.items.map((item: { status: string }) => item.status)).toEqual(['done', 'done']);
    expect(done.items[0]).toMatchObject({ tokensIn: 110, tokensOut: 55, cost: 0.01 });
    const { body: drafts } = await app.get('/api/articles', { token });
    expect(drafts[0]).toMatchObject({
      title: 'Brushing well, corrected',
      aiSource: 'Drafted by First, reviewed by Second',
      isPublished: false,
      scheduledPublishAt: null,
    });
    expect((await app.get('/api/articles')).body).toEqual([]);
    const provenance = (await app.get(`/api/admin/articles/${drafts[0].id}/provenance`, { token })).body;
    expect(provenance).toMatchObject({ writer: { brand: 'First', model: 'test-model' }, editor: { brand: 'Second' } });
    expect(writer.calls[0]).toMatchObject({ path: '/v1/chat/completions', body: { model: 'big' } });
    expect(writer.calls[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(editor.calls[0]!.headers['x-api-key']).toBe(KEY);
    expect(JSON.stringify(editor.calls[0]!.body)).toContain('Brushing well at home');
  });

  it('requests an unusable answer once more', async () => {
    const one = await provider((_req, res, call) =>
      json(res, openaiAnswer(call === 1 ? 'Sure! Here is an article.' : JSON.stringify(article('Second try')))),
    );
    await addBrand({ apiEndpoint: one.url });
    await generate();
    expect((await works()).items[0].status).toBe('done');
    expect(one.calls).toHaveLength(3);
    expect(JSON.stringify(one.calls[1]!.body)).toContain('was not accepted');
    expect((await app.get('/api/articles', { token })).body[0].aiSource).toBe('Drafted and reviewed by One');
  });

  const bad: [string, Parameters<typeof testProvider>[0], RegExp][] = [
    ['malformed JSON', (_req, res) => void res.end('<html>nope'), /could not read/],
    ['another shape', (_req, res) => json(res, { hello: 1 }), /could not read/],
    [
      'HTML in the text',
      (_req, res) =>
        json(
          res,
          openaiAnswer(JSON.stringify({ ...article('Bold words'), content: `<b>x</b> ${'word '.repeat(400)}` })),
        ),
      /holds HTML/,
    ],
    [
      'a short text',
      (_req, res) => json(res, openaiAnswer(JSON.stringify({ ...article('Too short'), content: 'Brush.' }))),
      /fewer than 300 words/,
    ],
    ['a refusal', (_req, res) => json(res, { choices: [{ message: { content: null, refusal: 'No.' } }] }), /refused/],
    [
      '500',
      (_req, res) => json(res, { error: { message: `Overloaded, key ${KEY}` } }, 500),
      /answered 500: Overloaded, key \[key\]/,
    ],
    ['401', (_req, res) => json(res, { error: 'bad key' }, 401), /answered 401: bad key/],
    ['a redirect', (_req, res) => void res.writeHead(307, { Location: 'http://169.254.169.254/' }).end(), /redirect/],
    ['far too much', (_req, res) => void res.end(Buffer.alloc(3_000_000, 'x')), /too large/],
    ['a closed connection', (req) => void req.socket.destroy(), /could not be reached/],
  ];
  it.each(bad)('reports %s and creates no article', async (_name, behave, sentence) => {
    const one = await provider(behave);
    await addBrand({ apiEndpoint: `${one.url}/v1/chat/completions` });
    await generate();
    const done = await works();
    expect(done.items[0].status).toBe('failed');
    expect(done.items[0].message).toMatch(sentence);
    expect(JSON.stringify(done)).not.toContain(KEY);
    expect((await app.get('/api/articles', { token })).body).toEqual([]);
  });

  it('waits for a slow brand, and reports one that never answers', async () => {
    const slow = await provider((_req, res) => {
      const answer = JSON.stringify(openaiAnswer(JSON.stringify(article('Worth the wait'))));
      const half = answer.length / 2;
      setTimeout(() => res.write(answer.slice(0, half)), 300);
      setTimeout(() => res.end(answer.slice(half)), 600);
    });
    const { body: brand } = await addBrand({ apiEndpoint: slow.url });
    await generate();
    expect((await works()).items[0]).toMatchObject({ status: 'done', articleTitle: 'Worth the wait' });
    const silent = await provider(() => {});
    await app.call('PUT', `/api/admin/ai-brands/${brand.id}`, { token, body: { apiEndpoint: silent.url } });
    app.deps.clock.advance(1_000);
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const clock = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    await generate();
    expect((await works()).items[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('did not answer within 60 seconds'),
    });
    clock.mockRestore();
  });

  it('can be canceled while a slow brand is answering', async () => {
    const slow = await provider(() => {});
    await addBrand({ apiEndpoint: slow.url });
    const { runId } = (await generate(['oral-health', 'dental-anxiety'])).body;
    const working = app.jobs();
    for (let i = 0; i < 100 && slow.calls.length === 0; i++) await new Promise((done) => setTimeout(done, 50));
    const cancel = () => app.post(`/api/admin/articles/generation/${runId}/cancel`, undefined, { token });
    expect((await cancel()).status).toBe(200);
    expect((await cancel()).status).toBe(409);
    await working;
    const after = await run();
    expect(after.items.map((item: { status: string }) => item.status)).toEqual(['cancelled', 'cancelled']);
    expect(after.finishedAt).not.toBeNull();
    expect((await generate()).status).toBe(200);
  });

  it('marks items that a stopped server left unfinished', async () => {
    const one = await provider((_req, res) => json(res, openaiAnswer(JSON.stringify(article('After the crash')))));
    await addBrand({ apiEndpoint: one.url });
    await generate(['oral-health', 'dental-anxiety']);
    // Simulates an item of a server that stopped.
    await app.deps
      .db('generationItems')
      .where({ topicId: 'oral-health' })
      .update({ status: 'writing', aliveAt: app.deps.clock.now() });
    await app.deps.db('jobs').delete();
    app.deps.clock.advance(200_000);
    await resumeRuns(app.deps);
    const done = await works();
    expect(done.items.map((item: { status: string }) => item.status)).toEqual(['failed', 'done']);
    expect(done.items[0].message).toContain('stopped');
  });

  it('waits for the drafts by default and counts them', async () => {
    const one = await provider((_req, res) => json(res, openaiAnswer(JSON.stringify(article('Counted at last')))));
    await addBrand({ apiEndpoint: one.url });
    const asked = app.post('/api/admin/articles/bulk-generate', { topicIds: ['oral-health'] }, { token });
    for (let i = 0; i < 50 && !(await run()); i++) await new Promise((done) => setTimeout(done, 20));
    await works();
    expect((await asked).body).toMatchObject({ generated: 1, requested: 1, done: true });
  });
});

describe('brands', () => {
  const url = 'https://8.8.8.8/v1';
  const update = (id: number, body: object) => app.call('PUT', `/api/admin/ai-brands/${id}`, { token, body });
  const stored = async (id: number) => (await app.deps.db('aiBrands').where({ id }).first()).apiKey as string | null;
  const opened = async (id: number) => {
    const sealed = await stored(id);
    return sealed && app.deps.secret.open('ai-brand-key', sealed);
  };

  it('are limited to five, even when ten are added at once or in the database', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => addBrand({ name: `B${i}`, apiEndpoint: url })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error))).toEqual(
      new Set(['too_many_brands']),
    );
    await expect(app.deps.db('aiBrands').insert({ name: 'x', apiEndpoint: url })).rejects.toThrow('five AI brands');
    expect((await app.get('/api/admin/ai-brands', { token })).body).toHaveLength(5);
  });

  it('never show their key; the mask keeps it, and null or a new endpoint clears it', async () => {
    const { body: made, text } = await addBrand({ apiEndpoint: url });
    expect(made.apiKey).toBe('••••••••');
    expect(text).not.toContain(KEY);
    expect(await stored(made.id)).not.toContain(KEY);
    expect((await app.get('/api/admin/ai-brands', { token })).text).not.toContain('secret');
    for (const kept of [{ apiKey: '••••••••' }, { apiKey: '' }, {}, { apiEndpoint: url, name: 'Renamed' }]) {
      await update(made.id, kept);
      expect(await opened(made.id)).toBe(KEY);
    }
    expect((await update(made.id, { apiEndpoint: 'https://8.8.4.4/v1', apiKey: '••••••••' })).body.apiKey).toBeNull();
    await update(made.id, { apiKey: 'another-key' });
    expect(await opened(made.id)).toBe('another-key');
    await update(made.id, { apiKey: null });
    expect(await stored(made.id)).toBeNull();
    const dump = JSON.stringify([
      await app.deps.db('auditLog').select('*'),
      await app.deps.db('aiBrands').select('*'),
      (await app.get('/api/admin/audit-log', { token })).text,
    ]);
    expect(dump).not.toContain(KEY);
    expect(dump).not.toContain('another-key');
  });

  it('refuse endpoints in private networks, with an error for the field', async () => {
    const other = await testApp();
    try {
      const boss = await other.signIn({ role: 'admin' });
      for (const apiEndpoint of [
        'http://127.0.0.1:8080/',
        'https://2130706433/',
        'https://[::1]/v1',
        'https://169.254.169.254/',
        'https://localhost/v1',
        'nonsense',
      ]) {
        const { status, body } = await other.post('/api/admin/ai-brands', { name: 'x', apiEndpoint }, boss);
        expect([apiEndpoint, status, Object.keys(body.fields)]).toEqual([apiEndpoint, 400, ['apiEndpoint']]);
      }
      // An endpoint that was written to the table directly is refused when it is used.
      const [row] = await other.deps
        .db('aiBrands')
        .insert({ name: 'Sly', apiEndpoint: 'https://localhost:1/v1' })
        .returning('id');
      const { body } = await other.post(`/api/admin/ai-brands/${row.id}/test`, undefined, boss);
      expect(body).toMatchObject({ ok: false, message: expect.stringContaining('private network') });
    } finally {
      await other.stop();
    }
  });

  it('are tested with one real call', async () => {
    const good = await provider((_req, res) => json(res, openaiAnswer('ready')));
    const wrong = await provider((_req, res) =>
      json(res, { error: { message: 'Incorrect API key provided: sk-abcdef***1234' } }, 401),
    );
    const ids = [];
    for (const one of [good, wrong]) ids.push((await addBrand({ apiEndpoint: one.url })).body.id);
    const test = async (id: number) => (await app.post(`/api/admin/ai-brands/${id}/test`, undefined, { token })).body;
    expect(await test(ids[0])).toMatchObject({ ok: true, model: 'test-model', latencyMs: expect.any(Number) });
    expect(await test(ids[1])).toMatchObject({
      ok: false,
      message: 'One answered 401: Incorrect API key provided: [key]',
    });
    expect(good.calls).toHaveLength(1);
  });
});
