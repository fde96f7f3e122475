import type { UpdateInfo } from 'electron-updater';

const MAX_CHARS = 2_000;

/** The release notes as plain text, because the update server's HTML must not reach the page. */
export function readReleaseNotes({ releaseNotes }: Pick<UpdateInfo, 'releaseNotes'>): string | null {
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map(({ version, note }) => `${version}\n${note ?? ''}`).join('\n\n')
    : (releaseNotes ?? '');
  const text = notes
    .replace(/<(br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '\n')
    .replace(/<li[^>]*>/gi, '• ')
    .replace(/<[^>]*>/g, '')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? null : text.slice(0, MAX_CHARS);
}
