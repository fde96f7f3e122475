import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbox } from '../offline/outbox.ts';
import { openVault } from '../offline/vault.ts';
import { openKeychain, type SafeStorage } from './shell/keychain.ts';
import { redact } from './shell/log.ts';
import { saveWindowBounds, readWindowBounds } from './shell/window-bounds.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'enamel-main-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const decision = {
  server: 'https://a.example',
  user: 'a@example.com',
  method: 'PATCH',
  path: '/api/admin/claim-requests/1',
  body: { status: 'approved' },
  at: '2025-01-01T00:00:00Z',
};

describe('the outbox', () => {
  it('survives a restart, encrypted', async () => {
    const key = Buffer.alloc(32, 7);
    const path = join(folder, 'outbox.log');
    const box = await Outbox.open(path, key);
    const [a, b, c] = [await box.add(decision), await box.add(decision), await box.add(decision)];
    await box.done(a.key);
    await box.refuse(b.key, 'Someone else decided.');
    const raw = await readFile(path, 'utf8');
    expect(raw).not.toContain('claim-requests');
    const again = await Outbox.open(path, key);
    expect(again.waiting().map(({ key }) => key)).toEqual([c.key]);
    expect(again.refused()).toMatchObject([{ key: b.key, message: 'Someone else decided.' }]);
    await again.again(b.key);
    const third = await Outbox.open(path, key);
    expect(third.refused()).toEqual([]);
    expect(third.waiting()).toHaveLength(2);
    expect(third.waiting().some(({ key }) => key === b.key)).toBe(false);
    await third.forget(decision.server);
    expect(await readdir(folder)).not.toContain('outbox.log');
  });

  it('drops a last line that a crash cut short', async () => {
    const path = join(folder, 'cut.log');
    const box = await Outbox.open(path, null);
    const kept = await box.add(decision);
    await box.add(decision);
    await box.close();
    const raw = await readFile(path, 'utf8');
    const { writeFile } = await import('node:fs/promises');
    await writeFile(path, raw.slice(0, -40));
    const again = await Outbox.open(path, null);
    expect(again.waiting().map(({ key }) => key)).toEqual([kept.key]);
    await again.close();
  });
});

describe('the vault', () => {
  it('encrypts values, and rejects files with another key or name', async () => {
    const vault = openVault(folder, Buffer.alloc(32, 1));
    await vault.write('snapshot', { name: 'Dr. Ada Moss' });
    expect(await readFile(join(folder, 'snapshot.sealed'), 'latin1')).not.toContain('Moss');
    expect(await vault.read('snapshot')).toEqual({ name: 'Dr. Ada Moss' });
    expect(await openVault(folder, Buffer.alloc(32, 2)).read('snapshot')).toBeNull();
    const { copyFile } = await import('node:fs/promises');
    await copyFile(join(folder, 'snapshot.sealed'), join(folder, 'answers.sealed'));
    expect(await vault.read('answers')).toBeNull();
    await vault.wipe('snapshot');
    expect(await vault.read('snapshot')).toBeNull();
  });
  it('does not restore a value that was wiped during a write', async () => {
    const own = await mkdtemp(join(folder, 'vault-'));
    const vault = openVault(own, Buffer.alloc(32, 7));
    const writing = vault.write('snapshot', 'a claim '.repeat(200_000));
    await Promise.all([writing, vault.wipe('snapshot')]);
    expect(await readdir(own)).toEqual([]);
  });

  it('stays in memory without a key', async () => {
    const empty = await mkdtemp(join(folder, 'none-'));
    const vault = openVault(empty, null);
    await vault.write('snapshot', 1);
    expect(await vault.read('snapshot')).toBe(1);
    expect(vault.onDisk).toBe(false);
    expect(await readdir(empty)).toEqual([]);
  });
});

describe('the keychain', () => {
  const safe = (backend?: string): SafeStorage => ({
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
    decryptString: (sealed) => Buffer.from([...sealed].map((byte) => byte ^ 0x5a)).toString('utf8'),
    ...(backend ? { getSelectedStorageBackend: () => backend } : {}),
  });
  it('is persistent only with secure key storage', async () => {
    const chain = openKeychain(folder, safe());
    await chain.set('token', 'secret words');
    expect(await readFile(join(folder, 'keychain.json'), 'utf8')).not.toContain('secret words');
    expect(openKeychain(folder, safe()).get('token')).toBe('secret words');
    const plain = openKeychain(folder, safe('basic_text'));
    expect(plain.isPersistent).toBe(false);
    expect(plain.get('token')).toBeNull();
  });
});

describe('the shell', () => {
  it('redacts tokens, passwords, and email addresses', () => {
    const line = redact(
      'Bearer abc.def-ghi {"password":"hunter2","email":"ada@example.com"} 0123456789012345678901234567890123456789012',
    );
    for (const secret of ['abc.def', 'hunter2', 'ada@example.com', '0123456789012345678901234567890123456789012'])
      expect(line).not.toContain(secret);
  });
  it('sets the order of CSS layers first, as the kit does', async () => {
    const here = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
    const order = /@layer [\w, ]+;/.exec(await here('../../ui/kit/styles/kit.css'))![0];
    expect(await here('../renderer/public/layers.css')).toBe(`${order}\n`);
    expect(/rel="stylesheet" href="([^"]+)"/.exec(await here('../renderer/index.html'))![1]).toBe('/layers.css');
  });
  it('restores the window position unless its screen is missing', async () => {
    await saveWindowBounds(folder, { x: 100, y: 100, width: 1000, height: 700, maximized: false });
    const screen = { x: 0, y: 0, width: 1440, height: 900 };
    expect(readWindowBounds(folder, [screen])).toMatchObject({ x: 100, y: 100 });
    expect(readWindowBounds(folder, [{ ...screen, x: 5000 }])).not.toHaveProperty('x');
  });
});
