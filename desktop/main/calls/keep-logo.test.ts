import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONSOLE_API_VERSION } from '#contract/desktop.ts';
import { FakeServer, json } from '../../e2e/harness/main/fake-server.ts';
import { createTestHost } from '../../e2e/harness/main/test-host.ts';
import { StaffConsole } from '../console.ts';

const logo = `/media/${'ab'.repeat(20)}`;
const bytes = Buffer.from('the picture of a bay');
let folder: string;
let server: FakeServer;
let look: Record<string, unknown>;
let staffConsole: StaffConsole;
const load = (path: string, method = 'GET') => staffConsole.protocol(new Request(`app://enamel${path}`, { method }));
const restart = async () => {
  await staffConsole.stop();
  staffConsole = await StaffConsole.open(createTestHost(folder));
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'enamel-logo-'));
  look = { brand: 'Bright Bay', logo, accent: '#6b3fa0' };
  server = new FakeServer();
  server.intercept = (path, _req, res) => {
    if (path === '/readyz') json(res, { product: 'enamel', apiVersion: CONSOLE_API_VERSION, ...look });
    else if (path.startsWith('/media/')) res.writeHead(200, { 'content-type': 'image/webp' }).end(bytes);
    else return false;
    return true;
  };
  staffConsole = await StaffConsole.open(createTestHost(folder));
  await staffConsole.chooseServer(await server.open());
});
afterEach(async () => {
  await staffConsole.stop();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('the console shows the look of its server’s site before the login, and after a start without a connection', async () => {
  expect(staffConsole.state()).toMatchObject(look);
  const shown = await load(`${logo}/400`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
  await server.close();
  await restart();
  expect(staffConsole.state()).toMatchObject(look);
  expect(Buffer.from(await (await load(`${logo}/400`)).arrayBuffer())).toEqual(bytes);
  expect((await load(`/media/${'cd'.repeat(20)}/400`)).status).toBe(503);
});

it('another logo takes the place of the kept one', async () => {
  await load(`${logo}/400`);
  look.logo = `/media/${'cd'.repeat(20)}`;
  await restart();
  await staffConsole.connection.connect();
  expect(staffConsole.state().logo).toBe(look.logo);
  await server.close();
  expect((await load(`${logo}/400`)).status).toBe(503);
  expect((await load(`${look.logo as string}/400`)).status).toBe(503);
});

it('a logo or a color that isn’t one is left out', async () => {
  Object.assign(look, { logo: '/api/auth/logout', accent: 'red;} body{display:none' });
  await staffConsole.connection.connect();
  expect(staffConsole.state()).toMatchObject({ brand: 'Bright Bay', logo: '', accent: '' });
});

it('pictures come from the server, and nothing else outside its API does', async () => {
  expect((await load(`/media/${'cd'.repeat(20)}`)).status).toBe(200);
  const refused = ['/readyz', `${logo}/../../readyz`, `/media/${'x'.repeat(40)}`, '/mediated'];
  for (const path of refused) expect([path, (await load(path)).status]).toEqual([path, 404]);
  expect((await load(logo, 'DELETE')).status).toBe(405);
  expect(server.calls.filter((call) => !/ \/(?:readyz|media\/cd)/.test(call))).toEqual([]);
});
