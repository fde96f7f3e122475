import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';
import { picture } from '#server/test/files/pictures.ts';
import { deleteUnusedPictures, dropPictures } from './media.ts';

const stored = new Map<string, Buffer>();
let away = false;
let store: Server;
let app: TestApp;

beforeAll(async () => {
  store = createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      const name = req.url!;
      if (away || !req.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/'))
        return void res.writeHead(403).end();
      if (req.method === 'PUT') stored.set(name, Buffer.concat(parts));
      if (req.method === 'DELETE') stored.delete(name);
      const bytes = stored.get(name);
      res.writeHead(req.method === 'GET' && !bytes ? 404 : 200).end(req.method === 'GET' ? bytes : undefined);
    });
  });
  await new Promise<void>((done) => store.listen(0, '127.0.0.1', done));
  app = await testApp({
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
});
afterAll(async () => {
  await app.stop();
  await new Promise((done) => store.close(done));
});

it('stores pictures in an S3 bucket if one is configured, and deletes unused ones', async () => {
  const { token, userId } = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  const [listing] = await app.deps.db('dentists').insert({ name: 'Dr. Store', userId }).returning('id');
  const image = `data:image/png;base64,${(
    await sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } })
      .png()
      .toBuffer()
  ).toString('base64')}`;
  const path = `/api/user/dentists/${listing.id}/photos`;
  const { status, body } = await app.post(path, { image }, { token });
  expect([status, stored.size]).toEqual([200, 3]);
  expect((await app.deps.db('media').first()).bytes).toBeNull();
  const shown = await fetch(`${app.url}${body[0].url}/400`);
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 400 });

  await app.call('PUT', path, { token, body: { photos: [] } });
  app.deps.clock.advance(89 * 86_400_000);
  await deleteUnusedPictures(app.deps);
  expect(stored.size).toBe(3);
  app.deps.clock.advance(2 * 86_400_000);
  await deleteUnusedPictures(app.deps);
  expect([stored.size, await app.deps.db('media')]).toEqual([0, []]);
});

it('deletes a dropped picture at once, and its copies in the bucket with a job', async () => {
  const { token, userId } = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  const [listing] = await app.deps.db('dentists').insert({ name: 'Dr. Drop', userId }).returning('id');
  const { body } = await app.post(`/api/user/dentists/${listing.id}/photos`, { image: await picture() }, { token });
  expect(stored.size).toBe(3);
  await app.deps.db.transaction((trx) => dropPictures(trx, [body[0].url.replace('/media/', '')]));
  expect((await fetch(`${app.url}${body[0].url}`)).status).toBe(404);
  await app.jobs();
  expect(stored.size).toBe(0);
});

it('keeps the picture of an article for as long as an article shows it', async () => {
  const { token } = await app.signIn({ role: 'editor' });
  const reader = await app.signIn({ role: 'reviewer' });
  const path = '/api/admin/article-pictures';
  expect((await app.post(path, { picture: await picture() }, reader)).status).toBe(403);
  expect((await app.post(path, { picture: 'data:image/svg+xml;base64,PHN2Zy8+' }, { token })).status).toBe(400);
  const { url } = (await app.post(path, { picture: await picture() }, { token })).body as { url: string };
  expect((await fetch(`${app.url}${url}`)).status).toBe(200);
  const content = `Words.\n\n![A tooth](${url})`;
  const article = (
    await app.post('/api/admin/articles', { title: 'A tooth', topicId: 'oral-health', content }, { token })
  ).body as { id: number };
  app.deps.clock.advance(91 * 86_400_000);
  await deleteUnusedPictures(app.deps);
  expect(stored.size).toBe(3);
  await app.deps.db('articles').where({ id: article.id }).delete();
  await deleteUnusedPictures(app.deps);
  expect(stored.size).toBe(0);
});

it('refuses a picture and stores nothing while the bucket is unreachable', async () => {
  const { token, userId } = await app.signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  const [listing] = await app.deps.db('dentists').insert({ name: 'Dr. Away', userId }).returning('id');
  away = true;
  const image = `data:image/png;base64,${(
    await sharp({ create: { width: 30, height: 30, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
  ).toString('base64')}`;
  const { status, body } = await app.post(`/api/user/dentists/${listing.id}/photos`, { image }, { token });
  expect([status, body.error]).toEqual([503, 'media_unavailable']);
  expect(await app.deps.db('dentistPhotos').where({ dentistId: listing.id })).toEqual([]);
  away = false;
});
