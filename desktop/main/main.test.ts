import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Outbox } from '../offline/outbox.ts';
import { openVault } from '../offline/vault.ts';
import { openKeychain, type SafeStorage } from './shell/keychain.ts';
import { redact } from './shell/log.ts';
import { keepPlace, readPlace } from './shell/window.ts';

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
  it('keeps what it was given through an end without a word, sealed', async () => {
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

  it('leaves out a last line that a crash cut short, and keeps the rest', async () => {
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
  it('writes nothing in the clear, and opens nothing that was changed or moved', async () => {
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
  it('what is wiped while it is being written does not come back', async () => {
    const own = await mkdtemp(join(folder, 'vault-'));
    const vault = openVault(own, Buffer.alloc(32, 7));
    const writing = vault.write('snapshot', 'a claim '.repeat(200_000));
    await Promise.all([writing, vault.wipe('snapshot')]);
    expect(await readdir(own)).toEqual([]);
  });

  it('without a key stays in memory', async () => {
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
  it('lasts where the system seals, and only there', async () => {
    const chain = openKeychain(folder, safe());
    await chain.set('token', 'secret words');
    expect(await readFile(join(folder, 'keychain.json'), 'utf8')).not.toContain('secret words');
    expect(openKeychain(folder, safe()).get('token')).toBe('secret words');
    const plain = openKeychain(folder, safe('basic_text'));
    expect(plain.lasting).toBe(false);
    expect(plain.get('token')).toBeNull();
  });
});

describe('small things', () => {
  it('redacts tokens, passwords and addresses', () => {
    const line = redact(
      'Bearer abc.def-ghi {"password":"hunter2","email":"ada@example.com"} 0123456789012345678901234567890123456789012',
    );
    for (const secret of ['abc.def', 'hunter2', 'ada@example.com', '0123456789012345678901234567890123456789012'])
      expect(line).not.toContain(secret);
  });
  it('names the order of style layers before any other sheet, as the kit does', async () => {
    const here = (path: string) => readFile(new URL(path, import.meta.url), 'utf8');
    const order = /@layer [\w, ]+;/.exec(await here('../../ui/kit/styles/kit.css'))![0];
    expect(await here('../renderer/public/layers.css')).toBe(`${order}\n`);
    expect(/rel="stylesheet" href="([^"]+)"/.exec(await here('../renderer/index.html'))![1]).toBe('/layers.css');
  });
  it('puts the window where it was, unless no screen is there any more', async () => {
    await keepPlace(folder, { x: 100, y: 100, width: 1000, height: 700, maximized: false });
    const screen = { x: 0, y: 0, width: 1440, height: 900 };
    expect(readPlace(folder, [screen])).toMatchObject({ x: 100, y: 100 });
    expect(readPlace(folder, [{ ...screen, x: 5000 }])).not.toHaveProperty('x');
  });
});
