import { addListing } from '../harness/admin.ts';
import { expect, openAwake, test } from '../harness/fixtures.ts';

test('pages that no other test covers are accessible', async ({ page, accessible, expectedErrors, db }) => {
  expectedErrors.push(/404/);
  const [place] = (await db('dentists')
    .join('cities', 'cities.id', 'dentists.city_id')
    .select('cities.slug', 'cities.state')
    .whereNotNull('dentists.city_id')
    .limit(1)) as { slug: string; state: string }[];
  const article = ((await db('articles').where('publishedAt', '<=', new Date()).limit(1)) as { slug: string }[])[0]!;
  for (const path of [
    '/topics',
    '/topics/teeth-whitening',
    `/articles/${article.slug}`,
    `/dentists/${place!.state.toLowerCase()}/${place!.slug}`,
    `/teeth-whitening/${place!.state.toLowerCase()}/${place!.slug}`,
    '/nowhere/at/all',
  ]) {
    await openAwake(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await accessible(path);
  }
});

test('dialogs that no other test covers are accessible', async ({ page, signIn, accessible }) => {
  await openAwake(page, '/');
  const location = page.getByRole('combobox', { name: 'Location' });
  await location.click();
  await location.pressSequentially('los ang');
  await expect(page.getByRole('option').first()).toBeVisible();
  await accessible('suggestions');
  await openAwake(page, '/profile/1');
  await page.getByRole('link', { name: /report/i }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await accessible('report wrong information');
  await openAwake(page, '/pricing');
  await page
    .getByRole('button', { name: /professional|get started|choose/i })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await accessible('sign in before paying');
  await signIn({ name: 'Robin Example' });
  await openAwake(page, '/');
  await page.getByRole('button', { name: /account|Robin Example/i }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await accessible('menu of the account');
});

test('the main pages expose a sensible accessibility tree', { tag: '@path' }, async ({ page, db }) => {
  await openAwake(page, '/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "Enamel"
      - navigation "Main":
        - link "Home"
        - link "Directory"
        - link "Guides"
        - link "Browse Cities"
        - link "About"
        - link "Contact"
      - navigation "For practices":
        - link "Pricing"
        - link "List Your Practice"
      - link "Login"
  `);
  await expect(page.getByRole('search').first()).toMatchAriaSnapshot(`
    - search:
      - combobox "Location"
      - button "Search"
  `);
  await openAwake(page, '/directory');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Dental Directory" [level=1]
      - search:
        - combobox "Location"
        - combobox "Service"
        - button "Search Dentists"
      - complementary "Filters":
        - searchbox "Dentist name"
        - group "Show only":
          - checkbox "Open now"
          - checkbox "Accepts new patients"
      - region /Dentists Found/:
        - heading /[\\d,]+ Dentists Found/ [level=2]
        - combobox "Sort by"
        - link "Hide sponsored"
        - group "View":
          - link "List"
          - link "Grid"
        - article:
          - heading [level=3]
          - button /^Compare .+/
          - button /^Shortlist .+/
          - link /^Call .+/
        - navigation "Pages of results":
          - list:
            - listitem: Previous
            - listitem:
              - link "Page 1"
  `);
  const id = await addListing(db, {
    name: 'Dr. Vera Spoken',
    phone: '(512) 555-0142',
    address: '12 Elm St',
    zipCode: '78701',
    mondayHours: '9:00 AM - 5:00 PM',
    bio: 'Two chairs and a garden.',
  });
  const neighborId = await addListing(db, { name: 'Dr. Ned Close', address: '14 Elm St', zipCode: '78701' });
  const service = (await db('services').orderBy('id').first('id')) as { id: number };
  await db('dentistServices').insert([id, neighborId].map((dentistId) => ({ dentistId, serviceId: service.id })));
  await openAwake(page, `/profile/${id}`);
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - article:
        - navigation "Breadcrumb":
          - list:
            - listitem:
              - link "Directory"
        - heading [level=1]
        - link "Call Practice"
        - link "Get Directions"
        - button /^Compare/
        - button /^Shortlist/
        - region "About the Practice"
        - region "Services & Specialties":
          - list
        - region "Claim This Practice":
          - link "Login to Claim"
        - region "Contact Information"
        - region "Office Hours":
          - term: /Monday/
          - definition
        - link "Report incorrect information"
        - region "Similar practices nearby"
  `);
  await openAwake(page, '/auth');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Welcome to Enamel" [level=1]
      - tablist "Log in or sign up":
        - tab "Login" [selected]
        - tab "Sign Up"
      - tabpanel "Login":
        - textbox "Email"
        - textbox "Password"
        - button "Show password"
        - button "Login"
        - link "Forgot your password?":
          - /url: /auth?reset=1
  `);
  await openAwake(page, '/pricing');
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Plans for practices" [level=1]
      - radiogroup "Pay":
        - radio "Monthly" [checked]
        - radio "Yearly"
      - list:
        - listitem:
          - heading "Free to Claim" [level=2]
          - button "Start free"
        - listitem:
          - heading "Professional" [level=2]
          - paragraph: $60 per month
          - button "Choose Professional"
      - region "Compare the plans":
        - table "Compare the plans":
          - rowgroup:
            - row "Feature Free Professional Pro Max Enterprise"
          - rowgroup:
            - row "Your listing":
              - rowheader "Your listing"
            - row "Basic listing Included Included Included Included"
  `);
});
