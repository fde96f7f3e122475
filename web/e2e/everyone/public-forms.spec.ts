import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { expect, test, type Page } from '../harness/fixtures.ts';
import {
  expectNoTraces,
  isHydrated,
  linkIn,
  openAtOnce,
  takingRequests,
  throttle,
  unique,
  watchUrls,
} from '../harness/plain-forms.ts';
import { paid, unclaimed } from '../harness/practices.ts';

test.use({ logLevel: 'debug' });

const password = 'amber window kettle';
const newPassword = 'another quiet river';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) {
    const field = page.getByLabel(new RegExp(`^${label.replace('?', '\\?')}\\s*(optional)?$`)).first();
    if (label === "What's incorrect?") await field.selectOption(text);
    else await field.fill(text);
  }
};

/** Each public form from empty to done: typed and sent before the scripts of a slow connection, or without any. */
for (const [connection, javaScriptEnabled] of [
  ['at 400 ms and 50 kB/s', true],
  ['without JavaScript', false],
] as const)
  test.describe(connection, () => {
    test.use({ javaScriptEnabled });
    test.beforeEach(async ({ page, expectedErrors }) => {
      test.setTimeout(240_000);
      page.setDefaultTimeout(30_000);
      // A wrong code, and a login that has ended.
      expectedErrors.push(/40[0149]/);
      if (javaScriptEnabled) await throttle(page);
    });

    /** Types into a page and sends it at once. */
    const send = async (page: Page, path: string, fields: Record<string, string>, button: string) => {
      await openAtOnce(page, path);
      if (path === '/privacy') await page.getByText('Send a privacy request').click();
      await fill(page, fields);
      expect([path, await isHydrated(page)]).toEqual([path, 0]);
      await press(page, button);
    };

    test('an account is created, changed, and opened again', async ({ page, server, readEmail }) => {
      const urls = await watchUrls(page, server);
      const [email, newEmail] = [unique(), unique()];
      await send(page, '/auth?tab=signup', { 'Full name': 'Nora Quillfeather', Email: email, Password: password }, 'Create account'); // prettier-ignore
      await expect(page).toHaveURL('/');
      await send(
        page,
        linkIn(await readEmail(email, 'Welcome to Enamel'), '/verify-email'),
        {},
        'Verify email address',
      );
      await expect(page.getByText('Your email address is verified')).toBeVisible();

      const login = { email, password };
      const { token } = (await (await page.request.post('/api/auth/login', { data: login })).json()) as {
        token: string;
      };
      const headers = { authorization: `Bearer ${token}` };
      await page.request.post('/api/auth/change-email', { headers, data: { email: newEmail, password } });
      const confirm = await readEmail(newEmail, 'Confirm your new email address');
      await send(page, linkIn(confirm, '/verify-email'), {}, 'Verify email address');
      await expect(page.getByText('Your email address is verified')).toBeVisible();
      const undo = await readEmail(email, 'Your email address was changed');
      await send(page, linkIn(undo, '/undo-email-change'), {}, 'Undo the change');
      await expect(page.getByText('The change was undone')).toBeVisible();

      await send(page, '/auth?reset=1', { Email: email }, 'Send Reset Link');
      await expect(page.getByText('Reset email sent')).toBeVisible();
      const reset = linkIn(await readEmail(email, 'Reset your password'), '/reset-password');
      await send(page, reset, { 'New password': newPassword }, 'Save password');
      await expect(page.getByText('Password changed. Log in.')).toBeVisible();
      await send(page, '/auth?next=/about', { Email: email, Password: newPassword }, 'Login');
      await expect(page).toHaveURL('/about');
      await expectNoTraces(urls, [email, newEmail, password, newPassword, 'Nora Quillfeather']);
    });

    test('a code follows the password', async ({ page, server }) => {
      const email = unique();
      const signUp = { email, password, name: 'Nora Quillfeather' };
      const { token } = (await (await page.request.post('/api/auth/signup', { data: signUp })).json()) as {
        token: string;
      };
      const call = async (path: string, data: object) =>
        page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
      const { secret } = (await (await call('/api/auth/two-factor/enrol', { password })).json()) as { secret: string };
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      const confirmed = await call('/api/auth/two-factor/confirm', { code: totp.generate() });
      const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };
      await page.context().clearCookies();
      const urls = await watchUrls(page, server);
      await send(page, '/auth?next=/about', { Email: email, Password: password }, 'Login');
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await press(page, 'Login');
      await expect(page.locator('form').getByText(/code/i).first()).toBeVisible();
      await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0]!);
      await press(page, 'Login');
      await expect(page).toHaveURL('/about');
      await expectNoTraces(urls, [email, password, '000000', recoveryCodes[0]!]);
    });

    test('a message, a privacy request, and a report arrive', { tag: '@path' }, async ({ page, server, db }) => {
      const { id } = await unclaimed(db);
      const urls = await watchUrls(page, server);
      const email = unique();
      const sendAll = async (path: string, fields: Record<string, string>, button: string, done: string) => {
        await send(page, path, fields, button);
        await expect(page.getByText(done).first()).toBeVisible();
      };
      const person = { Name: 'Nora Quillfeather', Email: email };
      await sendAll('/contact', { ...person, Subject: 'Zebra finches', Message: 'Do they brush?' }, 'Send Message', 'Your message was sent.'); // prettier-ignore
      await sendAll('/privacy', { ...person, Details: 'Erase my violin' }, 'Send request', 'We received your request');
      await sendAll(
        `/report-problem/${id}`,
        { "What's incorrect?": 'phone', 'What should it say?': 'It is 555-0188' },
        'Send report',
        'Report sent',
      );
      await expectNoTraces(urls, ['Quillfeather', email, 'Zebra', 'Do they brush?', 'violin', '555-0188']);
      expect(await db('contactMessages').where({ email })).toHaveLength(1);
      expect(await db('privacyRequests').where({ email })).toHaveLength(1);
    });

    test('an appointment is requested and canceled, and its emails are turned off', async ({
      page,
      server,
      db,
      readEmail,
    }) => {
      const { id, ownerEmail } = await takingRequests(db);
      const urls = await watchUrls(page, server);
      await openAtOnce(page, `/request-appointment/${id}`);
      await page.getByLabel('Your name').fill('Nora Quillfeather');
      await page.getByLabel('Phone').fill('(512) 555-0177');
      await page.getByLabel('Monday morning').check();
      await page.getByLabel("No, I'm a new patient").check();
      expect(await isHydrated(page)).toBe(0);
      await press(page, 'Send request');
      const link = await page.getByRole('link', { name: /my-appointment#/ }).innerText();
      const token = link.split('#')[1]!;
      if (javaScriptEnabled) {
        // Scripts read the token from the fragment, which no server sees.
        await page.goto(`/my-appointment#${token}`);
        await expect(page.getByText('The practice has your request.')).toBeVisible();
      } else {
        await send(page, '/my-appointment', { 'The link from our email': link }, 'Show my request');
        await press(page, 'Cancel request');
        await expect(page.getByText('You canceled this request.')).toBeVisible();
        await press(page, 'Delete my data');
        await expect(page.getByText('Your data has been deleted')).toBeVisible();
      }
      const mail = await readEmail(ownerEmail, 'New appointment request');
      await send(page, linkIn(mail, '/email-settings'), {}, 'Turn off these emails');
      await expect(page.getByText('These emails are off')).toBeVisible();
      expect(server.log.filter((line) => line.includes(token))).toEqual([]);
      await expectNoTraces(urls, ['Quillfeather', '555-0177', ...(javaScriptEnabled ? [] : [token])]);
    });

    test('a practice is claimed, and invitations are accepted', async ({ page, server, db, browser }) => {
      const [{ id }, managed] = [await unclaimed(db), await takingRequests(db)];
      const email = unique();
      const urls = await watchUrls(page, server);
      await send(page, `/auth?tab=signup&next=/claim/${id}`, { 'Full name': 'Nora Quillfeather', Email: email, Password: password }, 'Create account'); // prettier-ignore
      await expect(page).toHaveURL(`/claim/${id}`);
      await db('users')
        .where({ email })
        .update({ ...paid, emailVerifiedAt: new Date() });
      await openAtOnce(page, `/claim/${id}`);
      await page.getByLabel('Relationship to practice').selectOption('owner');
      await page.getByLabel('Phone').fill('(512) 555-0142');
      await page.getByLabel('License number').fill('TX-Zebra-99');
      await press(page, 'Send claim request');
      // Playwright finds no text in a noscript element.
      await expect.poll(() => page.content()).toContain('What happens next');
      expect(await db('claimRequests').where({ dentistId: id })).toHaveLength(1);

      const [{ userId }] = (await db('dentists').where({ id: managed.id }).select('userId')) as [{ userId: number }];
      const invite = (text: string) => ({
        tokenHash: createHash('sha256').update(text).digest(),
        invitedBy: userId,
        invitedAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      const token = `invited-as-manager-${id}`;
      await db('listingManagers').insert({ dentistId: managed.id, email, ...invite(token) });
      await openAtOnce(page, `/dashboard?invitation=${token}`);
      // With scripts, the dashboard accepts it when it opens.
      if (!javaScriptEnabled) await press(page, 'Accept the invitation');
      await expect(page).toHaveURL(new RegExp(`/dashboard/listings/${managed.id}`));

      await page.context().clearCookies();
      const staffEmail = unique();
      const staffToken = `invited-as-staff-${id}-${'x'.repeat(20)}`;
      await db('staffInvitations').insert({ email: staffEmail, role: 'reviewer', ...invite(staffToken) });
      const fresh = await browser.newContext({ javaScriptEnabled, baseURL: server.url });
      const joining = await fresh.newPage();
      if (javaScriptEnabled) await throttle(joining);
      const joiningUrls = await watchUrls(joining, server);
      await joining.goto('/about', { waitUntil: 'commit' });
      await joining.goto(`/staff-invitation?token=${staffToken}`, { waitUntil: 'commit' });
      await fill(joining, { 'Full name': 'Paul Quillfeather', Password: 'a long password for staff' });
      await press(joining, 'Join the staff');
      await expect(joining).toHaveURL(/\/admin/);
      expect(await db('users').where({ email: staffEmail }).first('role')).toEqual({ role: 'reviewer' });
      await expectNoTraces(joiningUrls, ['Paul', staffEmail, 'a long password for staff']);
      await fresh.close();
      await expectNoTraces(urls, ['Quillfeather', email, password, '555-0142', 'TX-Zebra-99']);
    });
  });
