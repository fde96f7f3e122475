import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/test/app.ts';

let app: TestApp;
let boss: Awaited<ReturnType<TestApp['signIn']>>;
beforeAll(async () => {
  app = await testApp();
  boss = await app.signIn({ role: 'admin' });
});
afterAll(() => app.stop());

const field = (name: string, value: unknown) =>
  app.call('PUT', '/api/admin/ad-settings/field', { token: boss.token, body: { field: name, value } });
const put = (body: object) => app.call('PUT', '/api/admin/ad-settings', { token: boss.token, body });

describe('ad settings', () => {
  it('are off by default and show nothing', async () => {
    const { body } = await app.get('/api/admin/ad-settings', boss);
    expect(body).toMatchObject({ headerAdsEnabled: false, sidebarAdsEnabled: false, footerAdsEnabled: false });
    expect((await app.get('/api/ads')).body).toEqual({ meta: null, slots: [] });
    expect((await app.get('/ads.txt')).status).toBe(404);
    expect((await app.get('/ads/frame/header')).status).toBe(204);
    expect((await app.get('/ads/frame/other')).status).toBe(400);
  });

  it('save the six placement fields and ignore a user id sent by the client', async () => {
    const { body } = await put({
      headerAdsEnabled: true,
      headerAdCode: '<b>ad</b>',
      sidebarAdCode: 'off',
      updatedBy: 999,
    });
    expect(body).toMatchObject({ headerAdsEnabled: true, updatedBy: boss.userId });
    expect((await app.get('/api/ads')).body.slots).toEqual(['header']);
    expect((await app.get('/api/ads')).text).not.toContain('<b>');
  });

  it('save one known field and refuse any other', async () => {
    expect((await field('publisherId', 'pub-1234567890123456')).status).toBe(200);
    expect((await app.get('/api/ads')).body.meta).toEqual({
      name: 'google-adsense-account',
      content: 'ca-pub-1234567890123456',
    });
    await field('metaTag', '<meta name="google-site-verification" content="abc-123_x">');
    expect((await app.get('/api/ads')).body.meta).toEqual({ name: 'google-site-verification', content: 'abc-123_x' });
    for (const [name, value] of [
      ['id', '2'],
      ['updatedBy', '1'],
      ['__proto__', 'x'],
      ['publisher_id', 'pub-1234567890123456'],
      ['publisherId', '"><script>'],
      ['publisherId', true],
      ['metaTag', '<meta http-equiv="refresh" content="0;url=//evil">'],
      ['metaTag', '<meta name="google-adsense-account" content="x" onload="y">'],
      ['metaTag', '<script>1</script>'],
      ['headerAdsEnabled', 'yes'],
      ['headerAdsEnabled', null],
      ['adsTxt', 'google.com, pub-1, DIRECT\n<html>'],
    ] as const) {
      const { status } = await field(name, value);
      expect([name, value, status]).toEqual([name, value, 400]);
    }
    expect((await field('adsTxt', 'google.com, pub-1, DIRECT\n<html>')).body.fields.adsTxt).toContain('Line 2');
    expect(
      (await app.call('PUT', '/api/admin/ad-settings/field', { body: { field: 'adsTxt', value: '' } })).status,
    ).toBe(401);
  });

  it('serve ads.txt as plain text', async () => {
    const text =
      '# ours\ngoogle.com, pub-1234567890123456, DIRECT, f08c47fec0942fa0 # main\n\nownerdomain=enamel.example';
    expect((await field('adsTxt', text)).status).toBe(200);
    const answer = await app.get('/ads.txt');
    expect(answer.text).toBe(`${text}\n`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    await field('adsTxt', null);
    expect((await app.get('/ads.txt')).status).toBe(404);
  });

  it('serve ad code only in a sandboxed document that only our site may frame', async () => {
    const { headers, text } = await app.get('/ads/frame/header');
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toContain('allow-same-origin');
    expect(policy).not.toContain('allow-top-navigation');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers.get('x-frame-options')).toBeNull();
    expect(text).toContain('<b>ad</b>');
    await put({ headerAdsEnabled: false });
    expect((await app.get('/ads/frame/header')).status).toBe(204);
  });

  it('log what changed', async () => {
    const { body } = await app.get('/api/admin/audit-log?subject=settings', boss);
    expect(body[0]).toMatchObject({
      action: 'ads.updated',
      before: { headerAdsEnabled: true },
      after: { headerAdsEnabled: false },
    });
    await put({ headerAdsEnabled: false });
    await field('adsTxt', null);
    expect((await app.get('/api/admin/audit-log?subject=settings', boss)).body).toHaveLength(body.length);
  });
});
