import { isPlainFileName } from '../../policy/files.ts';

/** The kind of installer that this console came from. */
export type InstallerFormat = 'nsis' | 'dmg' | 'appimage' | 'deb';

export interface FeedFile {
  url: string;
  sha512: string;
  size: number;
}
export interface Feed {
  version: string | null;
  files: FeedFile[];
}

const feedNames = { nsis: 'latest.yml', dmg: 'latest-mac.yml', appimage: 'latest-linux.yml', deb: 'latest-linux.yml' };
const fileExtensions = { nsis: '.exe', dmg: '.dmg', appimage: '.AppImage', deb: '.deb' };

export const feedName = (format: InstallerFormat, arch: string): string =>
  feedNames[format].replace('linux', arch === 'arm64' ? 'linux-arm64' : 'linux');

/** True if a version is higher than ours. Versions other than three plain numbers never are. */
export function isNewer(version: string, ourVersion: string): boolean {
  const pattern = /^(\d+)\.(\d+)\.(\d+)$/;
  const [theirs, ours] = [pattern.exec(version), pattern.exec(ourVersion)];
  if (!theirs || !ours) return false;
  for (const part of [1, 2, 3])
    if (Number(theirs[part]) !== Number(ours[part])) return Number(theirs[part]) > Number(ours[part]);
  return false;
}

/** Reads the version and the files from the YAML that electron-builder writes. Drops files with unsafe names. */
export function readFeed(yaml: string): Feed {
  const version = /^version: '?([\d.]+)'?$/m.exec(yaml)?.[1] ?? null;
  const entries = yaml.split(/^ +- (?=url: )/m).slice(1);
  return {
    version,
    files: entries.flatMap((entry) => {
      const readField = (name: string) => new RegExp(`^ *${name}: '?([^'\\n]+?)'? *$`, 'm').exec(entry)?.[1] ?? '';
      const file = { url: readField('url'), sha512: readField('sha512'), size: Number(readField('size')) };
      return isPlainFileName(file.url) && /^[\w+/]{86}==$/.test(file.sha512) && file.size > 0 ? [file] : [];
    }),
  };
}

/** Picks the installer for this format, preferably one built for this architecture. */
export function pickFile({ files }: Feed, format: InstallerFormat, arch: string): FeedFile | null {
  const matchingFiles = files.filter(({ url }) => url.endsWith(fileExtensions[format]));
  return matchingFiles.find(({ url }) => url.includes(arch)) ?? matchingFiles[0] ?? null;
}
