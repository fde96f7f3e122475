import type { Knex } from 'knex';
import { awake, expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;
const heading = (page: Page) => page.getByRole('heading', { name: /Dentists? Found$/ });
const count = async (page: Page) => Number((await heading(page).innerText()).replace(/\D/g, ''));
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('link');
const box = (page: Page) => page.getByRole('combobox', { name: 'Location' });
const params = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

interface CityRow {
  name: string;
  state: string;
}
const findCity = async (db: Knex) =>
  (await db('dentists')
    .join('cities', 'cities.id', 'dentists.cityId')
    .whereRaw('length(cities.name) > 8')
    .first('cities.name', 'cities.state')) as CityRow;

for (const viewport of sizes)
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test(
      'a sentence on the home page becomes a search with a chip for each part',
      { tag: viewport.width === 390 ? '@path' : [] },
      async ({ page, accessible }) => {
        await open(page, '/');
        await box(page).fill('whitening near 78701 open Saturday, speaks Spanish, takes Delta Dental, under $400');
        await box(page).press('Enter');
        await expect(heading(page).or(page.getByText('No dentists found')).first()).toBeVisible();
        expect(params(page)).toEqual({
          location: '78701',
          service: 'Teeth Whitening',
          openOn: 'sat',
          language: 'Spanish',
          plan: 'delta-dental',
          maxPrice: '400',
        });
        await expect(chips(page)).toHaveText([
          /Teeth Whitening/,
          /Within 10 miles/,
          /Delta Dental/,
          /Saturday/,
          /\$400/,
          /Spanish/,
          /78701/,
        ]);
        await expect(box(page)).toHaveValue('78701');
        await accessible('a sentence');
        await chips(page).filter({ hasText: 'Delta Dental' }).click();
        await expect(page).not.toHaveURL(/plan=/);
        await expect(page).toHaveURL(/language=Spanish/);
        await chips(page).filter({ hasText: '78701' }).click();
        await expect(page).not.toHaveURL(/location=|radius=/);
      },
    );

    test('the name of a practice finds its dentists, also from a suggestion', async ({ page, db, accessible }) => {
      const practice = (await db('practices')
        .join('dentists', 'dentists.practiceId', 'practices.id')
        .whereRaw(`practices.name like '% Dental Care'`)
        .first('practices.name', 'practices.city', 'practices.state')) as { name: string; city: string; state: string };
      await open(page, '/directory');
      await box(page).fill(practice.name);
      await box(page).press('Enter');
      await expect(page).toHaveURL(/name=/);
      await expect(page.getByText(`Searched names for “${practice.name}.”`)).toBeVisible();
      expect(await count(page)).toBeGreaterThan(0);

      await page.goto('/directory');
      await awake(page);
      await box(page).pressSequentially(practice.name.slice(0, 8));
      const option = page.getByRole('option', { name: practice.name }).first();
      await expect(option).toBeVisible();
      await expect(page.getByRole('listbox').getByText('Practices')).toBeVisible();
      await accessible('suggestions');
      await option.click();
      await expect(page).toHaveURL(/name=.*Dental\+Care|Dental\+Care/);
      expect(await count(page)).toBeGreaterThan(0);
    });

    test('suggestions have counts, know typos and nicknames, and are as wide as the box', async ({ page, db }) => {
      const city = await findCity(db);
      await open(page, '/');
      await box(page).fill(`${city.name.slice(0, 4)}${city.name.slice(5)}`);
      // Practices in the city name it, too.
      const option = page.getByRole('option', { name: new RegExp(`^${city.name}, ${city.state}`) });
      await expect(option).toHaveText(/\d$/);
      const list = (await page.getByRole('listbox').boundingBox())!;
      const form = (await page.getByRole('search').first().boundingBox())!;
      expect([Math.round(list.x), Math.round(list.width)]).toEqual([Math.round(form.x), Math.round(form.width)]);
      await box(page).press('ArrowDown');
      await box(page).press('Enter');
      await expect(page).toHaveURL(new RegExp(`location=${city.name.replaceAll(' ', String.raw`\+`)}`));
      await page.goto('/directory?location=NYC');
      expect(params(page)).toEqual({ location: 'New York, NY' });
    });

    test('a ZIP code starts with ten miles and says how many more are within 25', async ({ page, db }) => {
      const near = (
        (await db.raw(
          `select zip5 from dentists d where deleted_at is null and exists (select from zips a join zips b on b.zip <> a.zip
             where a.zip = d.zip5 and abs(a.lat - b.lat) < 0.2 and abs(a.lng - b.lng) < 0.2
             and (a.lat - b.lat) ^ 2 + (a.lng - b.lng) ^ 2 > 0.035 and exists (select from dentists o where o.zip5 = b.zip)) limit 1`,
        )) as { rows: { zip5: string }[] }
      ).rows[0]!.zip5;
      await open(page, `/directory?location=${near}`);
      await expect(chips(page).filter({ hasText: 'Within 10 miles' })).toBeVisible();
      const within10 = await count(page);
      const link = page.getByRole('link', { name: /more within 25 miles$/ });
      const more = Number((await link.innerText()).split(' ')[0]);
      await link.click();
      await expect(page).toHaveURL(/radius=25/);
      await expect.poll(() => count(page)).toBe(within10 + more);
      await page.goto(`/directory?location=${near}&radius=0`);
      expect(await count(page)).toBeLessThanOrEqual(within10);
    });

    test('“near me” asks for the position only after a tap', async ({ page, context, accessible }) => {
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 30.267_153, longitude: -97.743_057 });
      const bodies: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().includes('nearest-zip')) bodies.push(request.postDataJSON());
      });
      await open(page, '/');
      await box(page).fill('emergency dentist near me');
      await box(page).press('Enter');
      await expect(page).toHaveURL(/nearMe=1/);
      await expect(page.getByRole('heading', { name: 'Find dentists near you' })).toBeVisible();
      expect(bodies).toEqual([]);
      await accessible('near me');
      await page.getByRole('button', { name: 'Use my location' }).click();
      await expect(page).toHaveURL(/location=78701/);
      expect(params(page)).toEqual({ location: '78701', emergency: '1' });
      expect(bodies).toEqual([{ lat: 30.27, lng: -97.74 }]);
    });

    test('without a query, the directory asks for a place and offers cities', async ({ page, accessible }) => {
      test.setTimeout(150_000);
      const city = page.getByRole('list', { name: 'Popular cities' }).getByRole('link').first();
      let dentists = 0;
      // The counts of cities may be half a minute old, and on a cached page a minute more. Other tests add listings.
      const countMissing = async () => {
        await open(page, '/directory');
        dentists = Number((await city.innerText()).replace(/\D/g, ''));
        const { search } = new URL((await city.getAttribute('href'))!, page.url());
        const { total } = (await (await page.request.get(`/api/directory${search}`)).json()) as { total: number };
        return total - dentists;
      };
      await expect.poll(countMissing, { timeout: 100_000 }).toBe(0);
      await expect(page.getByRole('heading', { name: 'Where are you looking?' })).toBeVisible();
      await accessible('no query');
      await city.click();
      await expect.poll(() => count(page)).toBe(dentists);
      await expect(page.getByRole('heading', { name: 'Where are you looking?' })).toBeHidden();
    });

    test('an empty result offers what was meant, with the count it gives', async ({ page, db, accessible }) => {
      const city = await findCity(db);
      const misspelled = `${city.name.slice(0, 4)}${city.name.slice(5)}, ${city.state}`;
      await open(page, `/directory?location=${encodeURIComponent(misspelled)}`);
      const link = page.getByText('Did you mean').locator('..').getByRole('link').first();
      if (await link.isVisible()) {
        const total = Number((await link.locator('span').innerText()).replace(/\D/g, ''));
        await accessible('did you mean');
        await link.click();
        await expect.poll(() => count(page)).toBe(total);
      } else expect(params(page).location).toBe(`${city.name}, ${city.state}`);
      await open(page, '/directory?service=Venners');
      await page.getByRole('link', { name: /^Veneers/ }).click();
      await expect(page).toHaveURL(/service=Veneers/);
      await openAwake(page, '/directory?q=zzqx');
      await expect(page.getByText('We didn’t use: zzqx.')).toBeVisible();
      await expect(page.locator('article:has(h3 a)').first()).toBeVisible();
      await page.getByRole('link', { name: 'Search names for “zzqx”' }).click();
      await expect(page.getByText('Searched names for “zzqx.” No dentist or practice has this name.')).toBeVisible();
    });
  });

test('no search page overflows at 320 px', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of [
    '/',
    '/directory',
    '/directory?nearMe=1',
    '/directory?location=78701',
    '/directory?service=Venners',
    '/directory?q=whitening+near+78701+open+saturday+speaks+spanish+takes+delta+dental+under+$400',
  ]) {
    await page.goto(path);
    await awake(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([path, overflow <= 0]).toEqual([path, true]);
  }
  const counted = page.waitForResponse(/\/api\/directory\/option-counts/);
  await page.getByRole('button', { name: /^Filters/ }).click();
  await counted;
  const panel = page.getByRole('dialog', { name: 'Filters' });
  await expect(panel.getByRole('checkbox', { name: 'Saturday' })).toHaveAccessibleDescription(/dentist/);
  expect(await panel.evaluate((one) => one.scrollWidth <= one.clientWidth && one.clientWidth <= innerWidth)).toBe(true);
});

test('a sentence works without scripts, in the field and as a parameter', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
  const page = await context.newPage();
  await page.goto('/');
  await box(page).fill('teeth whitening in texas open saturday');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  expect(params(page)).toEqual({ location: 'Texas', service: 'Teeth Whitening', openOn: 'sat' });
  await page.goto('/directory?q=veneers+new+patients&language=Spanish');
  expect(params(page)).toEqual({ service: 'Veneers', newPatients: '1', language: 'Spanish' });
  await context.close();
});

test('filters set before any script ran are kept on the first change', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/directory?location=Texas');
  const panel = page.getByRole('complementary', { name: 'Filters' });
  // As a browser restores a form: without any event.
  await panel.getByLabel('Accepts insurance').evaluate((input: HTMLInputElement) => {
    input.checked = true;
  });
  await panel.getByRole('combobox', { name: 'Language' }).evaluate((select: HTMLSelectElement) => {
    select.value = 'Spanish';
  });
  await page.mouse.move(5, 5);
  await expect(page).toHaveURL(/insurance=1/);
  await expect(page).toHaveURL(/language=Spanish/);
});
