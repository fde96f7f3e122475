import { usStates } from '#shared/places/states.ts';
import { rows } from '#server/base/db/knex.ts';
import { roundCount } from '#ui/places/round-count.ts';
import { expect, open, openAwake, test } from '../harness/fixtures.ts';

/** Waits until the server has stored the page's events. */
const settled = async (look: () => Promise<number>, wanted: number) =>
  expect.poll(look, { timeout: 12_000 }).toBe(wanted);

/** The page and its parts report events in either order. */
const byKind = <T extends { eventType?: string; eventName?: string }>(events: T[]): T[] =>
  events.toSorted((a, b) => `${a.eventType} ${a.eventName}`.localeCompare(`${b.eventType} ${b.eventName}`));

test('a visit stores exactly the rows of its events', { tag: '@path' }, async ({ page, db }) => {
  await open(page, '/?utm_source=mail&utm_campaign=spring');
  const sessionOf = () =>
    page.evaluate(() => (JSON.parse(sessionStorage.getItem('analytics_session') ?? '[null]') as [string | null])[0]);
  await expect.poll(sessionOf).not.toBeNull();
  const sessionId = (await sessionOf())!;
  const count = async (table: string) => {
    const [row] = await rows<{ n: number }>(db, `select count(*) as n from ${table} where session_id = ?`, [sessionId]);
    return row!.n;
  };
  const [place] = await rows<{ city: string; state: string }>(
    db,
    `select c.name as city, c.state from dentists d join cities c on c.id = d.city_id where d.phone is not null and d.address is not null
     group by 1, 2 having count(*) >= 2 order by count(*) desc, 1 limit 1`,
  );
  const where = `${place!.city}, ${place!.state}`;

  await page.getByPlaceholder('Enter your location (city, zip code)').fill(where);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Dentists Found/ })).toBeVisible();
  await settled(() => count('search_analytics'), 1);
  const card = page.getByRole('article').nth(1);
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const call = page.getByRole('link', { name: 'Call Practice' });
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()));
  await call.click();
  await settled(() => count('conversion_events'), 2);
  // On leaving the site, a beacon reports the time on page and marks the exit page.
  await page.goto('about:blank');
  const last = () =>
    rows<{ n: number }>(db, `select count(*) as n from page_views where session_id = ? and exit_page`, [sessionId]);
  await expect.poll(async () => (await last())[0]!.n).toBe(1);

  const [dentist] = await rows<{ id: number }>(
    db,
    `select dentist_id as id from conversion_events where session_id = ? limit 1`,
    [sessionId],
  );
  expect(
    await rows<{ eventType: string; eventName: string }>(
      db,
      `select event_type, event_name, dentist_id, search_query, metadata - 'pageTitle' as metadata from user_events
       where session_id = ? order by "timestamp", id`,
      [sessionId],
    ).then(byKind),
  ).toEqual(
    byKind([
      { eventType: 'page_view', eventName: 'page_view', dentistId: null, searchQuery: null, metadata: {} },
      {
        eventType: 'search',
        eventName: 'search_initiated',
        dentistId: null,
        searchQuery: where,
        metadata: { variant: 'hero', searchType: 'location_only' },
      },
      { eventType: 'page_view', eventName: 'page_view', dentistId: null, searchQuery: null, metadata: {} },
      {
        eventType: 'search',
        eventName: 'search',
        dentistId: null,
        searchQuery: where,
        metadata: { searchType: 'location_only' },
      },
      {
        eventType: 'results',
        eventName: 'results_shown',
        dentistId: null,
        searchQuery: null,
        metadata: {
          shown: expect.arrayContaining([dentist!.id]) as number[],
          sponsored: expect.any(Array) as number[],
        },
      },
      {
        eventType: 'click',
        eventName: 'dentist_click',
        dentistId: dentist!.id,
        searchQuery: null,
        metadata: { clickPosition: 2, source: 'search_results' },
      },
      { eventType: 'page_view', eventName: 'page_view', dentistId: null, searchQuery: null, metadata: {} },
      {
        eventType: 'profile_view',
        eventName: 'profile_view',
        dentistId: dentist!.id,
        searchQuery: null,
        metadata: null,
      },
      {
        eventType: 'contact',
        eventName: 'contact_attempt',
        dentistId: dentist!.id,
        searchQuery: null,
        metadata: { contactType: 'phone' },
      },
    ]),
  );
  const usedElements = await rows<{ eventName: string; elementId: string; elementText: string }>(
    db,
    `select event_name, element_id, element_text from user_events where session_id = ? and element_id is not null order by event_name`,
    [sessionId],
  );
  expect(usedElements).toEqual([
    { eventName: 'contact_attempt', elementId: 'call-practice', elementText: 'Call Practice' },
    { eventName: 'dentist_click', elementId: 'search_results-2', elementText: name },
    { eventName: 'search_initiated', elementId: 'search-hero', elementText: 'Search' },
  ]);
  const views = await rows<{ pagePath: string; timeOnPage: number | null; exitPage: boolean; pageTitle: string }>(
    db,
    `select page_path, page_title, time_on_page, exit_page from page_views where session_id = ? order by id`,
    [sessionId],
  );
  expect(views.map(({ pagePath, exitPage }) => [pagePath.split('/').length, exitPage])).toEqual([
    [2, false],
    [2, false],
    [5, true],
  ]);
  expect(views.map(({ pagePath }) => pagePath).slice(0, 2)).toEqual(['/', '/directory']);
  expect(views.every(({ timeOnPage }) => timeOnPage !== null && timeOnPage < 60)).toBe(true);
  expect(views[1]!.pageTitle).toContain('Enamel');
  expect(
    await rows(
      db,
      `select search_query, search_type, clicked_result_id, click_position, results_count >= 2 as some from search_analytics where session_id = ?`,
      [sessionId],
    ),
  ).toEqual([
    {
      searchQuery: where,
      searchType: 'location_only',
      clickedResultId: dentist!.id,
      clickPosition: 2,
      some: true,
    },
  ]);
  expect(
    await rows(db, `select event_type, value, dentist_id from conversion_events where session_id = ? order by id`, [
      sessionId,
    ]),
  ).toEqual([
    { eventType: 'dentist_click', value: 1, dentistId: dentist!.id },
    { eventType: 'contact_attempt', value: 10, dentistId: dentist!.id },
  ]);
  const [session] = await rows<Record<string, unknown>>(db, `select * from user_sessions where session_id = ?`, [
    sessionId,
  ]);
  expect(session).toMatchObject({
    pageViews: 3,
    utmSource: 'mail',
    utmCampaign: 'spring',
    deviceType: 'desktop',
    browserName: 'Chrome',
    userId: null,
  });
  expect(['127.0.0.0', '::']).toContain(session!.ipAddress);
});

test('a visitor who opts out is not tracked', async ({ page, db }) => {
  await page.addInitScript(() =>
    Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
  );
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/analytics') && calls.push(request.url()));
  const [before] = await rows<{ n: number }>(db, `select max(id) as n from user_sessions`);
  await open(page, '/directory?location=TX');
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await page.waitForTimeout(3_500);
  expect(calls).toEqual([]);
  expect((await rows<{ n: number }>(db, `select max(id) as n from user_sessions`))[0]).toEqual(before);
});

test('the map works by mouse and keyboard, and its tiles lead to the directory', async ({ page, accessible, db }) => {
  test.slow();
  await open(page, '/geographic-map');
  await expect(page.getByRole('heading', { level: 1, name: 'Geographic Service Map' })).toBeVisible();
  const [stats] = await rows<{ n: number }>(db, `select count(*) as n from dentists where deleted_at is null`);
  await expect(page.getByText(`${roundCount(stats!.n)} Practices`)).toBeVisible();
  const [texas] = await rows<{ n: number }>(
    db,
    `select count(*) as n from dentists where deleted_at is null and state = 'TX'`,
  );
  const tile = page.getByRole('link', { name: `Texas ${texas!.n.toLocaleString('en-US')} dentists` });
  await expect(tile).toBeVisible();
  await expect(page.getByText('Low (1-20%)')).toBeVisible();
  await accessible('map of states');
  await page.getByRole('radio', { name: 'By Cities' }).click();
  await expect(page).toHaveURL(/view=cities/);
  const cities = page.getByRole('list', { name: 'Dentists by city' });
  await expect(cities.getByRole('listitem').first()).toBeVisible();
  await accessible('map of cities');
  await cities.getByRole('link').first().focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.parentElement?.getAttribute('aria-posinset')))
    .toBe(await cities.getByRole('listitem').first().getAttribute('aria-setsize'));
  await page.getByRole('button', { name: 'Show table' }).click();
  await expect(page.getByRole('columnheader', { name: 'Dentists' })).toBeVisible();
  await accessible('map as a table');
  await page.getByRole('button', { name: 'Show tiles' }).click();
  await page.getByRole('radio', { name: 'By States' }).click();
  await tile.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Dentists in Texas' })).toBeVisible();
});

test('map tiles have room for large counts, and the place with the most dentists is named', async ({ page, db }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  // The tiles are changed below, and React renders a page again if it differs before it is awake.
  await openAwake(page, '/geographic-map');
  const stat = page.getByText('Highest Density').locator('xpath=..');
  // Other tests may have added listings.
  const { state } = await db('dentists')
    .whereNull('deletedAt')
    .groupBy('state')
    .orderByRaw('count(*) desc')
    .first('state');
  await expect(stat).toContainText(usStates.find(({ code }) => code === state)!.name);
  await expect(stat).toContainText(/\d+ dentists/);
  const tiles = page.getByRole('list', { name: 'Dentists by state' }).getByRole('link');
  await expect(tiles.first()).toBeVisible();
  const brokenTiles = await tiles.evaluateAll((elements) =>
    elements.flatMap((tile) => {
      const number = [...tile.children].find(({ textContent }) => /\d/.test(textContent))!.firstChild!;
      number.textContent = '12,345';
      const range = document.createRange();
      range.selectNodeContents(number);
      const fits = tile.scrollWidth <= tile.clientWidth && tile.scrollHeight <= tile.clientHeight;
      return range.getClientRects().length === 1 && fits ? [] : [tile.textContent];
    }),
  );
  expect(brokenTiles).toEqual([]);
  await openAwake(page, '/geographic-map?view=cities&state=District+of+Columbia');
  await expect(page.getByRole('list', { name: 'Dentists by city' })).toContainText('Washington, DC');
});

test("a city tile leads to the city's page", async ({ page, db }) => {
  const top = await rows<{ city: string; state: string }>(
    db,
    `select c.name as city, s.name as state from dentists d join cities c on c.id = d.city_id join states s on s.code = c.state
     where d.deleted_at is null group by 1, 2 order by count(*) desc, 1, 2 limit 1`,
  );
  await open(page, '/geographic-map?view=cities');
  await page.getByRole('list', { name: 'Dentists by city' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(top[0]!.city);
});

test('admin reads analytics and downloads reports', async ({ page, signIn, accessible, db }) => {
  test.slow();
  // The charts need at least one search.
  await open(page, '/directory?location=Houston%2C+TX');
  await expect
    .poll(async () => (await rows(db, 'select 1 from search_analytics limit 1')).length, { timeout: 12_000 })
    .toBe(1);
  await signIn({ role: 'admin', name: 'Pat Staff' });
  const at = new Date();
  await db('privacyRequests').insert({
    kind: 'deletion',
    name: 'Ann Smith',
    email: 'ann@example.com',
    receivedAt: at,
    dueAt: new Date(at.getTime() + 30 * 86_400_000),
  });
  await page.goto('/admin?tab=analytics');
  await expect(page.getByText('Times are Eastern Time (New York)')).toBeVisible();
  const finding = page.getByRole('region', { name: 'Are patients finding dentists?' });
  await expect(finding.getByRole('list', { name: 'Visits and contacts' })).toContainText(/\d+ searche?s?/);
  const csv = page.waitForEvent('download');
  await finding
    .getByRole('button', { name: 'Save “From search to contact, daily visits, added up over the period” as CSV…' })
    .click();
  expect((await csv).suggestedFilename()).toMatch(/^From search to contact.*\.csv$/);
  const chart = page.getByRole('figure', { name: 'Searches' });
  await expect(chart).toBeVisible();
  // Keyboard and pointer give the same numbers; a screen reader hears each point with its day.
  const plot = chart.locator('svg.recharts-surface').first();
  const readout = chart.getByRole('status');
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  await expect(readout).toHaveText(/^[A-Z][a-z]{2} \d+Searches[\d,]+Without results[\d,]+$/);
  const first = await readout.innerText();
  await page.keyboard.press('ArrowRight');
  await expect(readout).not.toHaveText(first);
  await plot.hover();
  await expect(readout).toContainText('Searches');
  await chart.getByRole('button', { name: 'Show table' }).click();
  await expect(chart.getByRole('table')).toBeVisible();
  await accessible('site analytics');
  await page.goto('/admin/privacy');
  const requests = page.getByRole('grid', { name: 'Privacy requests' });
  await requests.getByRole('link', { name: /Ann Smith/ }).click();
  const request = page.getByRole('article', { name: 'Selected item' });
  await expect(request.getByText('Due in 30 days')).toBeVisible();
  await request.getByRole('button', { name: 'Record the outcome' }).click();
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('Please note what was done or why not.')).toBeVisible();
  await page.getByLabel('Outcome').fill('Deleted the account.');
  await page.getByRole('button', { name: 'Mark as answered' }).click();
  await expect(page.getByText('Request Updated', { exact: true })).toBeVisible();
  // A request that came by letter, on an earlier day.
  const received = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('button', { name: 'Add request' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a privacy request' });
  await dialog.getByRole('button', { name: 'Add request' }).click();
  await expect(dialog.getByText('Please enter your name.')).toBeVisible();
  await dialog.getByLabel('Request', { exact: true }).selectOption({ label: 'Correct something' });
  await dialog.getByLabel('Name').fill('Lee Letter');
  await dialog.getByLabel('Email').fill('lee@example.com');
  await dialog.getByLabel('Received on').fill(received);
  await accessible('a new privacy request');
  await dialog.getByRole('button', { name: 'Add request' }).click();
  await expect(dialog).toBeHidden();
  await expect(requests.getByRole('row', { name: /Lee Letter.*Due in 2[56] days.*Correct something/ })).toBeVisible();
  const [recorded] = (await db('privacyRequests').where({ name: 'Lee Letter' })) as { receivedAt: Date; dueAt: Date }[];
  expect(recorded!.receivedAt.toISOString()).toBe(`${received}T12:00:00.000Z`);

  await page.goto('/admin?tab=analytics&sub=reports');
  for (const [button, title] of [
    ['User Activity Report', 'User activity'],
    ['Search Analytics Report', 'Search analytics'],
  ] as const) {
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^(user-activity|search-analytics)-.*\.csv$/);
    await accessible(title);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'By day' })).toBeVisible();
});
