import { copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixedKeys } from '../offline/data-keys.ts';
import { Outbox } from '../offline/outbox.ts';
import { openVault } from '../offline/vault.ts';
import { KeyRing } from './shell/key-ring.ts';
import { Keychain, type SafeStorage } from './shell/keychain.ts';
import { redact } from './shell/log.ts';
import { saveWindowBounds, readWindowBounds } from './shell/window-bounds.ts';
import { useFolder } from '../e2e/harness/main/test-folder.ts';

const folder = useFolder();

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
    const box = await Outbox.open(path, fixedKeys(key));
    const [a, b, c] = [await box.add(decision), await box.add(decision), await box.add(decision)];
    await box.done(a.key);
    await box.refuse(b.key, 'Someone else decided.');
    const raw = await readFile(path, 'utf8');
    expect(raw).not.toContain('claim-requests');
    const again = await Outbox.open(path, fixedKeys(key));
    expect(again.waiting().map(({ key }) => key)).toEqual([c.key]);
    expect(again.refused()).toMatchObject([{ key: b.key, message: 'Someone else decided.' }]);
    await again.again(b.key);
    const third = await Outbox.open(path, fixedKeys(key));
    expect(third.refused()).toEqual([]);
    expect(third.waiting()).toHaveLength(2);
    expect(third.waiting().some(({ key }) => key === b.key)).toBe(false);
    await third.forget(decision.server);
    expect(await readdir(folder)).not.toContain('outbox.log');
  });

  it('drops a last line that a crash cut short', async () => {
    const path = join(folder, 'cut.log');
    const box = await Outbox.open(path, fixedKeys(Buffer.alloc(32, 7)));
    const kept = await box.add(decision);
    await box.add(decision);
    await box.close();
    const raw = await readFile(path, 'utf8');
    await writeFile(path, raw.slice(0, -40));
    const again = await Outbox.open(path, fixedKeys(Buffer.alloc(32, 7)));
    expect(again.waiting().map(({ key }) => key)).toEqual([kept.key]);
    await again.close();
  });
});

describe('an outbox whose key is not available', () => {
  const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const openAt = async (name: string, current: Buffer | null, all = current ? [current] : []) =>
    Outbox.open(join(folder, name, 'outbox.log'), { current, all });

  it('keeps its decisions, counts them, and recovers them', async () => {
    const outbox = await openAt('gone', first);
    const kept = await outbox.add(decision);
    const sent = await outbox.add(decision);
    const refused = await outbox.add(decision);
    await outbox.refuse(refused.key, 'Someone else decided.');
    await outbox.done(sent.key);
    const before = await readFile(join(folder, 'gone', 'outbox.log'), 'utf8');
    const locked = await openAt('gone', null);
    expect([locked.waiting(), locked.locked, locked.isPersistent]).toEqual([[], 2, false]);
    expect(await readFile(join(folder, 'gone', 'outbox.log'), 'utf8')).toBe(before);
    const recovered = await openAt('gone', first);
    expect(recovered.waiting().map(({ key }) => key)).toEqual([kept.key]);
    expect(recovered.refused().map(({ key }) => key)).toEqual([refused.key]);
    expect(recovered.locked).toBe(0);
  });

  it('sets them aside in a second file while another key is in use', async () => {
    const kept = await (await openAt('other', first)).add(decision);
    const outbox = await openAt('other', second);
    expect(outbox.locked).toBe(1);
    const added = await outbox.add(decision);
    expect((await readdir(join(folder, 'other'))).toSorted()).toEqual(['outbox.log', 'outbox.log.locked']);
    await outbox.close();
    const all = await openAt('other', second, [first, second]);
    expect(all.waiting().map(({ key }) => key)).toEqual([kept.key, added.key]);
    expect(await readdir(join(folder, 'other'))).toEqual(['outbox.log']);
  });

  it('writes nothing to disk without a key', async () => {
    const outbox = await openAt('memory', null);
    await outbox.add(decision);
    expect(await readdir(join(folder, 'memory'))).toEqual([]);
  });

  it('sends decisions whose key turned out to be public, and then removes them', async () => {
    const before = await openAt('public', first);
    const [a, b] = [await before.add(decision), await before.add(decision)];
    await before.close();
    const outbox = await openAt('public', null, [first]);
    expect(outbox.waiting().map(({ key }) => key)).toEqual([a.key, b.key]);
    await outbox.done(a.key);
    expect((await openAt('public', null, [first])).waiting().map(({ key }) => key)).toEqual([b.key]);
    await outbox.done(b.key);
    expect(await readdir(join(folder, 'public'))).toEqual([]);
  });

  it('sends decisions that an older version wrote without encryption, and then removes them', async () => {
    const path = join(folder, 'plain.log');
    const add = (key: string) => `${JSON.stringify({ add: { ...decision, key } })}\n`;
    await writeFile(path, add('one') + add('two'));
    const outbox = await Outbox.open(path, fixedKeys(null));
    expect(outbox.waiting().map(({ key }) => key)).toEqual(['one', 'two']);
    await outbox.done('one');
    expect(await readFile(path, 'utf8')).toBe(add('two'));
    await Outbox.open(path, fixedKeys(first));
    expect(await readFile(path, 'utf8')).not.toContain('claim-requests');
  });

  it('discards locked decisions only when asked to', async () => {
    await (await openAt('discard', first)).add(decision);
    for (const key of [null, second]) {
      const outbox = await openAt('discard', key);
      expect(outbox.locked).toBe(1);
      if (key) await outbox.discardLocked();
      await outbox.close();
    }
    expect(await readdir(join(folder, 'discard'))).toEqual([]);
  });
});

describe('the vault', () => {
  it('encrypts values, and rejects files with another key or name', async () => {
    const vault = openVault(folder, fixedKeys(Buffer.alloc(32, 1)));
    await vault.write('snapshot', { name: 'Dr. Ada Moss' });
    expect(await readFile(join(folder, 'snapshot.sealed'), 'latin1')).not.toContain('Moss');
    expect(await vault.read('snapshot')).toEqual({ name: 'Dr. Ada Moss' });
    expect(await openVault(folder, fixedKeys(Buffer.alloc(32, 2))).read('snapshot')).toBeNull();
    await copyFile(join(folder, 'snapshot.sealed'), join(folder, 'answers.sealed'));
    expect(await vault.read('answers')).toBeNull();
    await vault.wipe('snapshot');
    expect(await vault.read('snapshot')).toBeNull();
  });

  it('sets a file aside that no key opens, and reads it again when its key returns', async () => {
    const own = await mkdtemp(join(folder, 'locked-'));
    const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await openVault(own, fixedKeys(first)).write('remembered', 'old');
    const vault = openVault(own, fixedKeys(second));
    expect(await vault.read('remembered')).toBeNull();
    await vault.write('remembered', 'new');
    expect(await readdir(own)).toEqual(['remembered.sealed', 'remembered.sealed.locked']);
    expect(await openVault(own, fixedKeys(first)).read('remembered')).toBe('old');
    expect(await openVault(own, { current: second, all: [first, second] }).read('remembered')).toBe('new');
  });

  it('does not restore a value that was wiped during a write', async () => {
    const own = await mkdtemp(join(folder, 'vault-'));
    const vault = openVault(own, fixedKeys(Buffer.alloc(32, 7)));
    const writing = vault.write('snapshot', 'a claim '.repeat(200_000));
    await Promise.all([writing, vault.wipe('snapshot')]);
    expect(await readdir(own)).toEqual([]);
  });

  it('stays in memory without a key', async () => {
    const empty = await mkdtemp(join(folder, 'none-'));
    const vault = openVault(empty, fixedKeys(null));
    await vault.write('snapshot', 1);
    expect(await vault.read('snapshot')).toBe(1);
    expect(vault.onDisk).toBe(false);
    expect(await readdir(empty)).toEqual([]);
  });
});

describe('the keychain', () => {
  const flipBits = (bytes: Uint8Array) => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
  let refuses = false;
  /** Encrypts as Chromium does with a provider of this prefix. `v10` can always be decrypted. */
  const safe = (prefix = 'v11'): SafeStorage => ({
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text) => Buffer.concat([Buffer.from(prefix), flipBits(Buffer.from(text))]),
    async decryptStringAsync(sealed) {
      const used = sealed.subarray(0, 3).toString();
      if (refuses || (used !== 'v10' && used !== prefix)) throw new Error('The keychain refused.');
      return { result: flipBits(sealed.subarray(3)).toString('utf8'), shouldReEncrypt: used !== prefix };
    },
  });
  const open = (storage: SafeStorage, system: 'linux' | 'mac' = 'linux', at = folder) =>
    Keychain.open(at, storage, system);
  const readNames = async (at = folder) =>
    Object.keys(JSON.parse(await readFile(join(at, 'keychain.json'), 'utf8')) as object);

  it('is persistent only if what the system encrypts has a secret key', async () => {
    const chain = await open(safe());
    await chain.set('token', 'secret words');
    expect(await readFile(join(folder, 'keychain.json'), 'utf8')).not.toContain('secret words');
    expect((await open(safe())).get('token')).toBe('secret words');
    const fallback = await open(safe('v10'));
    expect([fallback.isPersistent, fallback.get('token')]).toEqual([false, null]);
    expect((await open(safe('v12'))).isPersistent).toBe(true);
    // The keychain of macOS writes the same prefix as the public key of Linux.
    expect((await open(safe('v10'), 'mac')).isPersistent).toBe(true);
  });

  it('encrypts again what was stored with a public key, or removes it', async () => {
    const store = async () => {
      const own = await mkdtemp(join(folder, 'public-'));
      const earlier = await open(safe('v10'), 'mac', own);
      await earlier.set('token', 'secret words');
      const keys = new KeyRing(earlier);
      await keys.open();
      return { own, key: keys.current! };
    };
    const { own, key } = await store();
    const keys = new KeyRing(await open(safe('v10'), 'linux', own));
    await keys.open();
    expect([keys.current, keys.all]).toEqual([null, [key]]);
    await keys.removeExposed(true);
    expect(await readNames(own)).toEqual(['data key']);
    await keys.removeExposed(false);
    expect(await readNames(own)).toEqual([]);

    const other = (await store()).own;
    expect((await open(safe(), 'linux', other)).get('token')).toBe('secret words');
    const sealed = JSON.parse(await readFile(join(other, 'keychain.json'), 'utf8')) as Record<string, string>;
    for (const value of Object.values(sealed)) expect(Buffer.from(value, 'base64').toString()).toMatch(/^v11/);
  });

  it('never replaces a data key that the system refuses, and returns to it', async () => {
    const keys = new KeyRing(await open(safe()));
    await keys.open();
    const first = keys.current!;
    refuses = true;
    const keychain = await open(safe());
    const otherKeys = new KeyRing(keychain);
    await otherKeys.open();
    expect(otherKeys.current!.equals(first)).toBe(false);
    await keychain.set('token other', 'x');
    refuses = false;
    const allKeys = new KeyRing(await open(safe()));
    await allKeys.open();
    expect(allKeys.all).toEqual([first, otherKeys.current]);
    expect(await readNames()).toEqual(expect.arrayContaining(['data key', 'token', 'token other']));
  });

  it('sets a damaged file aside', async () => {
    const own = await mkdtemp(join(folder, 'keychain-'));
    await writeFile(join(own, 'keychain.json'), '{"data key":"abc');
    await (await open(safe(), 'linux', own)).set('token', 'x');
    expect(await readFile(join(own, 'keychain.json.damaged'), 'utf8')).toBe('{"data key":"abc');
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
    // A second screen on the left has negative coordinates.
    await saveWindowBounds(folder, { x: -1500, y: 40, width: 1000, height: 700, maximized: false, fullscreen: true });
    expect(readWindowBounds(folder, [screen, { ...screen, x: -1920 }])).toMatchObject({ x: -1500, fullscreen: true });
    expect(readWindowBounds(folder, [screen])).toEqual({
      width: 1000,
      height: 700,
      maximized: false,
      fullscreen: true,
    });
  });
});
