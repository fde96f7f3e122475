import { createServer as createPortal } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { ConsoleState } from '../../bridge/shapes.ts';
import { updateMessages } from '../../main/connection/server-requests.ts';
import { selfSigned } from '../harness/main/test-certificate.ts';
import { expect, test } from '../harness/fixtures.ts';
import { overrideState } from '../harness/look.ts';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

test(
  'screens before and after the login',
  { tag: '@chromium' },
  async ({ page, consoleApp, gate, staff, look, expectedErrors }) => {
    test.setTimeout(420_000);
    expectedErrors.push(/401|503|502/);
    const portal = createPortal((_req, res) =>
      res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>'),
    );
    const untrusted = createTlsServer(selfSigned, (_req, res) => res.end());
    const [portalPort, untrustedPort] = [await listen(portal), await listen(untrusted)];

    await consoleApp.show(page);
    const connect = async (url: string) => {
      await page.getByLabel('Server', { exact: true }).fill(url);
      await page.getByRole('button', { name: 'Continue' }).click();
    };
    await look('start 1 first run');
    await connect('http://127.0.0.1:9');
    await expect(page.getByText(/^There is no answer at this address/)).toBeVisible();
    await look('start 2 no answer');
    await connect(`https://127.0.0.1:${untrustedPort}`);
    await expect(page.getByText(/^This computer doesn’t trust this server’s certificate/)).toBeVisible();
    await look('start 3 untrusted certificate');
    await connect(`http://127.0.0.1:${portalPort}`);
    await expect(page.getByText(/^Something other than our server answered/)).toBeVisible();
    await look('start 4 captive portal');
    await connect(gate.url);
    await expect(page.getByLabel('Email')).toBeVisible();
    await look('start 5 login');

    // Removing a server asks first, and the default answer changes nothing.
    const leave = page.getByRole('button', { name: 'Use another server' });
    const question = page.getByRole('alertdialog', { name: /^Remove 127\.0\.0\.1:\d+\?$/ });
    await leave.click();
    await expect(
      question.getByText(/^This removes the server’s address, your login, the offline copy, /),
    ).toBeVisible();
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await look('start 6 leaving a server');
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    const known = async () =>
      (await consoleApp.invoke<{ value: ConsoleState }>('state', [])).value.servers.map(({ origin }) => origin);
    expect(await known()).toEqual([gate.url]);
    await leave.click();
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByLabel('Server', { exact: true })).toBeVisible();
    expect(await known()).toEqual([]);

    const who = await staff({ twoFactor: true });
    await connect(gate.url);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Login failed').first()).toBeVisible();
    await look('start 7 wrong password');
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByLabel('Code')).toBeVisible();
    await look('start 8 second factor');
    await overrideState(page, {
      link: 'offline',
      problem: 'This server’s certificate is for wifi.example.com, not enamel.example.com.',
    });
    await expect(page.getByText('The server can’t be reached')).toBeVisible();
    await look('start 9 login without a connection');
    await overrideState(page, {
      link: 'online',
      problem: null,
      snapshot: { asOf: null, pending: 0, onDisk: false },
    });
    await expect(page.getByText(/^This computer has no secure key storage/)).toBeVisible();
    await look('start 10 no keychain');
    await overrideState(page, { update: { needed: 'console', message: updateMessages.console } });
    await expect(page.getByRole('heading', { name: 'An update is needed' })).toBeVisible();
    await look('start 11 console too old');
    await overrideState(page, { update: { needed: 'server', message: updateMessages.server } });
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await look('start 12 server too old');
    for (const server of [portal, untrusted]) {
      server.closeAllConnections();
      server.close();
    }
  },
);
