import { generateKeyPairSync } from 'node:crypto';
import type { AppUpdater, CancellationToken } from 'electron-updater';
import { expect, it } from 'vitest';
import { useFolder } from '../../e2e/harness/main/test-folder.ts';
import { Jobs } from '../jobs.ts';
import { openNewestFeed, signFeed } from './feed-signature.ts';
import { Updates } from './updates.ts';

const folder = useFolder();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');

function makeFeed(version: string, releaseDate: string) {
  const feed = {
    version,
    releaseDate,
    path: '',
    sha512: '',
    files: [{ url: `Enamel-${version}.AppImage`, sha512: 'x' }],
  };
  return { ...feed, signature: signFeed(feed, privateKey) };
}

/** Starts a console, lets its person ask for updates, and returns what they read. */
async function readAnswer(updateInfo: ReturnType<typeof makeFeed>, isUpdateAvailable = true): Promise<string> {
  const answers: string[] = [];
  const updates = new Updates({
    updater: { on() {}, checkForUpdates: async () => ({ isUpdateAvailable, updateInfo }) } as unknown as AppUpdater,
    createCancellation: () => ({}) as CancellationToken,
    version: '0.1.0',
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    newestFeed: openNewestFeed(folder),
    jobs: new Jobs(() => {}),
    askToQuit: async () => true,
    onChange: () => {},
    showDialog: () => {},
    notify: (_title, body) => void answers.push(body),
    log: () => {},
  });
  await updates.check(true);
  return updates.newer?.version ?? answers.join();
}

it('a signed feed counts only until a newer one was read', async () => {
  const [old, newest] = [makeFeed('0.1.5', '2026-11-14T10:00:00.000Z'), makeFeed('0.2.0', '2026-11-21T10:00:00.000Z')];
  const asked = [
    await readAnswer(old),
    await readAnswer(newest, false),
    await readAnswer(old),
    await readAnswer(newest),
  ];
  expect(asked).toEqual([
    '0.1.5',
    'Version 0.1.0 is up to date.',
    'The update server offers an older version than before.',
    '0.2.0',
  ]);
});

it('a changed date breaks the signature of a feed', async () => {
  const feed = makeFeed('0.1.5', '2026-11-14T10:00:00.000Z');
  expect(await readAnswer({ ...feed, releaseDate: '2027-01-01T00:00:00.000Z' })).toBe(
    'The update server offers a version that isn’t signed for this console.',
  );
});
