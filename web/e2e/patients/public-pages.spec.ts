import { get } from 'node:http';
import { rows } from '#server/base/db/knex.ts';
import { awake, expect, open, test } from '../harness/fixtures.ts';

const paths = [
  '/',
  '/directory',
  '/directory?location=California&view=grid',
  '/directory?name=zzzzqqqq',
  '/profile/FIRST',
  '/compare?ids=FIRST,SECOND,999999',
  '/shortlist',
  '/dentists/california',
  '/about',
  '/contact',
  '/terms',
  '/privacy',
  '/yes',
];

for (const path of paths)
  test(`${path} is accessible, in light and dark, and fits a phone`, async ({
    page,
    db,
    accessible,
    expectedErrors,
  }) => {
    // The third listing doesn't exist.
    if (path.includes('999999')) expectedErrors.push(/status of 404/);
    const listings = (await db('dentists').whereNull('deletedAt').orderBy('id').limit(2).pluck('id')) as number[];
    await open(page, path.replace('FIRST', String(listings[0])).replace('SECOND', String(listings[1])));
    await awake(page);
    await accessible(path);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  });

test('the menu drawer and the filter sheet are accessible and close with Escape', async ({ page, accessible }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/directory');
  await page.getByRole('button', { name: 'Open menu' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Pricing' })).toBeVisible();
  await accessible('drawer');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Wheelchair accessible').check();
  await expect(page).toHaveURL(/wheelchair=1/);
  await accessible('filters');
  await sheet.getByRole('button', { name: /^Show/ }).click();
  await expect(sheet).toHaveCount(0);
});

test('the contact form reports missing fields, asks no question, and sends the message', async ({
  page,
  db,
  accessible,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/);
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await open(page, '/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please fill in all required fields.').first()).toBeVisible();
  const form = page.getByRole('region', { name: 'Send us a message' });
  // Screen readers read this tree.
  const fields = [...(await form.ariaSnapshot()).matchAll(/(?:textbox|combobox) "([^"]+)"/g)].map(([, name]) => name);
  expect(fields).toEqual(['Name', 'Email', 'Subject', 'Category', 'Message']);
  const subject = `Hours on Sunday ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Name' }).fill('Robin Example');
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  await page.getByRole('textbox', { name: 'Subject' }).fill(subject);
  await page.getByRole('textbox', { name: 'Message' }).fill('Do you list who is open on Sundays?');
  // The Tab key and a screen reader pass by the field that a bot finds in the markup.
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send Message' })).toBeFocused();
  await accessible('a contact form that is filled in');
  await page.locator('input[name=homepage]').fill('https://spam.example.com', { force: true });
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText("We couldn't check that a person sent this.").first()).toBeVisible();
  expect(await db('contactMessages').where({ subject })).toHaveLength(0);
  await page.locator('input[name=homepage]').fill('', { force: true });
  await page.getByRole('button', { name: 'Send Message' }).click();
  // The success replaces the error at once.
  await expect(page.getByText('Message Sent!', { exact: true })).toBeVisible();
  await expect(page.getByText("We couldn't check that a person sent this.")).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('status')).toHaveText(/^Your message was sent\./);
  expect(await db('contactMessages').where({ subject })).toHaveLength(1);
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  expect(workers.length).toBeGreaterThan(0);
});

test('an offline page reports the failure, keeps input, and loads after reconnecting', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|dynamically imported module|Failed to fetch/);
  const offline = 'You seem to be offline. Please connect and try again.';
  await open(page, '/contact');
  for (const name of ['Name', 'Subject', 'Message']) await page.getByRole('textbox', { name }).fill('Robin');
  await page.getByRole('textbox', { name: 'Email' }).fill('robin@example.com');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(offline).first()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Robin');

  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Plans for practices' })).toBeVisible();
});

test('a profile prints on one page, with or without an owner, on letter and A4', async ({ page, db }) => {
  // The profiles with the most content.
  const fullest = async (owner: string): Promise<number> =>
    (
      await rows<{ id: number }>(
        db,
        `select id from dentists where user_id ${owner} and deleted_at is null order by length(coalesce(bio, '')) desc, id limit 1`,
      )
    )[0]!.id;
  const [owned, free] = [await fullest('is not null'), await fullest('is null')];
  for (const id of [owned, free]) {
    await open(page, `/profile/${id}`);
    for (const format of ['Letter', 'A4']) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g), `${id} on ${format}`).toHaveLength(1);
    }
  }
});

test('crawlers get robots.txt, sitemaps, and structured data', async ({ request, baseURL }) => {
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${baseURL}/sitemap.xml`);
  const index = await (await request.get('/sitemap.xml')).text();
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!);
  expect(files.length).toBeGreaterThanOrEqual(3);
  for (const file of files) {
    const text = await (await request.get(file)).text();
    const urls = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!);
    expect(urls.length).toBeGreaterThan(0);
    expect(urls.length).toBeLessThanOrEqual(50_000);
    for (const url of [urls[0]!, urls.at(-1)!]) expect([url, (await request.get(url)).status()]).toEqual([url, 200]);
  }
  expect((await request.get('/sitemaps/dentists-99.xml')).status()).toBe(404);
  const home = await (await request.get('/')).text();
  expect(home).toContain('SearchAction');
  const paths = new Set([...home.matchAll(/\/assets\/[^"]+\.js/g)].map(([path]) => path));
  const scripts = await Promise.all(
    [...paths].map((path) => request.get(path, { headers: { 'accept-encoding': 'br' } })),
  );
  for (const script of scripts) expect(script.headers()['cache-control']).toContain('immutable');
  const compressed = scripts.filter((script) => script.headers()['content-encoding'] === 'br');
  expect(compressed.length).toBeGreaterThan(2);
  expect(compressed[0]!.headers().vary).toContain('Accept-Encoding');
});

test('an unreadable URL, or one that names another host, gets no page', async ({ baseURL }) => {
  const { hostname, port } = new URL(baseURL!);
  // Uses a raw request because a browser would normalize the URL.
  const answer = (path: string) =>
    new Promise<[number, string]>((done, fail) =>
      get({ hostname, port, path }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part: string) => (text += part));
        res.on('end', () => done([res.statusCode!, text]));
      }).on('error', fail),
    );
  for (const path of ['/%', '/dentists/%ff', '/%zz?a=%', '//evil.example/', '//evil.example/about']) {
    const [status, text] = await answer(path);
    expect([path, status]).toEqual([path, 404]);
    expect(text).not.toContain('evil.example');
  }
});
