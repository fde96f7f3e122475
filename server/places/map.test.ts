import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/base/config.ts';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  const place = (city: string, state: string, zipCode: string) => ({ name: `Dr. ${city}`, city, state, zipCode });
  await app.deps
    .db('dentists')
    .insert([
      place('Austin', 'TX', '78701'),
      place('Austin', 'TX', '78702'),
      place('Round Rock', 'TX', '78664'),
      place('Seattle', 'WA', '98101'),
    ]);
});
afterAll(() => app.stop());

const texas = 'west=-107&south=25&east=-93&north=37';

describe('the map', () => {
  it('names the cities in its window, those with the most listings first', async () => {
    const { body } = await app.get(`/api/map/cities?${texas}`);
    expect(body).toEqual([
      expect.objectContaining({ name: 'Austin', state: 'TX', dentistCount: 2 }),
      expect.objectContaining({ name: 'Round Rock', state: 'TX', dentistCount: 1 }),
    ]);
    expect((await app.get('/api/map/cities?west=-1&south=0&east=1&north=1')).body).toEqual([]);
    await app.deps.db('dentists').insert({ name: 'Dr. Waco', city: 'Waco', state: 'TX', zipCode: '76701' });
    expect((await app.get(`/api/map/cities?${texas}`)).body).toHaveLength(3);
  });

  it('gives the centers of ZIP codes', async () => {
    const { body } = await app.get('/api/map/zip-centers?zips=78701,00000');
    expect(body).toEqual([{ zip: '78701', lat: expect.closeTo(30.27, 1), lng: expect.closeTo(-97.74, 1) }]);
  });

  it('refuses positions that do not exist', async () => {
    for (const box of ['north=91', 'east=181', 'north=NaN', 'west=1e1'])
      expect((await app.get(`/api/map/cities?${texas}&${box}`)).status).toBe(400);
    expect((await app.get('/api/map/zip-centers?zips=787')).status).toBe(400);
  });
});

describe('a tile server', () => {
  const attribution = '© Example Maps';
  const url = 'https://tiles.example.com/v1/{z}/{x}/{y}.png?key=abc';
  const imagesOf = (headers: Headers) => /img-src ([^;]+)/.exec(headers.get('content-security-policy')!)![1];

  it('is not used by default', async () => {
    const { body, headers } = await app.get('/api/site');
    expect([body.mapTiles, imagesOf(headers)]).toEqual([null, "'self' data: blob:"]);
  });

  it('is the only other origin of images when the operator sets it', async () => {
    const other = await testApp({ env: { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution } });
    const { body, headers } = await other.get('/api/site');
    expect([body.mapTiles, imagesOf(headers)]).toEqual([
      { url, attribution },
      "'self' data: blob: https://tiles.example.com",
    ]);
    await other.stop();
  });

  it('needs a complete address and an attribution', () => {
    const read = (env: Record<string, string>) => () => readConfig(env);
    expect(read({ MAP_TILES_URL: url })).toThrow('MAP_TILES_URL and MAP_TILES_ATTRIBUTION go together');
    for (const wrong of [
      'https://tiles.example.com/{z}/{x}.png',
      'http://tiles.example.com/{z}/{x}/{y}.png',
      "https://tiles.example.com; script-src 'unsafe-inline'/{z}/{x}/{y}",
      'ftp://tiles.example.com/{z}/{x}/{y}',
    ])
      expect(read({ MAP_TILES_URL: wrong, MAP_TILES_ATTRIBUTION: attribution })).toThrow('MAP_TILES_URL must be');
    expect(read({ MAP_TILES: 'x' })).toThrow('MAP_TILES is not a setting');
  });
});
