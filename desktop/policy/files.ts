const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/**
 * A name to offer for a file that is saved. It is only ever a name: whatever would lead elsewhere, mean a device on
 * Windows, hide its ending or not be written at all is refused rather than mended.
 */
export function isPlainFileName(name: string): boolean {
  if (name.length === 0 || name.length > 150 || name !== name.normalize('NFC')) return false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f-\u009f<>:"/\\|?*]/.test(name)) return false;
  // Marks that turn the direction of writing make evil.csv.exe look like evil.exe.csv.
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(name)) return false;
  if (name.startsWith('.') || /[. ]$/.test(name) || name.startsWith(' ')) return false;
  return !RESERVED.test(name);
}

const SAVED = new Set(['csv', 'json', 'pdf', 'png', 'jpg', 'jpeg', 'webp', 'zip', 'gz', 'txt', 'ndjson']);

/** What the console writes for a person. Nothing that a double click would run. */
export const maySave = (name: string): boolean =>
  isPlainFileName(name) && SAVED.has(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) && name.includes('.');

/** What can be opened for import. */
export const mayImport = (path: string): boolean => /\.(csv|tsv|txt)$/i.test(path) && !path.includes('\0');

/** A file of the renderer's bundle, or null: for paths that are not there in so many words. */
export function bundlePath(pathname: string): string | null {
  if (!/^\/[\w./-]*$/.test(pathname)) return null;
  const parts = pathname.split('/').slice(1);
  if (parts.some((part) => part === '..' || part === '.' || part.startsWith('.'))) return null;
  return parts.join('/');
}
