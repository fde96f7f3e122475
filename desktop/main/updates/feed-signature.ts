import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInfo } from 'electron-updater';
import { z } from 'zod';
import { JsonFile } from '../../offline/json-file.ts';

type SignedFeed = Pick<UpdateInfo, 'version' | 'files' | 'releaseDate'> & { signature?: unknown };

/** The signature covers the version, its date, and the checksums, with which electron-updater then compares the download. */
const signedText = ({ version, releaseDate, files }: SignedFeed): Buffer =>
  Buffer.from([version, releaseDate, ...files.map(({ url, sha512 }) => `${url} ${sha512}`)].join('\n'));

export const signFeed = (feed: SignedFeed, privateKey: KeyObject): string =>
  sign(null, signedText(feed), privateKey).toString('base64');

/** True if this feed was signed with the private half of a key, given as the base64 of its SPKI form. */
export function isSignedFeed(feed: SignedFeed, publicKey: string): boolean {
  if (typeof feed.signature !== 'string') return false;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  return verify(null, signedText(feed), key, Buffer.from(feed.signature, 'base64'));
}

/** The key that was packed with this console; null if its feed is not signed. */
export function readUpdatesKey(appFolder: string): string | null {
  const { updatesKey } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as { updatesKey?: string };
  return updatesKey || null;
}

/** The date of the newest signed feed that this console has read, because an old one keeps its signature. */
export const openNewestFeed = (folder: string): JsonFile<string> =>
  new JsonFile(join(folder, 'newest-feed.json'), z.iso.datetime(), '');
