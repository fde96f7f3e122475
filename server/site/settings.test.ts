import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { siteInfo } from '#contract/site.ts';
import { deleteUnusedPictures } from '#server/listings/photos/media.ts';
import { dataUrl } from '#server/test/files/pictures.ts';
import { findChosenSettings } from '#shared/site-settings.ts';
import { readPrompt } from '#server/articles/prompts.ts';
import { testApp, type TestApp } from '#server/test/app.ts';
import type { PageRequest, Site } from './site.ts';

/** A website whose page says what the settings and the API say. */
const site: Site = {
  async render({ settings, call }: PageRequest) {
    const { value } = await call(siteInfo, {});
    return {
      status: 200,
      headers: {},
      html: `<!doctype html>${settings.brand}, ${(value as { supportPhone: string }).supportPhone}`,
    };
  },
};
let app: TestApp;
let other: TestApp;
let token: string;
let colleague: string;
beforeAll(async () => {
  app = await testApp({ site, env: { SUPPORT_EMAIL: 'help@example.com', SUPPORT_PHONE: '(555) 555-0100' } });
  other = await testApp({ site, beside: app });
  token = (await app.signIn({ role: 'admin', name: 'Ada Admin' })).token;
  colleague = (await app.signIn({ role: 'admin', name: 'Carl Colleague' })).token;
});
afterAll(async () => {
  await other.stop();
  await app.stop();
});

const path = '/api/admin/site-settings';
const save = (body: object, by = token) => app.call('PUT', path, { token: by, body });

describe('the settings of the site', () => {
  it('begin with the defaults and those of the environment', async () => {
    const { body } = await app.get(path, { token });
    expect(body).toMatchObject({
      brand: '',
      supportEmail: '',
      defaults: { brand: 'Enamel', supportEmail: 'help@example.com', supportPhone: '(555) 555-0100', accent: '' },
    });
  });

  it('show on the pages of every server with its next response', async () => {
    for (const server of [app, other]) expect((await server.get('/about')).text).toContain('Enamel, (555) 555-0100');
    const { status, body } = await save({ brand: 'Bright Bay', supportPhone: '(512) 555-0199' });
    expect([status, body.brand, body.supportPhone]).toEqual([200, 'Bright Bay', '(512) 555-0199']);
    // The legal entity of another brand isn't known.
    expect(body.defaults).toMatchObject({ brand: 'Enamel', company: '', author: 'Bright Bay Editorial Team' });
    for (const server of [app, other])
      expect((await server.get('/about')).text).toContain('Bright Bay, (512) 555-0199');
    await save({ brand: 'Bright Bay Dental Guide' }, colleague);
    for (const server of [other, app])
      expect((await server.get('/about')).text).toContain('Bright Bay Dental Guide, (512) 555-0199');
    expect((await app.get('/readyz')).body.brand).toBe('Bright Bay Dental Guide');
  });

  it('return to the default when a field is emptied', async () => {
    await save({ supportPhone: '' });
    expect((await other.get('/about')).text).toContain('Bright Bay Dental Guide, (555) 555-0100');
  });

  it('refuse a value that can’t be used, say what to do, and keep the rest', async () => {
    const wrong = {
      brand: 'X',
      accent: '#7fd1c7',
      supportEmail: 'nobody',
      supportPhone: '12',
      address: 'a\nb\nc\nd\ne\nf\ng',
      socialLinks: 'https://example.com/me',
    };
    const { status, body } = await save({ ...wrong, company: 'Bright Bay LLC' });
    expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, Object.keys(wrong).toSorted()]);
    expect(body.fields.accent).toMatch(
      /hard to read: its contrast is 1\.5, .* The closest color that works is #[\da-f]{6}\.$/,
    );
    const closest = body.fields.accent.slice(-8, -1);
    expect((await app.get(path, { token })).body.company).toBe('');
    expect((await save({ accent: closest.toUpperCase() })).body.accent).toBe(closest);
    expect((await save({ accent: 'teal' })).body.fields.accent).toContain('such as #0b7c80');
  });

  it('are changed by administrators only, and each change is in the audit log', async () => {
    const reviewer = (await app.signIn({ role: 'reviewer' })).token;
    expect((await app.get(path, { token: reviewer })).status).toBe(403);
    expect((await save({ brand: 'Mine' }, reviewer)).status).toBe(403);
    await save({ company: 'Bright Bay LLC', address: ' 1 Bay Road \n\n Portland, ME 04101 ' });
    const entries = (await app.get('/api/admin/audit-log?subject=settings', { token })).body;
    expect(entries[0]).toMatchObject({
      action: 'site.updated',
      before: { company: '', address: '' },
      after: { company: 'Bright Bay LLC', address: '1 Bay Road\nPortland, ME 04101' },
    });
    await save({ company: 'Bright Bay LLC' });
    expect((await app.get('/api/admin/audit-log?subject=settings', { token })).body).toHaveLength(entries.length);
  });

  it('are not overwritten by someone who hasn’t seen a colleague’s change', async () => {
    const read = { company: 'Bright Bay LLC' };
    expect((await save({ company: 'Bay Dental Inc.', read }, colleague)).status).toBe(200);
    const { status, body } = await save({ company: 'Bright Bay Corp.', read });
    expect([status, body.error, body.now.company]).toEqual([409, 'changed_meanwhile', 'Bay Dental Inc.']);
    expect(body.message).toMatch(/^Carl Colleague changed this .* Nothing was saved\.$/);
  });

  it('hold the prompts of the AI writers, which must name the parts of an answer', async () => {
    const { body } = await app.get(path, { token });
    expect(body.defaults.writerPrompt).toContain('You write for {brand}');
    expect(readPrompt('writerPrompt', app.deps)).toContain(`You write for ${app.deps.settings.brand}`);
    const refused = await save({ writerPrompt: 'Write something nice.' });
    expect([refused.status, refused.body.fields.writerPrompt]).toEqual([
      400,
      'Please ask for one JSON object with these keys, each in quotation marks: "title", "excerpt", "content", "tags", "metaTitle", "metaDescription".',
    ]);
    const own = `For {brand}.\n${body.defaults.writerPrompt.split('\n').at(-1)}`;
    expect((await save({ writerPrompt: own })).body.writerPrompt).toBe(own);
    expect(readPrompt('writerPrompt', app.deps)).toMatch(`For ${app.deps.settings.brand}.`);
    expect(findChosenSettings(app.deps.settings.current)).not.toHaveProperty('writerPrompt');
    await save({ writerPrompt: '' });
    expect(readPrompt('writerPrompt', app.deps)).toContain('Invent nothing');
  });

  it('change the day of the terms when they change what the terms name', async () => {
    const termsDay = async () => (await app.get('/api/policies')).body.changedAt.terms;
    const { clock } = app.deps;
    const first = await termsDay();
    clock.advance(86_400_000);
    await save({ author: 'The editors' });
    expect(await termsDay()).toBe(first);
    await save({ address: '2 Bay Road' });
    expect(await termsDay()).toBe(clock.now().toISOString());
    const fresh = await testApp();
    expect((await fresh.get('/api/policies')).body.changedAt.terms).toBe('2025-06-01T00:00:00.000Z');
    await fresh.stop();
  });

  it('show a logo in the icons, the manifest’s and the tab’s, and in pictures for other sites, until it is removed', async () => {
    const files = ['/favicon.svg', '/icon-192.png', '/icon-512.png', '/apple-touch-icon.png'];
    const fetchBytes = async (file: string) => Buffer.from(await (await fetch(other.url + file)).arrayBuffer());
    const findColor = async (file: string, [x, y]: [number, number]) => {
      const { data, info } = await sharp(await fetchBytes(file))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
    };
    const isRed = ([red, green, blue]: number[]) => red! > 200 && green! < 60 && blue! < 60;
    const social = '/social/about.png';
    await save({ logo: '' });
    await other.deps.settings.reload();
    const before = await findColor(social, [112, 98]);
    const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    const { status, body } = await save({ logo: dataUrl(red) });
    expect([status, body.logo]).toEqual([200, expect.stringMatching(/^\/media\/[0-9a-f]{40}$/)]);
    await other.deps.settings.reload();
    // The console shows it too.
    expect((await other.get('/readyz')).body.logo).toBe(body.logo);
    for (const file of files.slice(1)) expect([file, isRed(await findColor(file, [90, 90]))]).toEqual([file, true]);
    expect((await fetchBytes('/favicon.svg')).toString()).toContain('<image ');
    expect([isRed(before), isRed(await findColor(social, [112, 98]))]).toEqual([false, true]);
    // It is in use, so it outlives the pictures that nothing shows.
    app.deps.clock.advance(100 * 86_400_000);
    await deleteUnusedPictures(app.deps);
    expect((await fetch(`${app.url}${body.logo}/400`)).status).toBe(200);
    expect((await save({ description: 'A guide', logo: body.logo })).body.logo).toBe(body.logo);
    for (const logo of [`/media/${'0'.repeat(40)}`, dataUrl('not a picture'), 'https://example.com/logo.png'])
      expect((await save({ logo })).status).toBe(400);
    expect((await save({ logo: '' })).body.logo).toBe('');
    await app.deps.settings.reload();
    expect((await app.get('/favicon.svg')).text ?? '').not.toContain('<image ');
  });

  it('replace the terms and add to the privacy policy, with the day of each version, which the audit log keeps', async () => {
    const policies = async () => (await app.get('/api/policies')).body;
    const { clock } = app.deps;
    const before = await policies();
    expect(before.own).toEqual({ terms: '', privacy: '' });
    clock.advance(86_400_000);
    await save({ terms: ' ## Who we are\r\n{brand}, of {address}. ', privacy: '## Partners\nNone.' });
    await app.deps.settings.reload();
    const after = await policies();
    expect(after.own).toEqual({ terms: '## Who we are\n{brand}, of {address}.', privacy: '## Partners\nNone.' });
    expect([after.changedAt.terms, after.changedAt.privacy]).toEqual(
      Array.from({ length: 2 }, () => clock.now().toISOString()),
    );
    expect(after.changedAt.health).toBe(before.changedAt.health);
    // Only their own pages carry the long texts.
    expect(findChosenSettings(app.deps.settings.current)).not.toHaveProperty('terms');
    clock.advance(86_400_000);
    await save({ terms: '## Second version\nShort.' });
    const [entry] = (await app.get('/api/admin/audit-log?subject=settings', { token })).body;
    expect([entry.before.terms, entry.after.terms]).toEqual([after.own.terms, '## Second version\nShort.']);
    expect((await save({ terms: 'x'.repeat(50_001) })).body.fields.terms).toBe('Please use at most 50,000 characters.');
    await save({ terms: '', privacy: '' });
    await app.deps.settings.reload();
    expect((await policies()).own).toEqual({ terms: '', privacy: '' });
  });

  it('ignore a stored value that is not valid any more', async () => {
    await app.deps
      .db('systemSettings')
      .where({ name: 'site' })
      .update({ value: JSON.stringify({ accent: 'red', brand: 'Bay' }) });
    await app.deps.settings.reload();
    expect([app.deps.settings.brand, app.deps.settings.current.accent]).toEqual(['Bay', '']);
  });
});
